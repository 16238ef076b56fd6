import { ratio } from '../rational.ts';
import { checkFillTime, type AuditParts, type Report, type Stamp } from './audit-parts.ts';
import { plain, type AuditedPosition, type Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import { dueReason, expectedClose, keepsFirstStop, levelsInPlace, sameRecord, trailingStopAt } from './formulas.ts';
import type { SeenPosition, SeenRecord, SeenRules, SeenTrade } from './observations.ts';
import type { Filled, OrderAudit } from './order-audit.ts';
import type { PriceModel } from './price-model.ts';
import { exitAt } from './quotes.ts';
import { bestSince } from './trailing-peaks.ts';

/** Of a candle, ms. */
const MINUTE = 60_000;

/** A close, with what may have caused it. */
interface Closing {
  trade: SeenTrade;
  state: SeenPosition;
  due: AuditedPosition['due'];
  reductions: ReadonlyMap<bigint, Filled>;
  stamp: Stamp;
}

/** Checks what is closed, by whatever, and takes it off the books. */
export class CloseAudit {
  readonly #parts: AuditParts;
  readonly #books: Books;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #report: Report;
  readonly #orders: OrderAudit;
  readonly #classes: ClassAudit;
  /** Closing or liquidation fee of each trade of the batch. */
  readonly fees = new Map<bigint, bigint>();

  constructor(parts: AuditParts, orders: OrderAudit, classes: ClassAudit) {
    this.#parts = parts;
    this.#books = parts.books;
    this.#prices = parts.prices;
    this.#rules = parts.rules;
    this.#report = parts.report;
    this.#orders = orders;
    this.#classes = classes;
  }

  /** @param reductions reduce-only orders that were filled in the batch */
  close(trade: SeenTrade, reductions: ReadonlyMap<bigint, Filled>, stamp: Stamp): void {
    const known = this.#books.positions.get(trade.positionId);
    if (known === undefined) {
      return this.#report('E2', `trade ${trade.id} closes position ${trade.positionId}, which is not open`);
    }
    const { state, due } = known;
    if (this.#books.everTrades.has(trade.id)) this.#report('E2', `trade ${trade.id} was written twice`);
    if (trade.margin > state.margin || trade.margin <= 0n) this.#report('E3', `trade ${trade.id} of ${trade.margin}`);
    this.#checkCause({ trade, state, due, reductions, stamp });
    /** A market that ends closes at the last valid price, however old. */
    if (trade.reason !== 'marketEnd') checkFillTime(this.#parts, trade.closedAt, trade.exitRecord);
    this.#checkRepeated(trade, state);
    if (trade.openedAt !== state.openedAt) this.#report('E11', `trade ${trade.id} has an opening of its own`);
    if (trade.exitPrice !== trade.exitRecord.price) this.#report('E10', `trade ${trade.id} has a price of its own`);

    const must = expectedClose({ ...state, margin: trade.margin }, trade.exitPrice, trade.reason, this.#rules);
    const feeShare = trade.fee - must.closeFee;
    const last = trade.margin === state.margin;
    if (trade.pnl !== must.pnl) this.#report('E7', `trade ${trade.id}: PnL ${trade.pnl}, must be ${must.pnl}`);
    if (trade.pnl < -trade.margin) this.#report('E6', `trade ${trade.id} loses more than its margin`);
    if (trade.insurance !== must.insurance) this.#report('E6', `trade ${trade.id}: insurance ${trade.insurance}`);
    if (feeShare < 0n || feeShare > state.openFee || (last && feeShare !== state.openFee)) {
      this.#report('E7', `trade ${trade.id}: share of the opening fee is ${feeShare} of ${state.openFee}`);
    }
    if (plain([trade.added, trade.maker]) !== plain([state.added, state.maker])) {
      this.#report('E13', `trade ${trade.id} has entries of its own`);
    }
    const funding = ratio(state.funding * trade.margin, state.margin).floor();
    if (trade.funding !== funding)
      this.#report('E14', `trade ${trade.id}: funding ${trade.funding}, must be ${funding}`);
    const lastAt = state.added.at(-1)?.addedAt ?? state.openedAt;
    if (trade.closedAt < lastAt) this.#report('E11', `trade ${trade.id} closed before something was added`);
    this.#checkExtremes(trade, state);
    this.#checkTrailing(trade, known);
    this.fees.set(trade.id, must.closeFee);
    known.claimed += trade.pnl - trade.fee;
    const margin = state.margin - trade.margin;
    known.state = {
      ...{ ...state, margin, notional: margin * BigInt(state.leverage), openFee: state.openFee - feeShare },
      funding: state.funding - funding,
    };
    this.#books.everTrades.set(trade.id, trade.positionId);
  }

  /** What a trade says again of its position. Levels may have been set, or removed, by a command right before the close. */
  #checkRepeated(trade: SeenTrade, state: SeenPosition): void {
    const { accountId, symbol, side, leverage, entryPrice, liquidationPrice, entryRecord } = state;
    const { takeProfit, stopLoss, initialStopLoss } = state;
    const mayBeNew =
      trade.reason === 'user' &&
      keepsFirstStop(state, trade) &&
      levelsInPlace(side, trade.exitPrice, trade.takeProfit, trade.stopLoss);
    const must = {
      ...{ ...trade, accountId, symbol, side, leverage, entryPrice, liquidationPrice, entryRecord },
      ...(mayBeNew ? {} : { takeProfit, stopLoss, initialStopLoss }),
    };
    if (plain(must) !== plain(trade))
      this.#report('E7', `trade ${trade.id} is ${plain(trade)}, must be ${plain(must)}`);
  }

  /** What a trade says of its trailing stop: the best price from when it was set to the close. */
  #checkTrailing({ id, trailing, exitRecord, reason, side }: SeenTrade, { state }: AuditedPosition): void {
    const isSame = trailing?.unit === state.trailing?.unit && trailing?.value === state.trailing?.value;
    // Set, or removed, by a command right before the close.
    const isNew = reason === 'user' && !isSame;
    const { unit, value } = (isNew ? trailing : state.trailing) ?? {};
    const { seq, price, time } = exitRecord;
    const peak = isNew ? { seq, price, time } : bestSince(this.#parts, state, seq);
    const must = unit === undefined ? null : { unit, value, peak };
    if (plain(trailing) !== plain(must))
      this.#report('E8', `trade ${id}: trailing stop ${plain(trailing)}, must be ${plain(must)}`);
    if (reason !== 'trailingStop' || trailing === null) return;
    const level = trailingStopAt(side === 'short', trailing.peak.price, trailing);
    if (side === 'long' ? exitRecord.price > level : exitRecord.price < level) {
      this.#report('E2', `trade ${id} was closed by a trailing stop that was not reached`);
    }
  }

  /** Every price from entry to exit counts; of what was before this process nothing is claimed to be known tick by tick. */
  #checkExtremes({ id, extremes, exitRecord }: SeenTrade, { side, symbol, entryRecord, added }: SeenPosition): void {
    const lived = this.#prices
      .between(symbol, entryRecord.seq, exitRecord.seq)
      .map((price) => exitAt({ ...entryRecord, price }, side, this.#rules).price);
    const isWhole = this.#prices.isWhole(symbol, entryRecord.seq, exitRecord.seq) ?? extremes?.path === 'ticks';
    if (extremes === null && !isWhole) return;
    const prices = [entryRecord.price, ...added.map(({ record }) => record.price), exitRecord.price, ...lived];
    const highest = prices.reduce((a, b) => (b > a ? b : a));
    const lowest = prices.reduce((a, b) => (b < a ? b : a));
    const [best, worst] = side === 'long' ? [highest, lowest] : [lowest, highest];
    const path = isWhole ? 'ticks' : 'candles';
    if (plain(extremes) !== plain({ best, worst, path })) {
      this.#report('E7', `trade ${id}: extremes ${plain(extremes)}, must be ${plain({ best, worst, path })}`);
    }
  }

  #checkCause({ trade, state, due, reductions, stamp }: Closing): void {
    const about = `position ${state.id} closed by ${trade.reason}`;
    if (trade.orderId !== null || trade.reason === 'order') {
      const filled = reductions.get(trade.orderId ?? 0n);
      if (filled === undefined || trade.reason !== 'order' || filled.order.reduces !== state.id) {
        return this.#report('E2', `${about}, and not by an order that fired`);
      }
      if (due !== null && filled.record.seq >= due.record.seq) this.#report('E2', `${about}, must be ${due.reason}`);
      return this.#orders.reduction(filled, trade.margin, state.margin, trade.exitRecord);
    }
    if (trade.reason === 'attemptEnd') return this.#checkEnd(trade, state, due);
    const isTaken = due !== null && this.#tookBefore(trade, due, stamp);
    if (due !== null && !isTaken) {
      if (trade.reason !== due.reason) this.#report('E2', `${about}, must be ${due.reason}`);
      if (!sameRecord(trade.exitRecord, due.record))
        this.#report('E8', `${about} at another price than the one that crossed`);
      if (trade.margin !== state.margin) this.#report('E2', `${about} in part`);
      return;
    }
    const price = this.#prices.newestUpTo(state.symbol, stamp.seq);
    const newest = price === null ? null : exitAt(price, state.side, this.#rules);
    if (trade.reason === 'user') {
      if (!sameRecord(trade.exitRecord, newest)) this.#report('E4', `${about} not at the newest price`);
      if (stamp.now - trade.exitRecord.time > this.#rules.staleAfterMs) this.#report('E4', `${about} at a stale price`);
      return;
    }
    if (!stamp.ends.of(state.symbol)) return this.#report('E5', `${about}, which nothing has caused`);
    const isLast = newest === null ? this.#isLastClose(trade, stamp) : this.#wasLast(trade, stamp);
    if (!isLast) this.#report('E4', `${about} not at the last price`);
    const isLiquidated = dueReason(state, trade.exitPrice, this.#rules, null) === 'liquidation';
    const must = isLiquidated ? 'liquidation' : 'marketEnd';
    if (trade.reason !== must) this.#report('E5', `${about} at the end, must be ${must}`);
  }

  /** Whether the end of a pair has taken a position before the price that would close it came: how late that is written is no matter. */
  #tookBefore(
    { symbol, reason, exitRecord }: SeenTrade,
    { record }: NonNullable<AuditedPosition['due']>,
    { ends }: Stamp,
  ): boolean {
    const since = ends.pairs.get(symbol);
    return reason === 'marketEnd' && since !== undefined && since < record.seq && exitRecord.seq < record.seq;
  }

  /** Whether an exit is at the last price, or at what was the last one at a moment since the end of the pair was said. */
  #wasLast(trade: SeenTrade, { seq, ends }: Stamp): boolean {
    const { symbol } = trade;
    const since = ends.pairs.get(symbol) ?? seq;
    const between = this.#prices.since(symbol, since + 1n, seq);
    const [first, last] = [since, seq].map((at) => this.#prices.newestUpTo(symbol, at));
    return [first, ...between, last].some((record) => this.#isSamePrice(trade, record ?? null));
  }

  /**
   * Whether an exit is at a price, whatever its number: it may be the one of before trading went on, and what other pairs
   * had last takes numbers too.
   */
  #isSamePrice({ side, exitRecord }: SeenTrade, newest: SeenRecord | null): boolean {
    if (newest === null) return false;
    const { price, time } = exitAt(newest, side, this.#rules);
    return exitRecord.price === price && exitRecord.time === time;
  }

  /** Whether an exit is what the last candle closed at, of a pair that has had no price in this process: the last one of any. */
  #isLastClose({ symbol, side, exitRecord }: SeenTrade, stamp: Stamp): boolean {
    const last = this.#prices.lastEver(symbol);
    if (last === null) return false;
    const { price } = exitAt(last, side, this.#rules);
    const minute = Math.floor(last.time / MINUTE) * MINUTE;
    const until = Math.min(minute + MINUTE, stamp.now + 1);
    // A process whose clock is behind that of the one before dates it by its own.
    const from = Math.min(minute, stamp.now, this.#prices.floor ?? minute);
    return exitRecord.price === price && exitRecord.time >= from && exitRecord.time < until;
  }

  /** The end of an attempt takes a position at once: only what a price has done before that goes before it. */
  #checkEnd(trade: SeenTrade, { id, symbol, side }: SeenPosition, due: AuditedPosition['due']): void {
    const { exitRecord } = trade;
    const problem = this.#classes.problemOfEnd(trade, (of, seq) => this.#prices.newestUpTo(of, seq));
    if (problem !== null) this.#report('E17', `position ${id} closed by the end of an attempt ${problem}`);
    if (due !== null && due.record.seq <= exitRecord.seq) this.#report('E2', `position ${id}, must be ${due.reason}`);
    const base = this.#prices.bySeq(symbol, exitRecord.seq);
    if (base !== null && !sameRecord(exitAt(base, side, this.#rules), exitRecord))
      this.#report('E4', `position ${id} closed by the end of an attempt at no price`);
  }
}
