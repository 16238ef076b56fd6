import type { PlantedBug } from './bug.ts';

const STREAMS = 'apps/server/src/streams';
const CLUSTER = 'apps/server/src/cluster';
const CANDLES = 'apps/server/src/engine/candles';
const REPLAY = 'apps/server/src/feeds/replay';

const WIRING = 'apps/server/src/wiring';
const LIFE_TESTS = [`${WIRING}/markets.integration.test.ts`];
const WORDS_TESTS = ['apps/server/test/charter/m1-words.integration.test.ts'];

/** Bugs in what goes in and out: feeds, candles, streams, and in the life of markets. */
export const EDGE_BUGS: PlantedBug[] = [
  {
    name: 'a commit that was never announced goes unseen on the stream',
    rule: 'L7',
    file: `${STREAMS}/account-channel.ts`,
    find: 'update.fromVersion === version && client.offer(update.frame)',
    replace: 'client.offer(update.frame)',
    tests: [`${STREAMS}/account-channel.test.ts`],
  },
  {
    name: 'a commit that arrives while a snapshot is read is lost',
    rule: 'L7',
    file: `${STREAMS}/account-channel.ts`,
    find: 'if (this.#held !== null) this.#held.push(update);',
    replace: '',
    tests: [`${STREAMS}/account-channel.test.ts`],
  },
  {
    name: 'a slow client is never given the newest state',
    rule: 'S9',
    file: `${STREAMS}/tickers-channel.ts`,
    find: 'if (seq === null && client.drained) return true;',
    replace: 'if (seq === null && client.drained) return false;',
    tests: [`${STREAMS}/tickers-channel.test.ts`],
  },
  {
    name: 'a frame that was lost between processes goes unseen',
    rule: 'S9',
    file: `${STREAMS}/tickers-channel.ts`,
    find: 'update.seq === seq + 1 && client.offer(update.frame)',
    replace: 'client.offer(update.frame)',
    tests: [`${STREAMS}/tickers-channel.test.ts`],
  },
  {
    name: 'an owner of before is believed about prices',
    rule: 'S9',
    file: `${CLUSTER}/frame-follower.ts`,
    find: 'if (!this.#term.take(term)) return false;',
    replace: 'this.#term.take(term);',
    tests: [`${CLUSTER}/frames.test.ts`],
  },
  {
    name: 'the last word of an account that was lost is missing for good',
    rule: 'S9',
    file: `${CLUSTER}/followed-market.ts`,
    find: 'version > known.version',
    replace: 'false',
    tests: [`${CLUSTER}/account-feed.test.ts`],
  },
  {
    name: 'a finished candle is shown as it stood in its last frame',
    rule: 'S9',
    file: `${STREAMS}/candles-channel.ts`,
    find: 'this.#send(last === null || last === open.time ? [open] : await this.#withFinished(open, last));',
    replace: 'this.#send([open]);',
    tests: [`${STREAMS}/candles-channel.test.ts`],
  },
  {
    name: 'a wick is not in its candle',
    rule: 'E8',
    file: `${CANDLES}/pair-candles.ts`,
    find: 'minute.low = bidOf(price, spread);',
    replace: '',
    tests: [`${CANDLES}/book.test.ts`],
  },
  {
    name: 'a longer candle forgets the minutes before a restart',
    rule: 'L9',
    file: `${CANDLES}/pair-candles.ts`,
    find: 'if (base !== undefined) this.#bases.set(interval, base);',
    replace: '',
    tests: [`${CANDLES}/book.test.ts`],
  },
  {
    name: 'a replay goes through a candle without its low',
    rule: 'E8',
    file: `${REPLAY}/minute-path.ts`,
    find: '[FIRST_EXTREME_AT_MS, rises ? candle.low : candle.high],',
    replace: '[FIRST_EXTREME_AT_MS, candle.high],',
    tests: [REPLAY],
  },
  {
    name: 'a price between two recorded ones is not where the straight line has it',
    rule: 'E8',
    file: `${REPLAY}/minute-path.ts`,
    find: 'let way = stride;',
    replace: 'let way = 0n;',
    tests: [REPLAY],
  },
  {
    name: 'a resumed replay delivers its last tick again',
    rule: 'E8',
    file: `${REPLAY}/replay-feed.ts`,
    find: 'goesOn ? resumeAt + 1 : this.#playhead',
    replace: 'goesOn ? resumeAt : this.#playhead',
    tests: [REPLAY],
  },
  {
    name: 'a market keeps its lock after a failed start',
    rule: 'O1',
    file: `${WIRING}/running-market.ts`,
    find: 'feed.stop();\n      await journal.close();',
    replace: 'feed.stop();',
    tests: LIFE_TESTS,
  },
  {
    name: 'a market that could not be started stays dead',
    rule: 'O1',
    file: `${WIRING}/markets.ts`,
    find: 'this.#retries.failed(market, error);',
    replace: '',
    tests: LIFE_TESTS,
  },
  {
    name: 'a market that is over goes on holding what it held',
    rule: 'O1',
    file: `${WIRING}/running-markets.ts`,
    find: 'await running.release();',
    replace: '',
    tests: LIFE_TESTS,
  },
  {
    name: 'a market that is over forgets what it answered',
    rule: 'L6',
    file: 'apps/server/src/engine/ended-market.ts',
    find: "return (await this.#options.earlierOutcome(idempotency)) ?? refuse('market_ended');",
    replace: "return refuse('market_ended');",
    tests: LIFE_TESTS,
  },
  {
    name: 'a withdrawn market is listed for everybody',
    rule: 'M1',
    file: 'apps/server/src/api/trading/markets.ts',
    find: 'const shown = all.filter((market) => !isHidden(market) && (isOpen(market) || own?.has(market.id) === true));',
    replace: 'const shown = all;',
    tests: LIFE_TESTS,
  },
  {
    name: 'a name of a file is shown',
    rule: 'M1',
    file: 'apps/server/src/feeds/replay/kline-series.ts',
    find: 'series.sha256.push(content.sha256);',
    replace: 'series.sha256.push(name);',
    tests: WORDS_TESTS,
  },
  {
    name: 'a pair is called what somebody likes',
    rule: 'M1',
    file: `${REPLAY}/kline-file.ts`,
    find: 'if (!isListed(symbol))',
    replace: "if (symbol === '')",
    tests: WORDS_TESTS,
  },
];
