import { DEFAULT_RULES, DEFAULT_START_BALANCE, type Candle } from '@plecho/domain';
import type { Pool } from 'pg';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import type { Feed } from '../../src/feeds/feed.ts';
import { KlineColumns, ReplayFeed, replayTitle } from '../../src/feeds/replay/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { sharedMarket } from '../../src/replays/definitions.ts';
import { PgDatasetStore } from '../../src/storage/dataset-store.ts';
import { MarketStore } from '../../src/storage/market-store.ts';
import { inTransaction } from '../../src/storage/transaction.ts';

/** The recordings begin here, seconds. */
export const RECORDED_AT = Date.parse('2026-02-05T12:00:00Z') / 1000;
export const RECORDED_PAIR = {
  ...{ symbol: 'LINKUSDT', baseAsset: 'LINK', quoteAsset: 'USDT' as const, priceDecimals: 2 },
};
const UNIT = 100_000_000n;

/** A replay of LINKUSDT at 10 USDT that begins in the middle of a recording of its own. */
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

const minutesOf = (count: number): Candle[] =>
  Array.from({ length: count }, (_, n) => {
    const close = 10n * UNIT + (BigInt(n % 3) * UNIT) / 100n;
    return { ...{ time: RECORDED_AT + n * 60, open: 10n * UNIT, high: close, low: 10n * UNIT, close }, volume: 5n };
  });

/** As the command line does it: of a recording that is for everybody. */
export async function addReplay(owner: Pool, id: string, minutes = 120): Promise<MarketDefinition> {
  const store = new PgDatasetStore(owner);
  const { symbol, priceDecimals } = RECORDED_PAIR;
  const dataset = `d-${minutes}-minutes`;
  const pairs = [{ symbol, priceDecimals, candles: minutesOf(minutes) }];
  await store.add({ id: dataset, story: null, provenance: 'unverified', sha256: ['ab'.repeat(32)], pairs }, Date.now());
  const recording = await store.find(dataset);
  if (recording === null) throw new Error(`${dataset} is gone`);
  const from = RECORDED_AT + Math.floor(minutes / 2) * 60;
  const market = sharedMarket({ id, symbols: [symbol], from, opensAt: RECORDED_AT, speed: 1 }, recording);
  if (!(await new MarketStore(owner).create(market, Date.now()))) throw new Error(`${id} is taken`);
  return market;
}

/** As it was done before that: the market has a recording of its own, and comes with it. */
export async function addEarlierReplay(owner: Pool, market: MarketDefinition, minutes: number): Promise<void> {
  await inTransaction(owner, async (client) => {
    if (!(await new MarketStore(client).create(market, Date.now()))) throw new Error(`${market.id} is taken`);
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO recordings (market_id, symbol, price_decimals) VALUES ($1, $2, $3) RETURNING id',
      [market.id, RECORDED_PAIR.symbol, RECORDED_PAIR.priceDecimals],
    );
    for (const { time, open, high, low, close, volume } of minutesOf(minutes)) {
      await client.query(
        'INSERT INTO klines (recording_id, time, open, high, low, close, volume) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [rows[0]?.id, time, open, high, low, close, volume],
      );
    }
  });
}

/** Plays what {@link addReplay} has recorded. */
export async function openReplay(pool: Pool, { startAt, parameters }: MarketDefinition): Promise<Feed> {
  const candles = new KlineColumns(
    await new PgDatasetStore(pool).read(String(parameters['dataset']), RECORDED_PAIR.symbol),
  );
  return new ReplayFeed({ clock: systemClock, startAt, speed: 1 }, [{ pair: RECORDED_PAIR, candles }]);
}
