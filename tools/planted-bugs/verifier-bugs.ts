import type { PlantedBug } from './bug.ts';

const PROOFS = 'packages/proofs/src';
const PAGE = 'apps/web/src/features/proof';
const ENGINE_LOG = 'apps/server/src/engine/log';
const SERVED = 'apps/server/src/proofs';
const API_LOG = 'apps/server/src/api/log';
const CLI = 'apps/server/src/cli';

const bug = (name: string, rule: string, file: string, find: string, replace: string, test: string): PlantedBug => ({
  ...{ name, rule, file, find, replace, tests: [test] },
});

/** Bugs after which a proof says too much: in the verifier, in the page, in what writes the log and in what serves it. */
export const VERIFIER_BUGS: PlantedBug[] = [
  ...[
    bug(
      'a stale price may open a position',
      'E4',
      `${PROOFS}/verify-trade.ts`,
      "if (ageOf(entry.time, openTime) > staleAfterMs) return 'stale_entry';",
      '',
      `${PROOFS}/verify.test.ts`,
    ),
    bug(
      'a frame that is not in the log is read all the same',
      'T2',
      `${PROOFS}/verify-log.ts`,
      "if (!isIncluded(bytes, log[step], log.checkpoint)) return fail('not_in_log');",
      '',
      `${PROOFS}/verify.test.ts`,
    ),
    bug(
      'a quote may be any distance away from its price',
      'T2',
      `${PROOFS}/verify-price.ts`,
      "return isQuote(found, side, placed, symbol, market) ? found : 'other_spread';",
      'return isQuote(found, side, placed, symbol, market) ? found : found;',
      `${PROOFS}/verify.test.ts`,
    ),
    bug(
      'what was added is in no log',
      'E13',
      `${PROOFS}/verify-log.ts`,
      '!isIncluded(bytes, proven, log.checkpoint) || ',
      '',
      `${PROOFS}/added.test.ts`,
    ),
    bug(
      'a recipe that is not the committed one is no matter',
      'M1',
      `${PROOFS}/verify.ts`,
      "steps.every(({ outcome }) => outcome !== 'failed')",
      'steps.length > 0',
      `${PROOFS}/verify.test.ts`,
    ),
    bug(
      'a signature that was right once is right of everything',
      'T2',
      `${PROOFS}/signatures.ts`,
      '`${toHex(publicKey)} ${toHex(signature)} ${text}`',
      '`${toHex(publicKey)} ${toHex(signature)} ${text.length}`',
      `${PROOFS}/note.test.ts`,
    ),
    bug(
      'a key under which anything could be signed is a key',
      'T2',
      `${PROOFS}/doubled-key.ts`,
      "if (point.isSmallOrder()) throw new RangeError('a key of small order');",
      '',
      `${PROOFS}/doubled-key.test.ts`,
    ),
    bug(
      'a signature may be longer than one is',
      'T2',
      `${PROOFS}/doubled-key.ts`,
      'if (signature.length !== 2 * HALF) return false;',
      '',
      `${PROOFS}/doubled-key.test.ts`,
    ),
    bug(
      'the self-check does not ask for a lie',
      'T2',
      `${PROOFS}/self-check.ts`,
      'return ok && !lie.ok;',
      'return ok;',
      `${PROOFS}/self-check.test.ts`,
    ),
  ],
  ...[
    bug(
      'the steps are drawn together with the verdict',
      'T2',
      `${PAGE}/proof-view.tsx`,
      'const isDetailed = useDeferredValue(verified !== null, false);',
      'const isDetailed = verified !== null;',
      `${PAGE}/verdict-first.test.tsx`,
    ),
    bug(
      'the verdict on another file stands until this one is checked',
      'T2',
      `${PAGE}/use-verified.ts`,
      'checked !== null && checked.file === file ?',
      'checked !== null ?',
      `${PAGE}/verdict-first.test.tsx`,
    ),
    bug(
      'a checkpoint that nobody has signed is kept',
      'C3',
      `${PAGE}/check-log.ts`,
      "return (await isSigned()) ? null : 'badSignature';",
      'return null;',
      `${PAGE}/check-log.test.ts`,
    ),
    bug(
      'an older answer takes the place of a newer checkpoint that another tab has kept',
      'T1',
      'apps/web/src/lib/log-memory.ts',
      'before !== null && BigInt(before.size) > BigInt(seen.size) ? before : seen;',
      'seen;',
      `${PAGE}/check-log.test.ts`,
    ),
    bug(
      'what a stranger says of a log raises no question',
      'T1',
      `${PAGE}/check-log.ts`,
      "return growth === 'same' || growth === 'grew' ? 'same' : 'different';",
      "return growth === 'badSignature' ? 'different' : 'same';",
      `${PAGE}/check-log.test.ts`,
    ),
    bug(
      'words that nobody has signed are shown',
      'C2',
      `${PAGE}/verdict.tsx`,
      "{proof !== null && signature?.outcome === 'passed' && (",
      '{proof !== null && (',
      `${PAGE}/proof-page.test.tsx`,
    ),
  ],
  ...[
    bug(
      'a frame takes prices without an end',
      'T1',
      `${ENGINE_LOG}/pending-frames.ts`,
      'if (this.#open.length >= FRAME_RECORDS) this.close(closedAt());',
      '',
      `${ENGINE_LOG}/market-log.test.ts`,
    ),
    bug(
      'what waits for the storage has no bound',
      'T1',
      `${ENGINE_LOG}/pending-frames.ts`,
      'return this.#bytes >= this.#mostBytes;',
      'return false;',
      `${ENGINE_LOG}/market-log.test.ts`,
    ),
    bug(
      'the hashes of a log are not in the order of its entries',
      'T1',
      `${ENGINE_LOG}/market-log.ts`,
      'for (const { hash } of entries) frontier.append(hash);',
      'for (const { hash } of entries.toReversed()) frontier.append(hash);',
      `${ENGINE_LOG}/market-log.test.ts`,
    ),
    bug(
      'an entry that was refused is tried again by itself',
      'E12',
      `${ENGINE_LOG}/market-log.ts`,
      'if (this.#isBusy || this.#isRefused) return;',
      'if (this.#isBusy) return;',
      `${ENGINE_LOG}/market-log.test.ts`,
    ),
  ],
  ...[
    bug(
      'a tile that may still grow is remembered for good',
      'T1',
      `${SERVED}/public-logs.ts`,
      'if (tile.isFull) this.#full.set(key, tile);',
      'this.#full.set(key, tile);',
      `${SERVED}/public-logs.test.ts`,
    ),
    bug(
      'tiles of one market are served for another',
      'T1',
      `${SERVED}/public-logs.ts`,
      'const key = `${marketId}/${path}`;',
      'const key = path;',
      `${SERVED}/public-logs.test.ts`,
    ),
    bug(
      'a checkpoint is kept on the way for a year',
      'T1',
      `${API_LOG}/log.ts`,
      'cache: cacheOf(id, CHECKPOINT_SECONDS)',
      'cache: cacheOf(id, YEAR)',
      `${API_LOG}/log.test.ts`,
    ),
    bug(
      'entries that are kept no longer are said never to have been',
      'T1',
      `${SERVED}/public-logs.ts`,
      "if (bundle === 'dropped') throw new Problem('log_entries_dropped');",
      "if (bundle === 'dropped') throw new Problem('tile_not_found');",
      `${SERVED}/public-logs.test.ts`,
    ),
    bug(
      'a socket cannot be read on the command line',
      'C3',
      `${CLI}/input-file.ts`,
      "if (path === '-') return readStdin(most);",
      "if (path === '-') return read('/dev/stdin', most);",
      `${CLI}/verify.test.ts`,
    ),
    bug(
      'a folder for klines is a crash',
      'C3',
      'apps/server/src/feeds/replay/kline-lines.ts',
      "if (!(await stat(path).catch(notOpened)).isFile()) throw new KlineFileError('it is not a regular file');",
      '',
      `${CLI}/verify.test.ts`,
    ),
  ],
];
