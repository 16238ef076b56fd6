import type { PlantedBug } from './bug.ts';

const ENGINE = 'apps/server/src/engine';
const STORAGE = 'apps/server/src/storage';
const LOG = `${ENGINE}/log/market-log.ts`;
const LOG_TESTS = [`${ENGINE}/log/market-log.test.ts`];
const MARKET_TESTS = [`${ENGINE}/log/logged-market.test.ts`];
const STORE_TESTS = [`${STORAGE}/log/log-store.integration.test.ts`];
const PACK_LOG = `${STORAGE}/functions/pack-log.ts`;
const APPEND_LOG = `${STORAGE}/functions/append-log.ts`;

/** Bugs after which a fill could not be proved, or two people would be shown different logs. */
export const LOG_BUGS: PlantedBug[] = [
  {
    name: 'what fills used before a crash is not logged at the start',
    rule: 'T1',
    file: LOG,
    find: '      await this.#logStored();\n',
    replace: '',
    tests: LOG_TESTS,
  },
  {
    name: 'an append of which nobody knows is done once more',
    rule: 'T1',
    file: LOG,
    find: 'if (this.#attempt !== null) await this.#findOut();',
    replace: 'this.#attempt = null;',
    tests: LOG_TESTS,
  },
  {
    name: 'an append of which nobody knows counts as done',
    rule: 'T1',
    file: LOG,
    find: 'if (attempt !== null && isSame(head, attempt.after)) this.#done(attempt);',
    replace: 'if (attempt !== null) this.#done(attempt);',
    tests: LOG_TESTS,
  },
  {
    name: 'the log of somebody else is gone over',
    rule: 'O1',
    file: LOG,
    find: 'else if (isSame(head, this.#at)) this.#attempt = null;',
    replace: 'else if (head.size > 0n) this.#attempt = null;',
    tests: LOG_TESTS,
  },
  {
    name: 'quotes are not logged',
    rule: 'T1',
    file: LOG,
    find: 'if (!rules.spreads.has(record.symbol)) return;',
    replace: "if (record.symbol !== '') return;",
    tests: LOG_TESTS,
  },
  {
    name: 'the last prices of a market are without a checkpoint',
    rule: 'T1',
    file: LOG,
    find: 'await this.#inTurn(() => this.#write(true));',
    replace: 'await this.#inTurn(() => this.#write(false));',
    tests: LOG_TESTS,
  },
  {
    name: 'a price that a fill used waits like all the others',
    rule: 'T1',
    file: LOG,
    find: 'this.#isUsed = true;',
    replace: '',
    tests: LOG_TESTS,
  },
  {
    name: 'a refused entry does not stop anybody',
    rule: 'E12',
    file: LOG,
    find: 'this.#market?.refused(error);',
    replace: '',
    tests: MARKET_TESTS,
  },
  {
    name: 'a frame is cut off at its limit',
    rule: 'T1',
    file: `${ENGINE}/log/pending-frames.ts`,
    find: ', ...framesOf(records.slice(middle), closing)]',
    replace: ']',
    tests: LOG_TESTS,
  },
  {
    name: 'a frame names a new pair by the place of another',
    rule: 'T1',
    file: `${ENGINE}/log/market-log.ts`,
    find: 'symbolsOf(head.definition, this.#origin)',
    replace: 'definition.symbols',
    tests: LOG_TESTS,
  },
  {
    name: 'a blind scenario tells its spreads',
    rule: 'C2',
    file: `${ENGINE}/log/definition.ts`,
    find: 'const isPublic = scenario?.blind !== true;',
    replace: 'const isPublic = true;',
    tests: LOG_TESTS,
  },
  {
    name: 'the numbers of a market go on from what was used, not from what was logged',
    rule: 'T1',
    file: `${ENGINE}/market-host.ts`,
    find: '    this.#gate.resume(logged.lastSeq, logged.lastTime);\n',
    replace: '',
    tests: MARKET_TESTS,
  },
  {
    name: 'a market whose log is full goes on taking prices',
    rule: 'T1',
    file: `${ENGINE}/market-host.ts`,
    find: ' || log?.isFull === true',
    replace: '',
    tests: MARKET_TESTS,
  },
  {
    name: 'what a pair ends at is not logged',
    rule: 'T1',
    file: `${ENGINE}/market-host.ts`,
    find: '        if (recalled !== null) log?.record(recalled);\n',
    replace: '',
    tests: MARKET_TESTS,
  },
  {
    name: 'a market ends before its log does',
    rule: 'T1',
    file: `${ENGINE}/market-host.ts`,
    find: '        await this.#options.log?.finish();\n',
    replace: '',
    tests: MARKET_TESTS,
  },
  {
    name: 'the database takes entries wherever the log ends',
    rule: 'O1',
    file: APPEND_LOG,
    find: ' AND size = p_expected FOR UPDATE',
    replace: ' FOR UPDATE',
    tests: STORE_TESTS,
  },
  {
    name: 'the database believes the hash of an entry',
    rule: 'T1',
    file: APPEND_LOG,
    find: String.raw` OR hash IS DISTINCT FROM sha256('\x00'::bytea || data)`,
    replace: '',
    tests: STORE_TESTS,
  },
  {
    name: 'prices that fills used are dropped',
    rule: 'T1',
    file: PACK_LOG,
    find: "IF n > 0 THEN RAISE EXCEPTION 'T1: % prices that fills used would be dropped', n; END IF;",
    replace: '',
    tests: STORE_TESTS,
  },
  {
    name: 'entries are dropped before their week is over',
    rule: 'T1',
    file: PACK_LOG,
    find: " AND packed_at < now() - interval '7 days'",
    replace: '',
    tests: STORE_TESTS,
  },
  {
    name: 'the first tile of a log is served for every other',
    rule: 'T1',
    file: `${STORAGE}/log/tiles.ts`,
    find: 'WHERE market_number = $1 AND level = 0 AND n = $2',
    replace: 'WHERE market_number = $1 AND level = 0 AND n <= $2',
    tests: STORE_TESTS,
  },
];
