import { plain, type Books } from './books.ts';
import type { LedgerModel } from './ledger-model.ts';
import type {
  SeenAccount,
  SeenAttempt,
  SeenBatch,
  SeenClassRules,
  SeenCommand,
  SeenOrder,
  SeenRecord,
  SeenRules,
  SeenTrade,
  SeenTransfer,
} from './observations.ts';

type Report = (rule: string, message: string) => void;

type NewestUpTo = (symbol: string, seq: bigint) => SeenRecord | null;

const DAY_MS = 86_400_000;
const ONE = 1_000_000n;
const MOST_FREE = 3;
const BOOKS = ['available', 'orders', 'margin', 'locked'] as const;
const OPENING = new Set(['open', 'orderFill', 'add']);
/** What sets margins of orders aside. */
const RESTING = new Set(['orderPlace', 'orderAmend']);
/** What is a result of trading; everything else that moves money is none. */
const RESULTS = new Set(['open', 'orderFill', 'add', 'close', 'liquidate', 'funding']);
const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** An attempt as the entries alone tell of it. */
interface Known extends SeenAttempt {
  result: bigint;
  /** The newest price when the batch was decided that ended it. */
  endedSeq: bigint;
  /** When what is open was closed at the latest, ms: with the batch after that one, or else as soon as that one was written. */
  closingAt: number;
  isClosing: boolean;
}

/** When a batch was decided: by the market's clock, and after which of its prices. */
interface Moment {
  seq: bigint;
  now: number;
  /** When that was written, by the same clock. */
  writtenAt: number;
}

/** How an account stood within the newest batch, at the worst for whoever wants to open something. */
interface Worst {
  dayResult: bigint;
  total: bigint;
  ended: boolean;
}

/**
 * Keeps its own account of the attempts of a class, from the entries of the ledger one after another: what was realised, on
 * which day, when that reached a limit, and that nothing opened, grew or filled against the rules.
 */
export class ClassAudit {
  readonly #rules: SeenClassRules | null;
  readonly #staleAfterMs: number;
  readonly #startBalance: bigint;
  readonly #books: Books;
  readonly #ledger: LedgerModel;
  readonly #report: Report;
  readonly #attempts = new Map<bigint, Known>();
  readonly #users = new Map<bigint, bigint>();
  /** What is left of the margin of each position. */
  readonly #margins = new Map<bigint, bigint>();
  /** Of orders, as the newest batch left them. */
  readonly #resting = new Map<bigint, bigint>();
  /** Orders that the newest batch has placed or enlarged, by one command each: what is in them now. */
  #enlarged = new Map<bigint, bigint>();
  #worst = new Map<bigint, Worst>();
  /** Lines that the logs of the batch must have, each with its user. */
  #lines: string[] = [];

  constructor(
    books: Books,
    ledger: LedgerModel,
    { rules, startBalance }: { rules: SeenRules; startBalance: bigint },
    report: Report,
  ) {
    this.#rules = rules.classRules;
    this.#staleAfterMs = rules.staleAfterMs;
    this.#startBalance = startBalance;
    this.#books = books;
    this.#ledger = ledger;
    this.#report = report;
  }

  /** A batch begins: how accounts stand before it counts to what its refusals may be about. */
  begin(batch: SeenBatch, moment: Moment): void {
    const { newAccounts } = batch;
    this.#lines = [];
    this.#enlarged = this.#enlargedBy(batch);
    this.#worst = new Map();
    for (const { id, userId } of newAccounts) this.#users.set(id, userId);
    for (const id of this.#attempts.keys()) this.#note(id, moment.now);
    for (const known of this.#attempts.values()) {
      if (known.isClosing) known.closingAt = Math.max(known.closingAt, moment.now);
      known.isClosing = false;
    }
  }

  /** A transfer of the batch, before it is booked. */
  book(transfer: SeenTransfer, moment: Moment): void {
    if (this.#rules === null) return;
    const { now } = moment;
    const { kind, subjectId, legs } = transfer;
    const accountId = legs.find(({ ref }) => ref.accountId !== null)?.ref.accountId ?? null;
    if (accountId === null) return;
    if (kind === 'grant') {
      this.#attempts.set(accountId, this.#fresh(this.#attempts.get(accountId), now));
      return;
    }
    const known = this.#attempts.get(accountId);
    if (known === undefined) return this.#report('E17', `account ${accountId} has no attempt`);
    const sum = (book: string | null): bigint =>
      legs
        .filter(({ ref }) => ref.accountId === accountId && (book === null || ref.book === book))
        .reduce((total, { amount }) => total + amount, 0n);
    const positionId = this.#books.everTrades.get(subjectId) ?? subjectId;
    const margin = (this.#margins.get(positionId) ?? 0n) + sum('margin');
    if (RESULTS.has(kind)) this.#margins.set(positionId, margin);
    const rests = RESTING.has(kind) ? this.#enlarged.get(subjectId) : undefined;
    if (rests !== undefined) this.#allowed(`order ${subjectId} by ${kind}`, accountId, rests, known, now);
    if (OPENING.has(kind)) this.#opening(transfer, accountId, margin, known, now);
    if (RESULTS.has(kind)) this.#result(known, sum(null), this.#users.get(accountId) ?? 0n, moment);
    this.#note(accountId, now, sum(null));
  }

  /** An attempt begins: the day goes on with what an earlier attempt brought on it, everything else is new. */
  #fresh(earlier: Known | undefined, now: number): Known {
    const today = dayOf(now);
    const [day, dayResult] =
      earlier === undefined || earlier.day < today ? [today, 0n] : [earlier.day, earlier.dayResult];
    return { day, dayResult, passedAt: null, endedAt: null, result: 0n, endedSeq: 0n, closingAt: 0, isClosing: false };
  }

  /** What opens or grows must be within the rules at that moment. */
  #opening({ kind, subjectId }: SeenTransfer, accountId: bigint, margin: bigint, known: Known, now: number): void {
    const { maxLeverage } = this.#rules as SeenClassRules;
    const about = `position ${subjectId} by ${kind}`;
    const leverage = this.#books.positions.get(subjectId)?.state.leverage ?? 0;
    if (leverage > maxLeverage) this.#report('E17', `${about} with a leverage of ${leverage}`);
    this.#allowed(about, accountId, margin, known, now);
  }

  /** What is in a position or order must be within the rules when it comes to that. */
  #allowed(about: string, accountId: bigint, margin: bigint, known: Known, now: number): void {
    const { maxShare, maxDayLoss } = this.#rules as SeenClassRules;
    if (maxShare !== null && margin * ONE > maxShare * this.#total(accountId))
      this.#report('E17', `${about} has ${margin} of ${this.#total(accountId)}`);
    if (known.endedAt !== null) this.#report('E17', `${about} after the end of the attempt`);
    if (this.#isLost(this.#dayResult(known, now), maxDayLoss)) this.#report('E17', `${about} on a lost day`);
  }

  #enlargedBy({ transfers, placedOrders, changedOrders, endedOrders }: SeenBatch): Map<bigint, bigint> {
    const enlarged = new Map<bigint, bigint>();
    for (const { id, reduces, margin } of [...placedOrders, ...changedOrders]) {
      const times = transfers.filter(({ kind, subjectId }) => RESTING.has(kind) && subjectId === id).length;
      const isMore = reduces === null && margin > (this.#resting.get(id) ?? 0n);
      if (isMore && times === 1) enlarged.set(id, margin);
      this.#resting.set(id, margin);
    }
    for (const { id } of endedOrders) this.#resting.delete(id);
    return enlarged;
  }

  #result(known: Known, amount: bigint, userId: bigint, { now, seq, writtenAt }: Moment): void {
    const { maxLoss, target } = this.#rules as SeenClassRules;
    if (amount === 0n) return;
    known.dayResult = this.#dayResult(known, now) + amount;
    known.day = Math.max(known.day, dayOf(now));
    known.result += amount;
    if (known.endedAt !== null) return;
    if (known.passedAt === null && target !== null && known.result * ONE >= target * this.#startBalance) {
      known.passedAt = now;
      this.#lines.push(`${userId} attemptPassed target`);
    }
    if (!this.#isLost(known.result, maxLoss)) return;
    known.endedAt = now;
    known.endedSeq = seq;
    known.closingAt = writtenAt;
    known.isClosing = true;
    this.#lines.push(`${userId} attemptEnded maxLoss`);
  }

  /**
   * Everybody is told what an attempt came to, and of each order that was cancelled instead of filled.
   * @param refused such orders
   */
  told({ log }: SeenBatch, refused: readonly SeenOrder[]): void {
    const lines = log.filter(({ kind }) => kind === 'attemptPassed' || kind === 'attemptEnded');
    const words = lines.map((line) => `${line.userId} ${line.kind} ${line.reason}`);
    if (plain(words.toSorted()) !== plain(this.#lines.toSorted()))
      this.#report('E17', `told: ${plain(words)}, must be ${plain(this.#lines)}`);
    const left = [...refused];
    for (const { userId, kind, reason = '' } of log) {
      if (kind !== 'orderRefused') continue;
      const isMeant = (order: SeenOrder): boolean =>
        this.#users.get(order.accountId) === userId && this.#isAgainst(order, reason);
      const place = left.findIndex(isMeant);
      if (place < 0) this.#report('E17', `user ${userId} was told of an order that was refused by ${reason}`);
      else left.splice(place, 1);
    }
    // The end of an attempt takes orders at once: prices may come to them before that is written.
    const wrong = left.filter(({ accountId }) => !this.isOver(accountId));
    for (const { id } of wrong) this.#report('E8', `order ${id} was cancelled, but had come to its fill`);
  }

  /** Whether a rule was against the fill of an order at some moment of the batch. */
  #isAgainst({ accountId, margin }: SeenOrder, reason: string): boolean {
    const worst = this.#worst.get(accountId);
    if (this.#rules === null || worst === undefined) return false;
    const { maxShare, maxDayLoss } = this.#rules;
    if (reason === 'maxLoss') return worst.ended;
    if (reason === 'maxDayLoss') return this.#isLost(worst.dayResult, maxDayLoss);
    return reason === 'maxShare' && maxShare !== null && margin * ONE > maxShare * worst.total;
  }

  /** The account as a batch leaves it. */
  account({ id, attempt }: SeenAccount, { now }: Moment): void {
    this.#note(id, now);
    const known = this.#attempts.get(id);
    const { day, dayResult, passedAt, endedAt } = known ?? {};
    const must = known === undefined ? null : { day, dayResult, passedAt, endedAt };
    if (plain(attempt) !== plain(must)) {
      this.#report('E17', `attempt of account ${id}: ${plain(attempt)}, must be ${plain(must)}`);
    }
  }

  /** An order that rests must be one that may fill. */
  placed({ id, leverage, reduces }: SeenOrder): void {
    if (this.#rules === null || reduces !== null || leverage <= this.#rules.maxLeverage) return;
    this.#report('E17', `order ${id} rests with a leverage of ${leverage}`);
  }

  /** What was accepted has to be asked for with calibrated guesses, where the class takes them. */
  accepted(command: SeenCommand): void {
    const { type, leverage, positionId = 0n, orderId = 0n, margin, calibrated, first, second } = command;
    if (this.#rules?.calibration !== true || calibrated === true) return;
    if (first !== undefined && second !== undefined) {
      for (const each of [first, second]) this.accepted({ ...each, type: 'placeOrder' });
      return;
    }
    const grows = type === 'addToPosition' || type === 'reversePosition';
    const held = grows ? this.#books.positions.get(positionId)?.state.leverage : undefined;
    const order = this.#enlarged.has(orderId) ? this.#books.orders.get(orderId)?.state : undefined;
    const isEnlarged = type === 'amendOrder' && order?.margin === margin;
    const of = leverage ?? held ?? (isEnlarged ? order?.leverage : undefined) ?? 0;
    if (of > MOST_FREE) this.#report('E17', `${type} with a leverage of ${of} was not asked for it`);
  }

  /** What is wrong with a close that the end of an attempt has caused; null when nothing is. */
  problemOfEnd({ accountId, symbol, exitRecord }: SeenTrade, newestUpTo: NewestUpTo): string | null {
    const { endedAt = null, endedSeq = 0n } = this.#attempts.get(accountId) ?? {};
    if (endedAt === null) return 'whose attempt goes on';
    if (endedAt - exitRecord.time > this.#staleAfterMs) return 'at a price that was stale at the end';
    const first = newestUpTo(symbol, endedSeq)?.seq ?? 0n;
    return exitRecord.seq < first ? 'at a price of before' : null;
  }

  /** Another process gives the numbers after the last one that is stored to other prices. */
  restarted(lastSeq: bigint): void {
    for (const known of this.#attempts.values()) if (known.endedSeq > lastSeq) known.endedSeq = lastSeq;
  }

  /** Whether the market closes and cancels everything that an account has open. */
  isOver(accountId: bigint): boolean {
    return this.#endOf(accountId) !== null;
  }

  /** Whether a refusal by a rule can be right. */
  isRefused(
    { type, accountId = 0n, leverage, positionId = 0n, orderId = 0n, calibrated, margin }: SeenCommand,
    code: string,
  ): boolean {
    const worst = this.#worst.get(accountId);
    if (this.#rules === null || worst === undefined) return false;
    const { maxLeverage, maxShare, maxDayLoss, maxLoss, calibration } = this.#rules;
    const position = this.#books.positions.get(positionId)?.state;
    const isReversal = type === 'reversePosition';
    const order = this.#books.orders.get(orderId)?.state;
    const of = leverage ?? position?.leverage ?? order?.leverage ?? null;
    switch (code) {
      case 'class_leverage':
        return of === null || of > maxLeverage;
      case 'class_calibration':
        return calibration && calibrated !== true && (of === null || of > MOST_FREE);
      case 'class_share': {
        const whole = (margin ?? 0n) + (type === 'addToPosition' ? (position?.margin ?? worst.total) : 0n);
        return maxShare !== null && (isReversal || whole * ONE > maxShare * worst.total);
      }
      case 'class_day_loss':
        return maxDayLoss !== null && (isReversal || this.#isLost(worst.dayResult, maxDayLoss));
      case 'class_attempt_over':
        return maxLoss !== null && (isReversal || worst.ended);
      default:
        return false;
    }
  }

  /** Nothing is in flight: what an ended attempt has open still waits for a price. @param newest of a symbol */
  quiet(newest: (symbol: string) => SeenRecord | null): void {
    const { positions, orders } = this.#books;
    for (const { state } of orders.values()) {
      if (this.#endOf(state.accountId) !== null) this.#report('E17', `order ${state.id} outlived its attempt`);
    }
    for (const { state } of positions.values()) {
      const endedAt = this.#endOf(state.accountId);
      const record = newest(state.symbol);
      const { closingAt = 0 } = this.#attempts.get(state.accountId) ?? {};
      if (endedAt === null || record === null || closingAt - record.time > this.#staleAfterMs) continue;
      this.#report('E17', `position ${state.id} outlived its attempt`);
    }
  }

  #endOf(accountId: bigint): number | null {
    return this.#attempts.get(accountId)?.endedAt ?? null;
  }

  #isLost(result: bigint, share: bigint | null): boolean {
    return share !== null && -result * ONE >= share * this.#startBalance;
  }

  #dayResult({ day, dayResult }: SeenAttempt, now: number): bigint {
    return dayOf(now) > day ? 0n : dayResult;
  }

  #total(accountId: bigint): bigint {
    return BOOKS.reduce((total, book) => total + this.#ledger.balance(accountId, book), 0n);
  }

  /** @param more that is about to be booked */
  #note(accountId: bigint, now: number, more = 0n): void {
    const known = this.#attempts.get(accountId);
    if (known === undefined) return;
    const total = this.#total(accountId) + more;
    const dayResult = this.#dayResult(known, now);
    const worst = this.#worst.get(accountId) ?? { dayResult, total, ended: false };
    this.#worst.set(accountId, {
      dayResult: dayResult < worst.dayResult ? dayResult : worst.dayResult,
      total: total < worst.total ? total : worst.total,
      ended: worst.ended || known.endedAt !== null,
    });
  }
}
