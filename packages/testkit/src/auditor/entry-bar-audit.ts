import type { SeenBatch } from './observations.ts';

/** Whoever is told that their entry orders were cancelled had some, and they were (charter rule C4). */
export function checkEntriesCancelled(
  { log, accounts, endedOrders }: SeenBatch,
  report: (rule: string, message: string) => void,
): void {
  const owners = new Map(accounts.map(({ id, userId }) => [id, userId]));
  const cancelled = endedOrders.filter(({ status, reduces }) => status === 'cancelled' && reduces === null);
  const users = new Set(cancelled.map(({ accountId }) => owners.get(accountId)));
  for (const { kind, userId } of log) {
    if (kind !== 'entriesCancelled' || users.has(userId)) continue;
    report('C4', `user ${userId} was told of entry orders that were not cancelled`);
  }
}
