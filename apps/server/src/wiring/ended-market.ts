import type { Pair } from '@plecho/domain';
import { EndedMarket } from '../engine/ended-market.ts';
import { localSide } from '../engine/local-side.ts';
import { tipOf } from '../engine/log/checkpoint.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide } from '../engine/market-port.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import type { createPool } from '../storage/connection.ts';
import { findOutcome } from '../storage/journal/outcome-store.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import type { MarketStore } from '../storage/market-store.ts';

/** A market that is over, from what is stored of it. */
export async function openEnded(
  definition: MarketDefinition,
  pairs: readonly Pair[],
  pool: ReturnType<typeof createPool>,
  store: MarketStore,
): Promise<MarketSide> {
  const candles = new PgCandleStore(pool, definition.id);
  const market = new EndedMarket({
    ...{ definition, candles },
    pairs,
    members: await store.members(definition.id),
    log: tipOf((await new PgLogReader(pool).open(definition.id))?.checkpoint ?? null),
    lastDays: await candles.lastDays(),
    earlierOutcome: (key) => findOutcome(pool, key),
  });
  return localSide(market);
}
