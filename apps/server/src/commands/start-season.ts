import { exitQuote } from '@plecho/domain';
import { nextAttempt } from './attempts.ts';
import type { AccountState, PositionState, PriceRecord } from './batch.ts';
import { endOrder } from './cancel-order.ts';
import { closeAt } from './close-position.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshQuote, refuse, type Decision } from './decision.ts';

type StartSeason = Extract<UserCommand, { type: 'startSeason' }>;

/**
 * Ends the account's season and starts the next: everything open is closed and cancelled, what is
 * available is given back, and the market's starting balance granted anew. What is locked for
 * withdrawals stays theirs. Past seasons stay as they were. In a class, a new attempt begins; what
 * the one before it brought on the day still counts to that day.
 */
export function startSeason(decision: Decision, { accountId }: StartSeason): Outcome {
  const { state, batch } = decision;
  if (state.account(accountId) === undefined) return refuse('not_found');
  const { positions, orders } = state.openOf(accountId);
  if ([...positions, ...orders].some(({ id }) => state.taken.has(id))) return refuse('season_busy');
  const exits = exitsOf(decision, positions);
  if (exits === null) return refuse('price_unavailable');

  for (const order of orders) if (state.orders.has(order.id)) endOrder(decision, order, 'cancelled');
  for (const { position, record } of exits) {
    closeAt(decision, position, {
      margin: position.margin,
      record,
      reason: 'user',
      closedAt: fillTime(decision.now, record),
      extremes: decision.path.extremes(position, record),
      seasonEnd: true,
    });
  }
  const account = state.account(accountId);
  if (account === undefined) throw new Error(`account ${accountId} is gone`);
  const next = turnOver(decision, account);
  state.replaceAccount(next);
  batch.log({ id: batch.ids.next(), userId: account.userId, at: batch.at, kind: 'seasonStarted' });
  return accept({ type: 'season', number: next.season, startedAt: next.seasonStartedAt });
}

/** Every position with the price it would close at; null when one of them has none. */
function exitsOf(
  decision: Decision,
  positions: PositionState[],
): { position: PositionState; record: PriceRecord }[] | null {
  const exits: { position: PositionState; record: PriceRecord }[] = [];
  for (const position of positions) {
    const record = freshQuote(decision, position.symbol, exitQuote(position.side));
    if (record === null) return null;
    exits.push({ position, record });
  }
  return exits;
}

/** Gives back what is available and grants the starting balance. */
function turnOver({ state, batch }: Decision, account: AccountState): AccountState {
  const { id: accountId, available, realisedPnl, season, seasonStartedAt } = account;
  const { startBalance } = state;
  // Another server's clock may have been ahead: no season ends before it began (rule E11).
  const endedAt = Math.max(batch.at, seasonStartedAt);
  batch.endSeason({
    accountId,
    number: season,
    startedAt: seasonStartedAt,
    endedAt,
    endedId: batch.ids.next(),
    endBalance: available,
    realisedPnl,
  });
  batch.transfer('seasonEnd', accountId, [
    { from: { accountId, book: 'available' }, to: { accountId: null, book: 'issuance' }, amount: available },
  ]);
  batch.transfer('grant', accountId, [
    { from: { accountId: null, book: 'issuance' }, to: { accountId, book: 'available' }, amount: startBalance },
  ]);
  const next: AccountState = {
    ...account,
    ...{ season: season + 1, seasonStartedAt: endedAt, realisedPnl: 0n },
    attempt: account.attempt === null ? null : nextAttempt(account.attempt, batch.now),
  };
  return batch.changeAccount(next, { available: startBalance - available });
}
