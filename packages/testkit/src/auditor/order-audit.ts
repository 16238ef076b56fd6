import type { AuditedOrder, Books } from './books.ts';
import { plain } from './books.ts';
import type { Report, Stamp } from './audit-parts.ts';
import type { Cancelled } from './entry-bar-audit.ts';
import { better } from './evaluation.ts';
import {
  buys,
  entryOfOrder,
  levelsInPlace,
  liquidationOfOrder,
  mustFire,
  mustLiquidate,
  openFee,
  sameRecord,
  stopHasTurn,
  withinLimit,
} from './formulas.ts';
import type { SeenBatch, SeenOrder, SeenRecord, SeenRules } from './observations.ts';
import type { PriceModel } from './price-model.ts';
import { exitFrom, quoted } from './quotes.ts';

/** An order that was filled, and by which price. */
export interface Filled {
  order: SeenOrder;
  record: SeenRecord;
}

/** What orders came to in a batch. */
export interface Ended {
  fills: Filled[];
  reductions: Map<bigint, Filled>;
  /** Cancelled when a price had come to them: by the rules of a class, or by nothing. */
  refused: readonly SeenOrder[];
  cancels: Cancelled;
}

function isRefused(order: SeenOrder, { due }: AuditedOrder, ended: ReadonlyMap<bigint, SeenOrder>): boolean {
  const partner = ended.get(order.pairedWith ?? 0n);
  return due?.reason === 'fill' && order.status === 'cancelled' && (partner?.status ?? 'cancelled') === 'cancelled';
}

/** Checks what becomes of orders. */
export class OrderAudit {
  readonly #books: Books;
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #report: Report;

  constructor(books: Books, prices: PriceModel, rules: SeenRules, report: Report) {
    this.#books = books;
    this.#prices = prices;
    this.#rules = rules;
    this.#report = report;
  }

  /** Orders that opened a position, and those that reduced one, by id: both are taken off the books with all that ended. */
  end(batch: SeenBatch, stamp: Stamp): Ended {
    const fills: Filled[] = [];
    const refused = new Map<bigint, SeenOrder>();
    const reductions = new Map<bigint, Filled>();
    const ended = new Map(batch.endedOrders.map((order) => [order.id, order]));
    const cancels = this.#cancels(ended);
    for (const order of batch.endedOrders) {
      const known = this.#books.orders.get(order.id);
      this.#books.orders.delete(order.id);
      if (known === undefined) {
        this.#report('E2', `order ${order.id} ended and was not open`);
        continue;
      }
      if (known.barred === null && isRefused(order, known, ended)) {
        if (!refused.has(order.pairedWith ?? 0n)) refused.set(order.id, order);
        continue;
      }
      this.#ending(order, known, batch, ended, stamp);
      if (order.status !== 'filled' || known.due === null) continue;
      if (order.reduces === null) fills.push({ order, record: known.due.record });
      else reductions.set(order.id, { order, record: known.due.record });
    }
    this.#pairs(batch, ended);
    return { fills, reductions, refused: [...refused.values()], cancels };
  }

  /** Read before they are taken off the books. */
  #cancels(ended: ReadonlyMap<bigint, SeenOrder>): Cancelled {
    const { orders } = this.#books;
    const all = [...ended.values()].filter(({ status }) => status === 'cancelled');
    const isBarred = (id: bigint): boolean => (orders.get(id)?.barred ?? null) !== null;
    const isFree = (id: bigint | null): boolean => {
      const known = orders.get(id ?? 0n);
      const isOver = (ended.get(id ?? 0n)?.status ?? 'cancelled') !== 'cancelled';
      return !isOver && (known === undefined || (known.due === null && known.barred === null));
    };
    return {
      cancelled: all.filter(({ id, pairedWith }) => isFree(id) && isFree(pairedWith)),
      barred: new Set(all.filter(({ id }) => isBarred(id)).map(({ accountId }) => accountId)),
    };
  }

  #ending(
    order: SeenOrder,
    { due, state, activatedBy, barred }: AuditedOrder,
    batch: SeenBatch,
    ended: ReadonlyMap<bigint, SeenOrder>,
    stamp: Stamp,
  ): void {
    const about = `order ${order.id} ended as ${order.status}`;
    const activatedAt = order.activatedAt === null ? null : (state.activatedAt ?? activatedBy?.time ?? null);
    const must = { ...state, callback: order.callback, activatedAt, status: order.status };
    if (activatedBy === null && plain({ ...must, activatedAt: state.activatedAt }) !== plain(order)) {
      this.#report('E3', `${about} and had changed: ${plain(order)} from ${plain(state)}`);
    }
    if (barred?.isSure === true && order.status !== 'cancelled') this.#report('S1', `${about}: its owner is barred`);
    if (order.status === 'filled') {
      if (due === null || (due.reason !== 'fill' && due.reason !== 'reduction'))
        this.#report('E2', `${about} untouched`);
      return;
    }
    const partner = ended.get(order.pairedWith ?? 0n);
    if (order.status === 'expired') {
      if (order.expiresAt === null || !this.#isOver(order.expiresAt, stamp)) this.#report('E2', `${about} too early`);
      else if (due !== null && due.reason !== 'expiry' && !this.#cameLate(order.expiresAt, state.symbol, due.record)) {
        this.#report('E8', `${about}, but had come to its ${due.reason} before`);
      }
      return;
    }
    if (barred !== null || due === null || (due.reason === 'expiry' && this.#endedFirst(order, batch))) return;
    const isOfPair = partner !== undefined && partner.status !== 'cancelled';
    const isOrphan = order.reduces !== null && batch.trades.some((trade) => trade.positionId === order.reduces);
    if (!isOfPair && !isOrphan) this.#report('E8', `${about}, but had come to its ${due.reason}`);
  }

  /** Whether the attempt of a class had ended before the order was over: that takes it, however late it is written. */
  #endedFirst({ accountId, expiresAt }: SeenOrder, { accounts }: SeenBatch): boolean {
    const endedAt = accounts.find(({ id }) => id === accountId)?.attempt?.endedAt ?? null;
    return endedAt !== null && expiresAt !== null && endedAt < expiresAt;
  }

  /** One of a pair never outlives the other, and never do both fill. */
  #pairs({ placedOrders }: SeenBatch, ended: ReadonlyMap<bigint, SeenOrder>): void {
    for (const order of ended.values()) {
      if (order.pairedWith === null) continue;
      const partner = ended.get(order.pairedWith) ?? placedOrders.find(({ id }) => id === order.pairedWith);
      if (partner === undefined || partner.status === 'open') this.#report('E2', `order ${order.id} left its pair`);
      else if (order.status === 'filled' && partner.status === 'filled') {
        this.#report('E2', `both orders of the pair of ${order.id} were filled`);
      }
    }
  }

  /** Whether a time has come, by the clock or by a price. */
  #isOver(time: number, { now, seq }: Stamp): boolean {
    return now >= time || this.#prices.newestTimeUpTo(seq) >= time;
  }

  /** Whether a price came when the time was over by the clock: then either may have been first. */
  #cameLate(time: number, symbol: string, { seq }: SeenRecord): boolean {
    return (this.#prices.arrivedAt(symbol, seq) ?? 0) >= time;
  }

  place(order: SeenOrder, placed: readonly SeenOrder[], stamp: Stamp): void {
    if (this.#books.everOrders.has(order.id)) this.#report('E2', `order ${order.id} was placed twice`);
    if (stamp.isOver) this.#report('E2', `order ${order.id} was placed after the end of its market`);
    const partner = placed.find(({ id }) => id === order.pairedWith) ?? null;
    if (order.pairedWith !== null && (partner?.pairedWith !== order.id || partner.symbol !== order.symbol)) {
      this.#report('E2', `order ${order.id} is no half of a pair`);
    }
    this.#reserve(order, partner);
    this.#terms(order, stamp);
    this.#maker(order, stamp);
    if (order.reduces !== null && !this.#books.positions.has(order.reduces)) {
      this.#report('E2', `order ${order.id} reduces a position that is not open`);
    }
    if (order.status === 'open') {
      const best = order.callback === null ? null : order.callback.peak;
      this.#books.orders.set(order.id, { state: order, due: null, best, activatedBy: null, barred: null });
    }
    this.#books.everOrders.set(order.id, order.accountId);
  }

  /** All orders of a batch that were amended, or are limit orders by now: of a pair, what one needs may be for the other to set aside. */
  changes(orders: readonly SeenOrder[], stamp: Stamp): void {
    for (const order of orders) this.#change(order, stamp);
    for (const order of orders) this.#reserve(order, this.#books.orders.get(order.pairedWith ?? 0n)?.state ?? null);
  }

  #change(order: SeenOrder, stamp: Stamp): void {
    const known = this.#books.orders.get(order.id);
    if (known === undefined) {
      this.#report('E2', `order ${order.id} changed and is not open`);
      return;
    }
    const { state, due, activatedBy, barred } = known;
    const { id, accountId, symbol, side, leverage, kind, trailing, pairedWith, reduces, portion, status, createdAt } =
      state;
    const kept = {
      id,
      accountId,
      symbol,
      side,
      leverage,
      kind,
      trailing,
      pairedWith,
      reduces,
      portion,
      status,
      createdAt,
    };
    if (plain({ ...order, ...kept }) !== plain(order)) this.#report('E2', `order ${id} became ${plain(order)}`);
    if (order.activatedAt !== state.activatedAt) {
      const at = activatedBy === null ? null : Math.max(createdAt, activatedBy.time);
      if (order.activatedAt !== at) this.#report('E2', `order ${id} became a limit order by nothing`);
      known.activatedBy = null;
    } else {
      if (due !== null) this.#report('E2', `order ${id} was amended after its ${due.reason} had taken it`);
      if (barred?.isSure === true) this.#report('E2', `order ${id} was amended, and its owner is barred`);
      // What the other of its pair needs changes what it reserves, and nothing that it waits for.
      const isPartners = pairedWith !== null && plain({ ...order, reserved: state.reserved }) === plain(state);
      if (!isPartners) this.#terms(order, stamp);
      if (order.maker !== state.maker) this.#maker(order, stamp);
    }
    const isSame = order.callback?.unit === state.callback?.unit && order.callback?.value === state.callback?.value;
    if (!isSame) known.best = order.callback?.peak ?? null;
    known.state = order;
  }

  /** Of a pair, both together set aside what the larger one needs. */
  #reserve(order: SeenOrder, partner: SeenOrder | null): void {
    const need = (of: SeenOrder): bigint => (of.reduces === null ? of.margin + openFee(of, this.#rules) : 0n);
    const must = partner === null || need(order) > need(partner) ? need(order) : need(partner);
    const reserved = order.reserved + (partner?.reserved ?? 0n);
    if (reserved !== must) this.#report('E1', `order ${order.id} reserves ${reserved}`);
  }

  /** It pays the maker fee if the market has not reached its limit. */
  #maker({ id, kind, side, symbol, limitPrice, reduces, maker }: SeenOrder, stamp: Stamp): void {
    const newest = this.#prices.newestUpTo(symbol, stamp.seq);
    const price = newest === null ? null : quoted(newest, side === 'long', this.#rules).price;
    const rests = price !== null && limitPrice !== null && (side === 'long' ? price > limitPrice : price < limitPrice);
    const must = kind === 'limit' && reduces === null && rests;
    if (maker !== must) this.#report('E13', `order ${id} ${maker ? 'pays' : 'does not pay'} the maker fee`);
  }

  /** What it waits for, and the levels of the position that it will open. */
  #terms(order: SeenOrder, stamp: Stamp): void {
    const { id, kind, limitPrice, stopPrice, callback, expiresAt } = order;
    const has = [limitPrice, stopPrice, callback].map((each) => each !== null).join();
    const must = { limit: 'true,false,false', stopMarket: 'false,true,false', stopLimit: 'true,true,false' };
    if (has !== (kind === 'trailingStop' ? 'false,false,true' : must[kind]))
      this.#report('E2', `order ${id} is no ${kind}`);
    if (expiresAt !== null && expiresAt <= stamp.now) this.#report('E2', `order ${id} was over when it was placed`);
    const price = this.#prices.newestUpTo(order.symbol, stamp.seq);
    const newest = price === null ? null : quoted(price, buys(order), this.#rules);
    if (newest === null) return this.#report('E4', `order ${id} without a price`);
    const isLimit = kind === 'limit' || order.activatedAt !== null;
    if (!isLimit && mustFire(order, newest.price, better(callback?.peak ?? null, newest, buys(order))?.price ?? 0n)) {
      this.#report('E2', `order ${id} would have fired at once`);
    }
    if (order.reduces !== null) return;
    const entryPrice = entryOfOrder(order, newest.price);
    const exit = exitFrom(entryPrice, order.side, order.symbol, this.#rules);
    // A trail that is longer than the price itself has no level yet.
    if (entryPrice > 0n && mustLiquidate({ ...order, entryPrice }, exit, this.#rules)) {
      this.#report('E5', `order ${id} opens a position at its liquidation`);
    }
    const reference = limitPrice ?? entryPrice;
    if (!levelsInPlace(order.side, reference, order.takeProfit, order.stopLoss)) {
      this.#report('E2', `order ${id} has triggers on the wrong side`);
    }
    if (!stopHasTurn(order.side, order.stopLoss, liquidationOfOrder(order, newest.price, this.#rules))) {
      this.#report('E2', `order ${id} has a stop loss beyond its liquidation`);
    }
  }

  /** Whether a reduction closed the part that it was for, in its turn. */
  reduction({ order, record }: Filled, margin: bigint, left: bigint, exit: SeenRecord): void {
    const part = (left * (order.portion ?? 0n)) / 10_000n;
    const must = order.portion === 10_000n || part === 0n ? left : part;
    if (margin !== must) this.#report('E3', `order ${order.id} closed ${margin} of ${left}, must be ${must}`);
    if (!sameRecord(record, exit)) this.#report('E8', `order ${order.id} at another price than the one that crossed`);
    if (order.kind === 'limit' && !withinLimit(order, exit.price))
      this.#report('E2', `order ${order.id} beyond its limit`);
  }
}
