import { legsOf, type Posting, type TransferKind } from '@plecho/domain';
import type {
  AccountState,
  AttemptState,
  Batch,
  FundingPayment,
  FundingRound,
  IdSource,
  LogEntryState,
  OrderState,
  PositionState,
  PriceRecord,
  SeasonState,
  SettlementState,
  TradeState,
  WithdrawalState,
} from './batch.ts';
import { withResult, type AttemptTerms } from './attempts.ts';
import type { Idempotency, Outcome } from './command.ts';

type Balances = Partial<Pick<AccountState, 'available' | 'orders' | 'margin' | 'locked' | 'realisedPnl'>>;

/** When a batch is decided, ms: by the wall clock, and by the market's own. */
export interface BatchTime {
  at: number;
  now: number;
}

/** Collects the effects of a run of decisions and gives them the shape that the journal writes. */
export class BatchBuilder {
  readonly ids: IdSource;
  /** Wall clock, ms: when everything in the batch is decided. */
  readonly at: number;
  /** The market's own clock, ms: the same for everything in the batch. */
  readonly now: number;
  readonly #terms: AttemptTerms | null;
  readonly #marketId: string;
  readonly #records = new Map<bigint, PriceRecord>();
  readonly #transfers: Batch['transfers'] = [];
  readonly #newAccounts = new Map<bigint, AccountState>();
  readonly #accounts = new Map<bigint, AccountState>();
  readonly #opened = new Map<bigint, PositionState>();
  readonly #changed = new Map<bigint, PositionState>();
  readonly #closed: PositionState[] = [];
  readonly #placed = new Map<bigint, OrderState>();
  readonly #changedOrders = new Map<bigint, OrderState>();
  readonly #ended: OrderState[] = [];
  readonly #additions: Batch['additions'] = [];
  readonly #trades: TradeState[] = [];
  readonly #rounds = new Map<string, FundingRound>();
  readonly #payments: FundingPayment[] = [];
  readonly #withdrawals: WithdrawalState[] = [];
  readonly #settlements: SettlementState[] = [];
  readonly #seasons: SeasonState[] = [];
  readonly #log: LogEntryState[] = [];
  readonly #outcomes: Batch['outcomes'] = [];

  /** @param terms null outside classes */
  constructor(marketId: string, ids: IdSource, { at, now }: BatchTime, terms: AttemptTerms | null) {
    this.#marketId = marketId;
    this.ids = ids;
    this.at = at;
    this.now = now;
    this.#terms = terms;
  }

  /** Adds a transfer unless nothing moves. @returns its id; null when nothing moves. */
  transfer(kind: TransferKind, subjectId: bigint, postings: Posting[]): bigint | null {
    const legs = legsOf(postings);
    if (legs.length === 0) return null;
    const id = this.ids.next();
    this.#transfers.push({ id, kind, subjectId, legs });
    return id;
  }

  openAccount(account: AccountState): void {
    this.#newAccounts.set(account.id, account);
  }

  /**
   * The account with some balances changed by the given amounts. Its version grows by one for the
   * whole batch, however often it changes, because a listener sees one event per batch. Whatever is realised, its
   * attempt knows at once.
   */
  changeAccount(account: AccountState, by: Balances): AccountState {
    const result = by.realisedPnl ?? 0n;
    const fresh = this.#newAccounts.has(account.id);
    const seen = fresh || this.#accounts.has(account.id);
    const changed: AccountState = {
      ...account,
      version: seen ? account.version : account.version + 1n,
      available: account.available + (by.available ?? 0n),
      orders: account.orders + (by.orders ?? 0n),
      margin: account.margin + (by.margin ?? 0n),
      locked: account.locked + (by.locked ?? 0n),
      realisedPnl: account.realisedPnl + result,
      attempt: this.#attemptAfter(account, result),
    };
    (fresh ? this.#newAccounts : this.#accounts).set(account.id, changed);
    return changed;
  }

  /** The attempt after a result; what it comes to by that is a line in its owner's log (rule E17). */
  #attemptAfter({ userId, attempt, realisedPnl }: AccountState, result: bigint): AttemptState | null {
    if (this.#terms === null || attempt === null || result === 0n) return attempt;
    const after = withResult(attempt, result, realisedPnl + result, this.#terms, this.now);
    const line = { userId, at: this.at };
    if (after.passedAt !== attempt.passedAt) {
      this.log({ id: this.ids.next(), ...line, kind: 'attemptPassed', reason: 'target' });
    }
    if (after.endedAt !== attempt.endedAt) {
      this.log({ id: this.ids.next(), ...line, kind: 'attemptEnded', reason: 'maxLoss' });
    }
    return after;
  }

  openPosition(position: PositionState): void {
    this.#opened.set(position.id, position);
    this.#useRecord(position.entryRecord);
    this.#usePeak(position);
  }

  changePosition(position: PositionState): void {
    this.#usePeak(position);
    (this.#opened.has(position.id) ? this.#opened : this.#changed).set(position.id, position);
  }

  /** A position to which its newest entry was added. */
  addEntry(position: PositionState): void {
    const entry = position.added.at(-1);
    if (entry === undefined) throw new Error(`nothing was added to position ${position.id}`);
    this.#additions.push({ positionId: position.id, n: position.added.length + 1, entry });
    this.#useRecord(entry.record);
    this.changePosition(position);
  }

  /** A round that was decided; said again, it is written once. */
  fundingRound(round: FundingRound): void {
    this.#rounds.set(`${round.symbol} ${round.at}`, round);
    this.#useRecord(round.record);
  }

  pay(payment: FundingPayment): void {
    this.#payments.push(payment);
  }

  closePosition(position: PositionState): void {
    this.#changed.delete(position.id);
    if (!this.#opened.delete(position.id)) this.#closed.push(position);
  }

  placeOrder(order: OrderState): void {
    this.#placed.set(order.id, order);
  }

  changeOrder(order: OrderState): void {
    (this.#placed.has(order.id) ? this.#placed : this.#changedOrders).set(order.id, order);
  }

  endOrder(order: OrderState): void {
    if (this.#placed.has(order.id)) this.#placed.set(order.id, order);
    else this.#ended.push(order);
  }

  trade(trade: TradeState): void {
    this.#trades.push(trade);
    this.#useRecord(trade.exitRecord);
    this.#usePeak(trade);
  }

  withdraw(withdrawal: WithdrawalState): void {
    this.#withdrawals.push(withdrawal);
    if (withdrawal.record !== null) this.#useRecord(withdrawal.record);
  }

  settle(settlement: SettlementState): void {
    this.#settlements.push(settlement);
    if (settlement.record !== null) this.#useRecord(settlement.record);
  }

  endSeason(season: SeasonState): void {
    this.#seasons.push(season);
  }

  log(entry: LogEntryState): void {
    this.#log.push(entry);
  }

  outcome(idempotency: Idempotency, outcome: Outcome): void {
    this.#outcomes.push({ idempotency, outcome });
  }

  /** @returns null when there is nothing to write. */
  build(): BuiltBatch | null {
    const batch: Batch = {
      marketId: this.#marketId,
      at: this.at,
      priceRecords: [...this.#records.values()].sort((a, b) => (a.seq < b.seq ? -1 : 1)),
      transfers: this.#transfers,
      newAccounts: [...this.#newAccounts.values()],
      accounts: [...this.#accounts.values()],
      openedPositions: [...this.#opened.values()],
      changedPositions: [...this.#changed.values()],
      closedPositions: this.#closed.map((position) => position.id),
      placedOrders: [...this.#placed.values()],
      changedOrders: [...this.#changedOrders.values()],
      endedOrders: this.#ended,
      additions: this.#additions,
      trades: this.#trades,
      fundingRounds: [...this.#rounds.values()],
      fundingPayments: this.#payments,
      withdrawals: this.#withdrawals,
      settlements: this.#settlements,
      seasons: this.#seasons,
      log: this.#log,
      outcomes: this.#outcomes,
    };
    const empty = [batch.newAccounts, batch.accounts, batch.fundingRounds, batch.settlements, batch.outcomes].every(
      (list) => list.length === 0,
    );
    return empty ? null : { batch, closed: this.#closed };
  }

  /** What a trailing stop is measured from is kept like the prices of fills: a close by it is proved with both. */
  #usePeak({ symbol, trailing }: Pick<PositionState, 'symbol' | 'trailing'>): void {
    if (trailing === null || trailing.peak.seq === null) return;
    const { seq, price, time } = trailing.peak;
    this.#useRecord({ seq, symbol, price, time });
  }

  #useRecord(record: PriceRecord): void {
    this.#records.set(record.seq, record);
  }
}

/** A batch with what its listeners need beyond it. */
export interface BuiltBatch {
  batch: Batch;
  /** The positions behind `batch.closedPositions`, as they were last. */
  closed: PositionState[];
}
