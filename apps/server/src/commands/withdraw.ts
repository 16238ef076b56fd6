import { carries, withdrawalFee, WITHDRAWAL_MINIMUM } from '@plecho/network';
import type { WithdrawalState } from './batch.ts';
import { valueNow } from './coin-value.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';

type Withdraw = Extract<UserCommand, { type: 'withdraw' }>;
type WithdrawToCard = Extract<UserCommand, { type: 'withdrawToCard' }>;

/** What is asked for, and where it goes. */
type Request = Pick<WithdrawalState, 'asset' | 'amount' | 'fee' | 'network' | 'address' | 'memo' | 'card'>;

/** A withdrawal to an address of the practice network. */
export function withdraw(decision: Decision, command: Withdraw): Outcome {
  const { asset, amount, network, address, memo } = command;
  if (amount <= 0n) return refuse('invalid_amount');
  if (!carries(network, asset)) return refuse('asset_not_on_network');
  const fee = withdrawalFee(asset, network);
  if (amount <= fee) return refuse('withdrawal_below_minimum');
  return lock(decision, command, { asset, amount, fee, network, address, memo, card: null });
}

/** A withdrawal to a practice card: the bank takes no fee. */
export function withdrawToCard(decision: Decision, command: WithdrawToCard): Outcome {
  const { amount, card } = command;
  if (amount <= 0n) return refuse('invalid_amount');
  return lock(decision, command, { asset: 'USDT', amount, fee: 0n, network: null, address: null, memo: null, card });
}

/**
 * Locks what the coins are worth, rounded up, and writes the withdrawal down. From here on it can only
 * be paid or given back (charter rule C4).
 */
function lock(
  decision: Decision,
  { accountId, isLimitReached }: Pick<Withdraw, 'accountId' | 'isLimitReached'>,
  request: Request,
): Outcome {
  const { state, batch } = decision;
  const { asset, amount } = request;
  if (amount < WITHDRAWAL_MINIMUM[asset]) return refuse('withdrawal_below_minimum');
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  if (isLimitReached) return refuse('too_many_operations');
  const worth = valueNow(decision, asset, amount, 'ceil');
  if (worth === null) return refuse('price_unavailable');
  if (worth.value > account.available) return refuse('insufficient_funds');
  const withdrawal: WithdrawalState = {
    id: batch.ids.next(),
    accountId,
    userId: account.userId,
    ...request,
    ...worth,
    createdAt: batch.at,
  };
  batch.transfer('withdraw', withdrawal.id, [
    { from: { accountId, book: 'available' }, to: { accountId, book: 'locked' }, amount: worth.value },
  ]);
  batch.withdraw(withdrawal);
  state.replaceAccount(batch.changeAccount(account, { available: -worth.value, locked: worth.value }));
  return accept({ type: 'withdrawal', withdrawal });
}
