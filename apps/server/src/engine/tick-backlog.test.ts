import { expect, it } from 'vitest';
import type { PriceRecord } from '../commands/batch.ts';
import { MOST_WAITING, TickBacklog } from './tick-backlog.ts';

const record = (seq: number): PriceRecord => ({
  seq: BigInt(seq),
  symbol: seq % 2 === 0 ? 'AUSDT' : 'BUSDT',
  price: BigInt(seq),
  time: seq,
});

it('E8 keeps every price in its order, and says when it is full', () => {
  const backlog = new TickBacklog();
  for (let seq = 1; seq < MOST_WAITING; seq++) backlog.push(record(seq));
  expect(backlog.isFull).toBe(false);
  backlog.push(record(MOST_WAITING));
  expect(backlog.isFull).toBe(true);
  const taken = backlog.take();
  expect(taken).toHaveLength(MOST_WAITING);
  expect(taken.findIndex(({ seq }, n) => seq !== BigInt(n + 1))).toBe(-1);
  expect(backlog.isFull).toBe(false);
  backlog.push(record(MOST_WAITING + 1));
  backlog.push(record(MOST_WAITING + 2));
  expect(backlog.take()).toHaveLength(2);
  expect(backlog.take()).toEqual([]);
});
