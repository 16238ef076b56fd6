import type { Journal } from '../../../apps/server/src/commands/batch.ts';
import type { Candles, CandleStore } from '../../../apps/server/src/engine/candles/ports.ts';
import type { MarketDefinition } from '../../../apps/server/src/engine/market-definition.ts';
import { MarketHost } from '../../../apps/server/src/engine/market-host.ts';
import type { Feed } from '../../../apps/server/src/feeds/feed.ts';
import type { Clock } from '../../../apps/server/src/lib/clock.ts';
import { countedIds } from '@plecho/testkit';

/** Takes everything and has nothing: storage is the same for both. */
export const noStore: CandleStore = {
  append: () => Promise.resolve(),
  read: () => Promise.resolve([]),
  spans: () => Promise.resolve([]),
  minutes: () => Promise.resolve(new Map()),
  deleteBefore: () => Promise.resolve(0),
  pack: () => Promise.resolve(0),
};

const nobody: Journal = {
  isHeld: true,
  append: () => Promise.resolve(),
  outcomes: (keys) => Promise.resolve(keys.map(() => ({ kept: null, newest: null }))),
  keepHalt: () => Promise.resolve(true),
  endHalt: () => Promise.resolve(),
  load: () =>
    Promise.resolve({
      ...{ accounts: [], positions: [], orders: [], barred: [], fundingRounds: [] },
      ...{ lastSeq: 0n, lastRecordTime: null, halt: null, haltedTimes: [] },
    }),
};

/** Ends the measurement. */
export const onError = (error: unknown): never => {
  throw new Error('nothing fails here', { cause: error });
};

/** A market with nobody in it that stores nothing. */
export const storelessHost = (definition: MarketDefinition, feed: Feed, candles: Candles, clock: Clock): MarketHost =>
  new MarketHost({
    ...{ definition, feed, candles, journal: nobody, clock, candlesUntil: null },
    ids: countedIds(() => 1n),
    saveEnded: () => Promise.resolve(),
    onFailure: (_message, error) => onError(error),
  });
