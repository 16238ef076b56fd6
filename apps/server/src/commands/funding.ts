import { fundingDue, type Posting, type Usdt } from '@plecho/domain';
import type { AccountState, FundingRound, PositionState } from './batch.ts';
import type { Decision } from './decision.ts';

/**
 * Books the rounds of funding that a position owes: before anything else happens to it, or when its turn has come. What
 * the account does not have available is waived, so that no balance gets negative and no margin smaller (rule E15).
 * @param until the number of the newest price whose rounds are meant; null: all
 * @returns the position as it is from then on
 */
export function payFunding(decision: Decision, position: PositionState, until: bigint | null = null): PositionState {
  const { state, batch } = decision;
  const owed = state.rounds.owedBy(position, until);
  const newest = owed.at(-1);
  if (newest === undefined) return position;
  let account = state.account(position.accountId);
  if (account === undefined) throw new Error(`position ${position.id} has no account`);
  let { funding } = position;
  for (const round of owed) {
    const amount = book(decision, position, account, round);
    funding += amount;
    account = batch.changeAccount(account, { available: amount, realisedPnl: amount });
  }
  state.replaceAccount(account);
  const paid: PositionState = { ...position, trailing: state.trailingOf(position), funding, fundedAt: newest.at };
  batch.changePosition(paid);
  state.refreshPosition(position, paid);
  return paid;
}

/** @returns what the account got or, negative, paid */
function book({ batch }: Decision, position: PositionState, account: AccountState, round: FundingRound): Usdt {
  const { id: positionId, accountId, symbol, side } = position;
  batch.fundingRound(round);
  const due = fundingDue(position, round.record.price, round.rate);
  const amount = due < -account.available ? -account.available : due;
  const waived = amount - due;
  const available: Posting['from'] = { accountId, book: 'available' };
  const funding: Posting['from'] = { accountId: null, book: 'funding' };
  const id = batch.transfer('funding', positionId, [
    amount >= 0n ? { from: funding, to: available, amount } : { from: available, to: funding, amount: -amount },
    { from: { accountId: null, book: 'insurance' }, to: funding, amount: waived },
  ]);
  if (id !== null) batch.pay({ id, accountId, positionId, symbol, side, amount, waived, round });
  return amount;
}
