import type { Position, Trade } from '@plecho/contract';
import { expect } from 'vitest';
import type { Sent } from './trader.ts';

const succeeded = (sent: Sent): boolean => sent.answer !== null && sent.answer.status < 300;
/** Answers of the commands that succeeded. */
const answers = <T>(all: Sent[], method: Sent['method']): T[] =>
  all.filter((sent) => sent.method === method && succeeded(sent)).map(({ answer }) => answer?.body as T);
const opened = (all: Sent[]): string[] => answers<Position>(all, 'POST').map(({ id }) => id);
const closed = (all: Sent[]): Trade[] => answers<Trade>(all, 'DELETE');

/** What was told to somebody has happened. */
export function expectNothingLost(acknowledged: Sent[], positions: Position[], trades: Trade[]): void {
  const known = new Set([...positions.map((position) => position.id), ...trades.map((trade) => trade.positionId)]);
  expect(opened(acknowledged).filter((id) => !known.has(id))).toEqual([]);
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  // Read again it has what the close did not tell: its owner's note.
  for (const trade of closed(acknowledged)) expect(byId.get(trade.id)).toMatchObject(trade);
}

/** What has happened was told to somebody, once: for when everything that was sent has its answer. */
export function expectNothingDoubled(sent: Sent[], positions: Position[], trades: Trade[]): void {
  const openIds = opened(sent);
  const everOpened = new Set([...positions.map((position) => position.id), ...trades.map((trade) => trade.positionId)]);
  expect([...everOpened].toSorted()).toEqual([...new Set(openIds)].toSorted());
  expect(new Set(openIds).size).toBe(openIds.length);
  const byUser = trades.filter((trade) => trade.reason === 'user').map((trade) => trade.id);
  expect(byUser.toSorted()).toEqual(
    closed(sent)
      .map((trade) => trade.id)
      .toSorted(),
  );
}
