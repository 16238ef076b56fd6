import type { Posting, Usdt } from '@plecho/domain';
import type { MarketCommand, Outcome } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';

type AdjustBalance = Extract<MarketCommand, { type: 'adjustBalance' }>;

/** Largest single adjustment either way: 100 million USDT. */
export const MAX_ADJUSTMENT: Usdt = 100_000_000_000_000n;

/** An operator's change of what is available, with its line in the person's own log (charter rule C4). */
export function adjustBalance({ state, batch }: Decision, command: AdjustBalance): Outcome {
  const { accountId, amount, reason, operatorId } = command;
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  if (amount === 0n) return refuse('adjustment_zero');
  if (amount > MAX_ADJUSTMENT || amount < -MAX_ADJUSTMENT) return refuse('amount_too_large');
  if (account.available + amount < 0n) return refuse('adjustment_below_zero');
  const issuance: Posting['from'] = { accountId: null, book: 'issuance' };
  const available: Posting['from'] = { accountId, book: 'available' };
  const transferId = batch.transfer('adjustment', accountId, [
    amount > 0n ? { from: issuance, to: available, amount } : { from: available, to: issuance, amount: -amount },
  ]);
  if (transferId === null) throw new Error('an adjustment that moves nothing');
  const { userId } = account;
  batch.log({ id: batch.ids.next(), userId, at: batch.at, kind: 'adjusted', operatorId, reason, amount, transferId });
  const changed = batch.changeAccount(account, { available: amount });
  state.replaceAccount(changed);
  return accept({ type: 'adjustment', amount, available: changed.available });
}
