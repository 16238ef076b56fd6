import { expect, it } from 'vitest';
import type { PriceRecord } from '../commands/batch.ts';
import { TickBacklog } from './tick-backlog.ts';

const record = (seq: number): PriceRecord => ({
  seq: BigInt(seq),
  symbol: seq % 2 === 0 ? 'AUSDT' : 'BUSDT',
  price: BigInt(seq),
  time: seq,
});

it('E8 keeps every price in its order, and the newest of each symbol when a database is gone for too long', () => {
  const skipped: bigint[] = [];
  const backlog = new TickBacklog(({ seq }) => skipped.push(seq));
  for (let seq = 1; seq <= 20_000; seq++) backlog.push(record(seq));
  expect(backlog.size).toBe(20_000);
  backlog.push(record(20_001));
  expect(backlog.take().map(({ seq }) => seq)).toEqual([20_000n, 20_001n]);
  expect(skipped).toEqual(Array.from({ length: 19_999 }, (_, n) => BigInt(n + 1)));
  backlog.push(record(20_002));
  backlog.push(record(20_003));
  expect(backlog.take().map(({ seq }) => seq)).toEqual([20_002n, 20_003n]);
  expect(backlog.take()).toEqual([]);
});
