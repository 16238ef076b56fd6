import type { AuditedOrder, AuditedPosition, Best, Books } from './books.ts';
import { buys, dueReason, mustFire, withinLimit } from './formulas.ts';
import type { SeenRecord, SeenRules } from './observations.ts';
import { quoted } from './quotes.ts';

const bestOf = ({ seq, price, time }: SeenRecord): Best => ({ seq, price, time });

/** The better of what was best so far and a price: the higher for who sells, the lower for who buys. */
export function better(best: Best | null, record: SeenRecord, isBuying: boolean): Best | null {
  if (best === null) return null;
  return (isBuying ? record.price < best.price : record.price > best.price) ? bestOf(record) : best;
}

/** Nothing that a price does comes to it any more. */
const isTaken = ({ due, barred }: AuditedOrder): boolean => due !== null || barred?.isSure === true;

/** What each valid price must do to all that is open: everything is looked at, every time. */
export class Evaluation {
  readonly #books: Books;
  readonly #rules: SeenRules;

  constructor(books: Books, rules: SeenRules) {
    this.#books = books;
    this.#rules = rules;
  }

  tick(record: SeenRecord): void {
    for (const order of this.#books.orders.values()) this.#expire(order, record);
    for (const position of this.#books.positions.values()) this.#meet(position, record);
    for (const order of this.#books.orders.values()) this.#reach(order, record);
  }

  /** A position lives through prices from its opening on. */
  live(position: AuditedPosition, records: readonly SeenRecord[]): void {
    position.best = position.state.trailing?.peak ?? null;
    for (const record of records) this.#meet(position, record);
  }

  /** What is not written down is forgotten. */
  restarted(): void {
    for (const position of this.#books.positions.values()) {
      position.due = null;
      position.best = position.state.trailing?.peak ?? null;
    }
    for (const order of this.#books.orders.values()) {
      order.due = null;
      order.activatedBy = null;
      order.barred = null;
      order.best = order.state.callback?.peak ?? null;
    }
  }

  /** A price that is dated after the expiry of an order finds it gone, and the other of its pair. */
  #expire(order: AuditedOrder, record: SeenRecord): void {
    const { expiresAt, pairedWith } = order.state;
    if (isTaken(order) || expiresAt === null || record.time < expiresAt) return;
    order.due = { record, reason: 'expiry' };
    const partner = this.#books.orders.get(pairedWith ?? 0n);
    if (partner !== undefined && !isTaken(partner)) partner.due = { record, reason: 'end of its pair' };
  }

  #meet(position: AuditedPosition, record: SeenRecord): void {
    const { state } = position;
    if (position.due !== null || state.symbol !== record.symbol) return;
    const exit = quoted(record, state.side === 'short', this.#rules);
    position.best = better(position.best, exit, state.side === 'short');
    const reason = dueReason(state, exit.price, this.#rules, position.best?.price ?? null);
    if (reason !== null) position.due = { record: exit, reason };
  }

  #reach(order: AuditedOrder, record: SeenRecord): void {
    const { state } = order;
    if (isTaken(order) || state.symbol !== record.symbol) return;
    const quote = quoted(record, buys(state), this.#rules);
    order.best = better(order.best, quote, buys(state));
    const { activatedBy, best } = order;
    const now = activatedBy === null ? state : { ...state, activatedAt: activatedBy.time };
    if (!mustFire(now, quote.price, best?.price ?? 0n)) return;
    const waitsOn = now.kind === 'stopLimit' && now.activatedAt === null && !withinLimit(now, quote.price);
    if (waitsOn) order.activatedBy = quote;
    else order.due = { record: quote, reason: state.reduces === null ? 'fill' : 'reduction' };
  }
}
