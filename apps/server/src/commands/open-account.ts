import { newAttempt } from './attempts.ts';
import type { AccountState } from './batch.ts';
import { accept, type Decision } from './decision.ts';
import type { Outcome } from './command.ts';

/** Enters a user into the market with its starting balance; a second time changes nothing. */
export function openAccount({ state, batch, rules }: Decision, userId: bigint): Outcome {
  const existing = state.accountOfUser(userId);
  if (existing !== undefined) return accept({ type: 'account', accountId: existing });
  const account: AccountState = {
    id: batch.ids.next(),
    userId,
    version: 1n,
    available: state.startBalance,
    orders: 0n,
    margin: 0n,
    locked: 0n,
    realisedPnl: 0n,
    season: 1,
    seasonStartedAt: batch.at,
    attempt: rules.classRules === null ? null : newAttempt(batch.now),
  };
  batch.openAccount(account);
  batch.transfer('grant', account.id, [
    {
      from: { accountId: null, book: 'issuance' },
      to: { accountId: account.id, book: 'available' },
      amount: state.startBalance,
    },
  ]);
  state.addAccount(account);
  return accept({ type: 'account', accountId: account.id });
}
