import type { Report, Stamp } from './audit-parts.ts';
import type { AuditedOrder, Books } from './books.ts';
import type { SeenBatch, SeenCommand, SeenOrder } from './observations.ts';

/** A line in somebody's log that has to come, or may. */
interface Owed {
  reason: string;
  mustCome: boolean;
}

/** An entry order of somebody who is barred. */
interface Found {
  accountId: bigint;
  /** More than one where the state was read again and the market had gone on with neither: either may count. */
  reasons: readonly string[];
  isSure: boolean;
}

/** What the check of a batch goes by. */
interface Cause {
  stamp: Stamp;
  /** Commands of an account that have no answer yet. */
  waiting(accountId: bigint): readonly SeenCommand[];
  /** Whether its attempt has ended. */
  isOver(accountId: bigint): boolean;
}

/** Orders that were cancelled. */
export interface Cancelled {
  /** Nothing had taken them before. */
  cancelled: readonly SeenOrder[];
  /** Accounts of which some were barred. */
  barred: ReadonlySet<bigint>;
}

const KIND = 'entriesCancelled';

/** What an account asks for that cancels an order. */
function cancels({ type, orderId, symbol }: SeenCommand, order: SeenOrder): boolean {
  if (type === 'cancelOrder') return orderId === order.id || orderId === order.pairedWith;
  if (type === 'cancelAll') return symbol === null || symbol === order.symbol;
  return type === 'startSeason' || (type === 'cancelEntries' && order.reduces === null);
}

/**
 * Whoever may not open positions any more has their entry orders cancelled, all of them and nothing else: when they are told
 * off, and whenever the market is read, before any price comes to it (S1). Their log says why (C4).
 */
export class EntryBarAudit {
  readonly #books: Books;
  readonly #report: Report;
  /** By account, why. */
  readonly #barred = new Map<bigint, string>();
  #owed = new Map<bigint, Owed[]>();
  /** Orders that the market has found when it read its state, and that it has not gone on with yet. */
  #read = new Map<bigint, Found>();
  /** Of the newest batch: `user reason` of its lines by their ids, and what it has placed. */
  #lines = new Map<string, bigint>();
  #placed = new Set<bigint>();

  constructor(books: Books, report: Report) {
    this.#books = books;
    this.#report = report;
  }

  bar(accountId: bigint, reason: string): void {
    this.#barred.set(accountId, reason);
  }

  unbar(accountId: bigint): void {
    this.#barred.delete(accountId);
  }

  restarted(): void {
    this.#owed = new Map();
    this.#read = new Map();
  }

  /**
   * The market has read its state: entry orders of those who are barred come to nothing if it goes on with that.
   * @param mayBeTaken by something before
   */
  read(mayBeTaken: (order: AuditedOrder) => boolean): void {
    const before = [...this.#read].map(([id, found]) => [id, { ...found, isSure: false }] as const);
    this.#read = new Map(before);
    for (const [id, order] of this.#books.orders) {
      const reason = this.#barred.get(order.state.accountId);
      if (reason === undefined || !this.#isFree(order)) continue;
      const { accountId } = order.state;
      const earlier = before.filter(([, found]) => found.accountId === accountId).flatMap(([, { reasons }]) => reasons);
      this.#read.set(id, { accountId, reasons: [...new Set([...earlier, reason])], isSure: !mayBeTaken(order) });
    }
  }

  /** It goes on with what it has read. */
  goOn(): void {
    const { orders } = this.#books;
    const wasBarred = new Set([...this.#read.keys()].filter((id) => (orders.get(id)?.barred ?? null) !== null));
    for (const [id, { isSure, reasons }] of this.#read) {
      const order = orders.get(id);
      if (order !== undefined) order.barred = { reason: reasons.join(), isSure };
    }
    for (const accountId of new Set([...this.#read.values()].map((found) => found.accountId))) {
      const found = [...this.#read].filter(([, each]) => each.accountId === accountId);
      const reasons = [...new Set(found.flatMap(([, each]) => each.reasons))];
      const mustCome = reasons.length === 1 && found.every(([id, { isSure }]) => isSure && !wasBarred.has(id));
      const owed = reasons.map((reason) => ({ reason, mustCome }));
      this.#owed.set(accountId, [...(this.#owed.get(accountId) ?? []), ...owed]);
    }
    this.#read = new Map();
  }

  #isFree({ state, due, barred }: AuditedOrder): boolean {
    const partner = this.#books.orders.get(state.pairedWith ?? 0n);
    return state.reduces === null && barred?.isSure !== true && due === null && (partner?.due ?? null) === null;
  }

  /** @param cause read after the batch is carried into the books */
  run(batch: SeenBatch, { cancelled, barred }: Cancelled, { stamp, waiting, isOver }: Cause): void {
    const { log, trades, endedOrders, placedOrders } = batch;
    for (const order of cancelled) {
      const isAsked = waiting(order.accountId).some((command) => cancels(command, order));
      const isOrphan = order.reduces !== null && trades.some(({ positionId }) => positionId === order.reduces);
      if (isAsked || isOrphan || stamp.ends.of(order.symbol) || isOver(order.accountId)) continue;
      this.#report('E2', `order ${order.id} was cancelled by nothing`);
    }
    const gone = [...endedOrders, ...placedOrders].filter(
      ({ status, reduces }) => status === 'cancelled' && reduces === null,
    );
    this.#placed = new Set(placedOrders.map(({ id }) => id));
    this.#lines = new Map();
    for (const { id, kind, userId, reason = '' } of log) {
      if (kind !== KIND) continue;
      const words = `${userId} ${reason}`;
      this.#lines.set(words, this.#lines.get(words) ?? id);
      const owner = gone.find(({ accountId }) => this.#userOf(accountId, batch) === userId)?.accountId;
      if (owner === undefined) this.#report('C4', `user ${userId} was told of entry orders that were not cancelled`);
      else if (!(barred.has(owner) && this.#pay(owner, reason)) && !this.#isAsked(owner, reason, waiting))
        this.#report('C4', `user ${userId} was told of entry orders that were cancelled for ${reason}`);
    }
    for (const [accountId, owed] of this.#owed) {
      const waits = [...this.#books.orders.values()].some(
        (each) => each.state.accountId === accountId && each.barred !== null,
      );
      if (waits) continue;
      if (owed.some(({ mustCome }) => mustCome)) this.#report('C4', `account ${accountId} was told nothing`);
      this.#owed.delete(accountId);
    }
  }

  /** What an answer says of the entry orders that are left. @param isTaken by something else, or about to be */
  accepted(
    { accountId = 0n, reason }: SeenCommand,
    orderIds: readonly bigint[],
    isTaken: (id: bigint) => boolean,
  ): void {
    const { accounts, orders } = this.#books;
    const hasCancelled = orderIds.length > 0;
    const line = hasCancelled ? this.#lines.get(`${accounts.get(accountId)?.userId} ${reason}`) : undefined;
    if (line === undefined && hasCancelled) this.#report('C4', `account ${accountId} was not told why`);
    for (const { state } of orders.values()) {
      if (state.accountId !== accountId || state.reduces !== null || isTaken(state.id)) continue;
      const cameLater = this.#placed.has(state.id) && (line === undefined || state.id > line);
      if (!cameLater) this.#report('S1', `order ${state.id} is still open`);
    }
  }

  #userOf(accountId: bigint, { accounts, newAccounts }: SeenBatch): bigint | undefined {
    return [...accounts, ...newAccounts].find(({ id }) => id === accountId)?.userId;
  }

  #isAsked(accountId: bigint, why: string, waiting: Cause['waiting']): boolean {
    return waiting(accountId).some(({ type, reason }) => type === 'cancelEntries' && reason === why);
  }

  #pay(accountId: bigint, why: string): boolean {
    const owed = this.#owed.get(accountId) ?? [];
    const place = owed.findIndex(({ reason }) => reason === why);
    if (place >= 0) owed.splice(place, 1);
    return place >= 0;
  }
}
