import type { AccountView, TrailingState } from '../../src/commands/batch.ts';

/** The peaks of trailing stops are those of now, and those that were written are of then: the auditor knows them. */
export const withoutPeaks = ({ account, positions, orders }: AccountView): AccountView => ({
  account,
  positions: positions.map((each) => ({ ...each, trailing: bare(each.trailing) })),
  orders: orders.map((each) => ({ ...each, callback: bare(each.callback) })),
});
const bare = (trailing: TrailingState | null): TrailingState | null =>
  trailing === null ? null : { ...trailing, peak: { seq: null, price: 0n, time: 0 } };
