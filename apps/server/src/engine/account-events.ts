import type { AccountState } from '../commands/batch.ts';
import type { BuiltBatch } from '../commands/batch-builder.ts';
import type { AccountEvent } from './events.ts';

/** What a committed batch means to each account that it changed, in the order of the batch. */
export function accountEvents({ batch, closed }: BuiltBatch): AccountEvent[] {
  const events = new Map<bigint, AccountEvent>();
  const begin = (account: AccountState, fromVersion: bigint): void => {
    events.set(account.id, {
      marketId: batch.marketId,
      userId: account.userId,
      account,
      fromVersion,
      positions: [],
      removedPositions: [],
      orders: [],
      removedOrders: [],
      trades: [],
    });
  };
  for (const account of batch.newAccounts) begin(account, 0n);
  for (const account of batch.accounts) begin(account, account.version - 1n);
  const of = (accountId: bigint): AccountEvent => {
    const event = events.get(accountId);
    if (event === undefined) throw new Error(`account ${accountId} changed without its state`);
    return event;
  };
  for (const position of batch.openedPositions) of(position.accountId).positions.push(position);
  for (const position of batch.changedPositions) of(position.accountId).positions.push(position);
  for (const position of closed) of(position.accountId).removedPositions.push(position.id);
  for (const order of batch.placedOrders) if (order.status === 'open') of(order.accountId).orders.push(order);
  const ended = new Set(batch.endedOrders.map(({ id }) => id));
  for (const order of batch.changedOrders) if (!ended.has(order.id)) of(order.accountId).orders.push(order);
  for (const order of batch.endedOrders) of(order.accountId).removedOrders.push(order.id);
  for (const trade of batch.trades) of(trade.accountId).trades.push(trade);
  return [...events.values()];
}
