import type { AuditParts, Ends } from './audit-parts.ts';
import type { AuditedOrder, Books } from './books.ts';
import type { ClassAudit } from './class-audit.ts';
import { better } from './evaluation.ts';
import { buys, dueReason, mustFire } from './formulas.ts';
import type { SeenCommand, SeenRecord, SeenRules } from './observations.ts';
import { exitAt, quoted } from './quotes.ts';

/** When something was decided. */
interface Moment {
  /** By the market's clock, ms. */
  decidedAt: number;
  /** Valid prices that no decision has taken into account yet. */
  pending: readonly SeenRecord[];
  ends: Ends;
}

/**
 * What is closed, filled or over already, or about to be by ticks that have arrived and that no decision has taken into account.
 */
export class PendingCloses {
  readonly #books: Books;
  readonly #rules: SeenRules;
  readonly #classes: ClassAudit;

  constructor({ books, rules }: Pick<AuditParts, 'books' | 'rules'>, classes: ClassAudit) {
    this.#books = books;
    this.#rules = rules;
    this.#classes = classes;
  }

  /** Something of the account is being closed or filled, or about to be. */
  isBusy(accountId: bigint, moment: Moment): boolean {
    const { positions, orders } = this.#books;
    const mine = (each: { state: { accountId: bigint } }): boolean => each.state.accountId === accountId;
    return (
      [...positions.values()].some(
        (each) => mine(each) && this.isClosed({ type: '', positionId: each.state.id }, moment),
      ) ||
      [...orders.values()].some((each) => mine(each) && this.isClosed({ type: '', orderId: each.state.id }, moment))
    );
  }

  /** Closed already, or about to be by a tick that has arrived. */
  isClosed(command: SeenCommand, moment: Moment): boolean {
    if (command.positionId !== undefined) {
      const position = this.#books.positions.get(command.positionId);
      if (position === undefined || position.due !== null) return true;
      const { state } = position;
      if (this.#classes.isOver(state.accountId) || moment.ends.pairs.has(state.symbol)) return true;
      let { best } = position;
      return moment.pending.some((r) => {
        if (r.symbol !== state.symbol) return false;
        const exit = exitAt(r, state.side, this.#rules);
        best = better(best, exit, state.side === 'short');
        return dueReason(state, exit.price, this.#rules, best?.price ?? null) !== null;
      });
    }
    const order = this.#books.orders.get(command.orderId ?? 0n);
    if (order === undefined || this.#classes.isOver(order.state.accountId)) return true;
    if (moment.ends.pairs.has(order.state.symbol)) return true;
    return this.#isOrderDue(order, moment) || this.#isPartnerDue(order, moment);
  }

  /** One of the orders that reduce the position has fired, or is about to. */
  isBeingReduced({ positionId = 0n }: SeenCommand, moment: Moment): boolean {
    const reducing = [...this.#books.orders.values()].filter(({ state }) => state.reduces === positionId);
    return reducing.some((o) => this.#isOrderDue(o, moment));
  }

  /** One of a pair can't be touched when the other has fired. */
  #isPartnerDue({ state }: AuditedOrder, moment: Moment): boolean {
    const partner = this.#books.orders.get(state.pairedWith ?? 0n);
    return partner !== undefined && this.#isOrderDue(partner, moment);
  }

  /** Fired, over, or about to be by a tick that has arrived. */
  #isOrderDue({ due, state, best: known, activatedBy, barred }: AuditedOrder, { decidedAt, pending }: Moment): boolean {
    if (due !== null || activatedBy !== null || barred !== null) return true;
    // Its end by the clock may be written after an answer that it has caused: what a refused batch held is tried one by one.
    if (state.expiresAt !== null && state.expiresAt <= decidedAt) return true;
    let best = known;
    return pending.some((r) => {
      if (state.expiresAt !== null && r.time >= state.expiresAt) return true;
      if (r.symbol !== state.symbol) return false;
      const quote = quoted(r, buys(state), this.#rules);
      best = better(best, quote, buys(state));
      return mustFire(state, quote.price, best?.price ?? 0n);
    });
  }
}
