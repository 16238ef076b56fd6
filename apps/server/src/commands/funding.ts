import { fundingDue, type Posting, type Usdt } from '@plecho/domain';
import type { AccountState, FundingRound, PositionState } from './batch.ts';
import type { Decision } from './decision.ts';

type Debtor = Pick<PositionState, 'symbol' | 'fundedAt' | 'entryRecord'>;

/**
 * Rounds of funding that are decided and that open positions may not have paid yet. A round is of the positions that
 * were open at its price: they had been opened at an earlier one than its hour.
 */
export class OpenRounds {
  /** Ascending by time. */
  readonly #bySymbol = new Map<string, FundingRound[]>();

  constructor(rounds: readonly FundingRound[] = []) {
    for (const round of rounds) this.add(round);
  }

  /** Takes a round once. */
  add(round: FundingRound): void {
    if (round.rate === 0n) return;
    const rounds = this.#bySymbol.get(round.symbol) ?? [];
    if (rounds.some(({ at }) => at === round.at)) return;
    rounds.push(round);
    this.#bySymbol.set(
      round.symbol,
      rounds.sort((a, b) => a.at - b.at),
    );
  }

  get isEmpty(): boolean {
    return this.#bySymbol.size === 0;
  }

  /** How many a position may owe at most. */
  get most(): number {
    let most = 0;
    for (const rounds of this.#bySymbol.values()) most = Math.max(most, rounds.length);
    return most;
  }

  owedBy({ symbol, fundedAt, entryRecord }: Debtor): FundingRound[] {
    const rounds = this.#bySymbol.get(symbol);
    return rounds === undefined ? [] : rounds.filter(({ at }) => at > fundedAt && at > entryRecord.time);
  }

  all(): FundingRound[] {
    return [...this.#bySymbol.values()].flat();
  }

  /** Every position has paid these. */
  forget(paid: ReadonlySet<FundingRound>): void {
    for (const [symbol, rounds] of this.#bySymbol) {
      const left = rounds.filter((round) => !paid.has(round));
      if (left.length === 0) this.#bySymbol.delete(symbol);
      else this.#bySymbol.set(symbol, left);
    }
  }
}

/**
 * Books the rounds of funding that a position owes: before anything else happens to it, or when its turn has come. What
 * the account does not have available is waived, so that no balance gets negative and no margin smaller (rule E15).
 * @returns the position as it is from then on
 */
export function payFunding(decision: Decision, position: PositionState): PositionState {
  const { state, batch } = decision;
  const owed = state.rounds.owedBy(position);
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
  const paid: PositionState = { ...position, funding, fundedAt: newest.at };
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
