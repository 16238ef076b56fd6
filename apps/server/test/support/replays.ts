import { DEFAULT_RULES, DEFAULT_START_BALANCE, type Candle } from '@plecho/domain';
import type { Pool } from 'pg';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import type { Feed } from '../../src/feeds/feed.ts';
import { ReplayFeed, replayTitle } from '../../src/feeds/replay/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { RecordingStore } from '../../src/storage/recording-store.ts';

/** The recordings begin here, seconds. */
export const RECORDED_AT = Date.parse('2026-02-05T12:00:00Z') / 1000;
export const RECORDED_PAIR = {
  ...{ symbol: 'LINKUSDT', baseAsset: 'LINK', quoteAsset: 'USDT' as const, priceDecimals: 2 },
};
const UNIT = 100_000_000n;

/** A replay of LINKUSDT at 10 USDT that begins in the middle of its recording. */
export function replayMarket(id: string, minutes: number): MarketDefinition {
  const startAt = RECORDED_AT + Math.floor(minutes / 2) * 60;
  const title = replayTitle([RECORDED_PAIR.symbol], startAt, RECORDED_AT + (minutes - 1) * 60);
  return {
    ...{ id, kind: 'replay', title, label: title, startAt, scenario: null, endAt: null, ended: false },
    rules: DEFAULT_RULES,
    startBalance: DEFAULT_START_BALANCE,
    parameters: {
      ...{ sha256: ['ab'.repeat(32)], from: new Date(startAt * 1000).toISOString(), speed: 1 },
      provenance: 'unverified',
    },
  };
}

/** As the command line does it. */
export async function addReplay(owner: Pool, id: string, minutes = 120): Promise<MarketDefinition> {
  const market = replayMarket(id, minutes);
  const klines = Array.from({ length: minutes }, (_, n): Candle => {
    const close = 10n * UNIT + (BigInt(n % 3) * UNIT) / 100n;
    return { ...{ time: RECORDED_AT + n * 60, open: 10n * UNIT, high: close, low: 10n * UNIT, close }, volume: 5n };
  });
  const series = [{ symbol: RECORDED_PAIR.symbol, priceDecimals: 2, klines }];
  if (!(await new RecordingStore(owner).create(market, series, Date.now()))) throw new Error(`${id} is taken`);
  return market;
}

/** Plays what {@link addReplay} has recorded. */
export function openReplay(pool: Pool, { id, startAt }: MarketDefinition): Promise<Feed> {
  const source = new RecordingStore(pool).source(id);
  return ReplayFeed.open({ clock: systemClock, source, pairs: [RECORDED_PAIR], startAt, speed: 1 });
}
