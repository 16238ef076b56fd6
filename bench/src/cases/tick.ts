import { DEFAULT_RULES } from '@plecho/domain';
import type { PositionState, PriceRecord } from '../../../apps/server/src/commands/batch.ts';
import { MarketEngine } from '../../../apps/server/src/engine/market-engine.ts';
import { PricePath } from '../../../apps/server/src/engine/price-path.ts';
import { snapshotOf } from '../lib/book.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { countedIds } from '@plecho/testkit';

const POSITIONS = 100_000;
const RUNS = 7;
const TICKS = 20_000;

/** A position with a trailing stop: half of them in percent, half by a difference, of a hundred peaks that no tick gets to. */
function followed(position: PositionState, n: number): PositionState {
  const { side, entryPrice, entryRecord } = position;
  const [sign, above] = [side === 'long' ? 1n : -1n, (entryPrice / 10_000n) * BigInt(1 + (n % 100))];
  const unit = n % 4 < 2 ? 'percent' : 'price';
  const value = unit === 'percent' ? 300n + BigInt(n % 2_000) : entryPrice / 20n + BigInt(n);
  const peak = { seq: entryRecord.seq, price: entryPrice + sign * above, time: entryRecord.time };
  return { ...position, trailing: { unit, value, peak } };
}

/** A tick that crosses nothing, every position with a trailing stop, against looking at every position. */
export async function measureTick(): Promise<Result[]> {
  const book = snapshotOf(POSITIONS);
  const snapshot = { ...book, positions: book.positions.map(followed) };
  let nextId = 10_000_000n;
  const engine = new MarketEngine(snapshot, {
    marketId: 'main',
    rules: DEFAULT_RULES,
    startBalance: 0n,
    ids: countedIds(() => ++nextId),
    prices: { hasSymbol: () => true, lastRecord: () => null, lastKnown: () => null },
    path: new PricePath(),
  });
  const record = (seq: number): PriceRecord => ({
    seq: BigInt(seq),
    symbol: 'BTCUSDT',
    price: 6_000_000_000_000n + BigInt(seq % 100) * 1_000_000n,
    time: 2_000 + seq,
  });
  const scan = (probe: PriceRecord): number => {
    let reached = 0;
    for (const { side, liquidationPrice, stopLoss, takeProfit } of snapshot.positions) {
      const long = side === 'long';
      const fell = (level: bigint | null): boolean => level !== null && probe.price <= level;
      const rose = (level: bigint | null): boolean => level !== null && probe.price >= level;
      if (
        long
          ? fell(liquidationPrice) || fell(stopLoss) || rose(takeProfit)
          : rose(liquidationPrice) || rose(stopLoss) || fell(takeProfit)
      )
        reached += 1;
    }
    return reached;
  };
  const indexed: number[] = [];
  const scanned: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    indexed.push(
      microseconds(TICKS, (n) => {
        if (engine.tick(record(n)).length > 0) throw new Error('a tick crossed a level');
      }),
    );
    scanned.push(
      microseconds(20, (n) => {
        if (scan(record(n)) > 0) throw new Error('a tick crossed a level');
      }),
    );
  }
  const value = median(indexed);
  const ceiling = median(scanned);
  return [
    {
      name: 'tick on 100,000 open positions that crosses none',
      value: round(value, 3),
      unit: 'µs',
      ceiling: round(ceiling, 1),
      ratio: round(ceiling / value, 0),
      target: '≥ 100 times faster than a loop',
      met: ceiling / value >= 100,
      note: `plain loop over the ${POSITIONS.toLocaleString('en')} positions as ceiling; ${spread(indexed, 3)}, ceiling ${spread(scanned, 0)}`,
    },
  ];
}

function microseconds(count: number, run: (n: number) => void): number {
  const started = performance.now();
  for (let n = 0; n < count; n += 1) run(n);
  return ((performance.now() - started) * 1000) / count;
}
