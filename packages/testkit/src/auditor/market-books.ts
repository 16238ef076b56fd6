import type { SeenBatch, SeenPosition } from './observations.ts';

type Report = (rule: string, message: string) => void;

/**
 * What users lost and paid by trading is what the market's own books gained, book by book.
 *
 * @param addedFees of what was added in the batch
 * @param closeFees closing or liquidation fee of each of its trades
 */
export function checkMarketBooks(
  { transfers, trades, fundingPayments }: SeenBatch,
  opened: readonly SeenPosition[],
  addedFees: bigint,
  closeFees: ReadonlyMap<bigint, bigint>,
  report: Report,
): void {
  const must = { clearing: 0n, fees: addedFees, insurance: 0n, funding: 0n };
  for (const { amount, waived } of fundingPayments) {
    must.funding += waived - amount;
    must.insurance -= waived;
  }
  for (const position of opened) must.fees += position.openFee;
  for (const trade of trades) {
    must.clearing += trade.insurance - trade.pnl;
    must.insurance -= trade.insurance;
    must.fees += closeFees.get(trade.id) ?? 0n;
  }
  for (const book of ['clearing', 'fees', 'insurance', 'funding'] as const) {
    const legs = transfers
      .flatMap((transfer) => transfer.legs)
      .filter(({ ref }) => ref.accountId === null && ref.book === book);
    const gained = legs.reduce((sum, { amount }) => sum + amount, 0n);
    if (gained !== must[book]) report('E6', `the ${book} book gained ${gained}, must be ${must[book]}`);
  }
}
