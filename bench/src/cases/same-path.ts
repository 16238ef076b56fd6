import { DEFAULT_RULES, type Candle } from '@plecho/domain';
import type { PriceRecord, TradeState } from '../../../apps/server/src/commands/batch.ts';
import type { MarketPort } from '../../../apps/server/src/engine/market-port.ts';
import { TradePaths } from '../../../apps/server/src/paths/trade-paths.ts';
import { PgCandleStore } from '../../../apps/server/src/storage/candle-store.ts';
import { createPool, appConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgLogReader } from '../../../apps/server/src/storage/log/log-reader.ts';
import { toWirePaths } from '../../../apps/server/src/wire/paths.ts';
import { lastOwner, MARKET } from '../../../apps/server/test/harness/trading.ts';
import { startProduct } from '../../../tools/product/process.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop } from '../lib/seed.ts';

const SYMBOL = 'BTCUSDT';
const MINUTES = 10_080;
/** 2026-01-01, a whole day before anything that the product makes by itself. */
const FROM = 1_767_225_600;
/** Numbers that no price of the log has. */
const LATER = 1_000_000_000_000n;
const PRICE = 6_000_000_000_000n;
const WARM_UP = 3;
const RUNS = 15;
const TARGET_MS = 50;

/** Swings of some 2 % around the entry, which no leverage is liquidated by: the whole week has to be looked at. */
function week(): Candle[] {
  const at = (n: number): bigint => PRICE + BigInt(Math.round(12_000 * Math.sin(n / 300))) * 10_000_000n;
  return Array.from({ length: MINUTES }, (_, n) => {
    const [open, close] = [at(n), at(n + 1)];
    const [high, low] = open > close ? [open, close] : [close, open];
    return { time: FROM + n * 60, open, high: high + 100_000_000n, low: low - 100_000_000n, close, volume: 1_000_000n };
  });
}

const recordAt = (seq: bigint, time: number): PriceRecord => ({ seq, symbol: SYMBOL, price: PRICE, time: time * 1000 });

/** Open all week. */
function trade(): TradeState {
  const [entryRecord, exitRecord] = [recordAt(LATER, FROM), recordAt(LATER + 1n, FROM + MINUTES * 60 - 1)];
  return {
    ...{ id: 3n, positionId: 2n, accountId: 1n, symbol: SYMBOL, side: 'long', margin: 100_000_000n, leverage: 7 },
    ...{ notional: 700_000_000n, entryPrice: PRICE, exitPrice: PRICE, liquidationPrice: null, takeProfit: null },
    ...{ stopLoss: null, initialStopLoss: null, trailing: null, orderId: null, fee: 0n, funding: 0n, pnl: 0n },
    ...{ insurance: 0n, reason: 'user', openedAt: entryRecord.time, closedAt: exitRecord.time, maker: false },
    ...{ entryRecord, added: [], exitRecord, seasonEnd: false },
    extremes: { best: PRICE + 200_000_000_000n, worst: PRICE - 200_000_000_000n, path: 'ticks' },
  };
}

/** Where a position of a week would have ended at six leverages with four stops each, against reading its candles. */
export async function measureSamePath(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  const pool = createPool({ ...appConfig(workshop.target), max: 2 });
  try {
    const store = new PgCandleStore(pool, MARKET.id, await lastOwner(workshop.target));
    await store.append(week().map((candle) => ({ symbol: SYMBOL, interval: '1m', candle })));
    const port: Pick<MarketPort, 'id' | 'definition' | 'candles'> = {
      ...{ id: MARKET.id, definition: { ...MARKET, rules: DEFAULT_RULES } },
      candles: (symbol, interval, limit, before) => store.read(symbol, interval, limit, before),
    };
    const paths = new TradePaths(new PgLogReader(pool));
    const closed = trade();
    const answer = async (): Promise<void> => {
      const path = await paths.of(port as MarketPort, closed, { before: [], rest: 0n });
      const { known, outcomes } = toWirePaths(MARKET.id, closed, path);
      if (known !== 'minutes' || outcomes.length !== 24) throw new Error('the path is not that of the week');
    };
    const read = async (): Promise<void> => {
      const candles = await store.read(SYMBOL, '1m', MINUTES, FROM + MINUTES * 60);
      if (candles.length !== MINUTES) throw new Error('candles are missing');
    };
    const [taken, plain]: [number[], number[]] = [[], []];
    for (let run = 0; run < WARM_UP + RUNS; run += 1) {
      const [answered, ceiling] = [await milliseconds(answer), await milliseconds(read)];
      if (run < WARM_UP) continue;
      taken.push(answered);
      plain.push(ceiling);
    }
    const [value, ceiling] = [median(taken), median(plain)];
    return [
      {
        name: 'same path of a week at six leverages',
        value: round(value, 1),
        unit: 'ms',
        ceiling: round(ceiling, 1),
        ratio: round(ceiling / value),
        target: `< ${TARGET_MS} ms`,
        met: value < TARGET_MS,
        note: `${MINUTES.toLocaleString('en')} one-minute candles from the database, four stops for each leverage, in one process; ceiling: reading the same candles alone; ${spread(taken, 1)}, ceiling ${spread(plain, 1)}`,
      },
    ];
  } finally {
    await pool.end();
    await workshop.close();
  }
}

async function milliseconds(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
