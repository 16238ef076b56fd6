import type { PlantedBug } from './bug.ts';

const STREAMS = 'apps/server/src/streams';
const CANDLES = 'apps/server/src/engine/candles';
const REPLAY = 'apps/server/src/feeds/replay';

/** Bugs in what goes in and out: feeds, candles, streams. */
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
    find: '} else if (client.drained) this.#clients.set(client, client.offer(this.#currentSnapshot()));',
    replace: '}',
    tests: [`${STREAMS}/tickers-channel.test.ts`],
  },
  {
    name: 'a finished candle is shown as it stood in its last frame',
    rule: 'S9',
    file: `${STREAMS}/candles-channel.ts`,
    find: 'if (this.#lastTime === null || open.time === this.#lastTime) this.#send([open]);\n      else void this.#sendWithFinished(this.#lastTime, open);',
    replace: 'this.#send([open]);',
    tests: [`${STREAMS}/candles-channel.test.ts`],
  },
  {
    name: 'a wick is not in its candle',
    rule: 'E8',
    file: `${CANDLES}/pair-candles.ts`,
    find: 'if (price < minute.low) minute.low = price;',
    replace: '',
    tests: [`${CANDLES}/book.test.ts`],
  },
  {
    name: 'a longer candle forgets the minutes before a restart',
    rule: 'L9',
    file: `${CANDLES}/pair-candles.ts`,
    find: 'for (const minute of minutes) this.#fold(minute, null);',
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
    name: 'a resumed replay delivers its last tick again',
    rule: 'E8',
    file: `${REPLAY}/replay-feed.ts`,
    find: '? this.#playhead : resumeAt + 1;',
    replace: '? this.#playhead : resumeAt;',
    tests: [REPLAY],
  },
];
