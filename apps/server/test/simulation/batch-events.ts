import type { Batch } from '../../src/commands/batch.ts';

/** Kinds of transfers that are no trading. */
const MONEY = new Set([
  'deposit',
  'card',
  'withdraw',
  'withdrawPaid',
  'cardPayout',
  'withdrawRefund',
  'adjustment',
  'seasonEnd',
]);

/** What a batch has brought about, by the names under which runs count what they have met. */
export function eventsOf(batch: Batch): string[] {
  const orders = [...batch.endedOrders, ...batch.placedOrders];
  const filled = orders.filter(({ status }) => status === 'filled');
  return [
    ...batch.trades.map(({ reason, insurance }) => (insurance > 0n ? 'beyond bankruptcy' : `closed by ${reason}`)),
    ...orders.map(({ status }) => `order ${status}`),
    ...filled.map(({ kind, reduces }) => `${reduces === null ? kind : `reducing ${kind}`} filled`),
    ...batch.changedOrders.map(({ activatedAt }) => (activatedAt === null ? 'amended' : 'activated')),
    ...batch.fundingPayments.map(({ waived }) => (waived > 0n ? 'funding waived' : 'funding paid')),
    ...batch.transfers.filter(({ kind }) => MONEY.has(kind)).map(({ kind }) => `moved by ${kind}`),
    ...batch.log.map(({ kind }) => `told ${kind}`),
    ...batch.settlements.flatMap(({ failure }) => (failure === null ? [] : [`failed: ${failure}`])),
  ];
}
