import type { Usdt } from '@plecho/domain';
import type {
  AccountState,
  AccountView,
  MarketSnapshot,
  OrderState,
  Peak,
  PositionState,
  TrailingState,
} from './batch.ts';
import { OpenRounds } from './open-rounds.ts';

/** Told about every level that can fire, so that a tick needs no scan. Implemented by the engine. */
export interface TriggerBook {
  addPosition(position: PositionState): void;
  removePosition(position: PositionState): void;
  /** A trailing stop that is the same goes on from its peak. */
  replacePosition(before: PositionState, after: PositionState): void;
  addOrder(order: OrderState): void;
  removeOrder(order: OrderState): void;
  /** The same of an order. */
  replaceOrder(before: OrderState, after: OrderState): void;
  /** The best price since a trailing stop of a position or an order was set; null without one. */
  peak(id: bigint): Peak | null;
  /** Adds everything that a market starts with. */
  addAll(positions: PositionState[], orders: OrderState[]): void;
}

/** How many ids of gone positions and orders are remembered, to tell "closed" from "never existed". */
const REMEMBERED = 20_000;

/** Ids with their account, the oldest forgotten first. */
class RecentIds {
  readonly #owners = new Map<bigint, bigint>();

  add(id: bigint, accountId: bigint): void {
    this.#owners.set(id, accountId);
    if (this.#owners.size <= REMEMBERED) return;
    const oldest = this.#owners.keys().next();
    if (oldest.done !== true) this.#owners.delete(oldest.value);
  }

  has(id: bigint, accountId: bigint): boolean {
    return this.#owners.get(id) === accountId;
  }
}

interface AccountSlot {
  state: AccountState;
  /** What is open. */
  positions: PositionState[];
  orders: OrderState[];
}

/**
 * Everything that is open in one market, in memory. The states inside are never changed in place:
 * a change replaces the object, so that what was put into a batch or an event stays as it was.
 */
export class MarketState {
  readonly positions = new Map<bigint, PositionState>();
  readonly orders = new Map<bigint, OrderState>();
  /** Positions and orders that a trigger has taken: nothing else may touch them (rule E2). */
  readonly taken = new Set<bigint>();
  /** Funding that is decided and not paid by every position yet. */
  readonly rounds: OpenRounds;
  /** Orders whose stop was reached: each is about to become a limit order. */
  readonly activating = new Set<bigint>();
  /** Accounts whose attempt has ended and that may have something open: the market closes and cancels it. */
  readonly overdue = new Set<bigint>();
  /** The market is over: nothing can be opened, changed or closed by people any more. */
  ended = false;
  readonly startBalance: Usdt;
  readonly #accounts = new Map<bigint, AccountSlot>();
  /** Accounts that were changed and are not known to be committed. */
  readonly #uncommitted = new Set<bigint>();
  readonly #accountByUser = new Map<bigint, bigint>();
  /** Reduce-only orders by their position. */
  readonly #reducing = new Map<bigint, Set<bigint>>();
  readonly #closedPositions = new RecentIds();
  readonly #endedOrders = new RecentIds();
  readonly #book: TriggerBook;

  constructor(snapshot: MarketSnapshot, startBalance: Usdt, book: TriggerBook) {
    this.startBalance = startBalance;
    this.#book = book;
    this.rounds = new OpenRounds(snapshot.fundingRounds);
    for (const account of snapshot.accounts) this.addAccount(account);
    for (const position of snapshot.positions) {
      this.positions.set(position.id, position);
      this.#slot(position.accountId).positions.push(position);
    }
    for (const order of snapshot.orders) {
      this.orders.set(order.id, order);
      this.#slot(order.accountId).orders.push(order);
      this.#remember(order);
    }
    this.commit();
    book.addAll(snapshot.positions, snapshot.orders);
  }

  account(id: bigint): AccountState | undefined {
    return this.#accounts.get(id)?.state;
  }

  /** How many people have an account. */
  get members(): number {
    return this.#accountByUser.size;
  }

  accountOfUser(userId: bigint): bigint | undefined {
    return this.#accountByUser.get(userId);
  }

  openCount(accountId: bigint): number {
    const { positions, orders } = this.#slot(accountId);
    return positions.length + orders.length;
  }

  /** Everything that an account has open, by id. */
  openOf(accountId: bigint): { positions: PositionState[]; orders: OrderState[] } {
    const { positions, orders } = this.#slot(accountId);
    return { positions: positions.toSorted(byId), orders: orders.toSorted(byId) };
  }

  /** Everything that was decided is written. */
  commit(): void {
    this.#uncommitted.clear();
  }

  /** What an account has; null for one that isn't there, and while a change of it is not known to be committed. */
  committed(accountId: bigint): AccountView | null {
    const slot = this.#accounts.get(accountId);
    if (slot === undefined || this.#uncommitted.has(accountId)) return null;
    const { positions, orders } = this.openOf(accountId);
    return {
      account: slot.state,
      positions: positions.map((each) =>
        each.trailing === null ? each : { ...each, trailing: this.trailingOf(each) },
      ),
      orders: orders.map((each) => (each.callback === null ? each : { ...each, callback: this.callbackOf(each) })),
    };
  }

  /** The trailing stop of a position with its peak of now. */
  trailingOf({ id, trailing }: PositionState): TrailingState | null {
    return trailing === null ? null : { ...trailing, peak: this.#book.peak(id) ?? trailing.peak };
  }

  /** The same of what an order waits for. */
  callbackOf({ id, callback }: OrderState): TrailingState | null {
    return callback === null ? null : { ...callback, peak: this.#book.peak(id) ?? callback.peak };
  }

  /** Reduce-only orders of a position, by id. */
  reducing(positionId: bigint): OrderState[] {
    const ids = this.#reducing.get(positionId) ?? [];
    return [...ids].flatMap((id) => this.orders.get(id) ?? []).sort(byId);
  }

  /** One of them has fired and is about to be carried out. */
  isBeingReduced(positionId: bigint): boolean {
    return this.reducing(positionId).some(({ id }) => this.taken.has(id));
  }

  /** The other order of an OCO pair, while it is open. */
  partner({ pairedWith }: OrderState): OrderState | null {
    return pairedWith === null ? null : (this.orders.get(pairedWith) ?? null);
  }

  wasPosition(id: bigint, accountId: bigint): boolean {
    return this.#closedPositions.has(id, accountId);
  }

  wasOrder(id: bigint, accountId: bigint): boolean {
    return this.#endedOrders.has(id, accountId);
  }

  addAccount(account: AccountState): void {
    this.#accounts.set(account.id, { state: account, positions: [], orders: [] });
    this.#uncommitted.add(account.id);
    this.#accountByUser.set(account.userId, account.id);
    this.#noteEnd(account);
  }

  replaceAccount(account: AccountState): void {
    this.#change(account.id).state = account;
    this.#noteEnd(account);
  }

  #noteEnd({ id, attempt }: AccountState): void {
    if (attempt !== null && attempt.endedAt !== null) this.overdue.add(id);
  }

  addPosition(position: PositionState): void {
    this.positions.set(position.id, position);
    this.#change(position.accountId).positions.push(position);
    this.#book.addPosition(position);
  }

  /** Replaces a position, whether a trigger has taken it or not. */
  replacePosition(before: PositionState, after: PositionState): void {
    this.positions.set(after.id, after);
    const { positions } = this.#change(after.accountId);
    positions[placeOf(before, positions)] = after;
    if (!this.taken.has(after.id)) this.#book.replacePosition(before, after);
  }

  /** Replaces a position by one with the same levels, whoever has taken it. */
  refreshPosition(before: PositionState, after: PositionState): void {
    this.positions.set(after.id, after);
    const { positions } = this.#change(after.accountId);
    positions[placeOf(before, positions)] = after;
  }

  removePosition(position: PositionState): void {
    this.positions.delete(position.id);
    const { positions } = this.#change(position.accountId);
    positions.splice(placeOf(position, positions), 1);
    this.#closedPositions.add(position.id, position.accountId);
    this.#reducing.delete(position.id);
    if (!this.taken.delete(position.id)) this.#book.removePosition(position);
  }

  addOrder(order: OrderState): void {
    this.orders.set(order.id, order);
    this.#change(order.accountId).orders.push(order);
    this.#remember(order);
    this.#book.addOrder(order);
  }

  /** Replaces an order, whether a trigger has taken it or not. */
  replaceOrder(before: OrderState, after: OrderState): void {
    this.orders.set(after.id, after);
    const { orders } = this.#change(after.accountId);
    orders[placeOf(before, orders)] = after;
    if (!this.taken.has(after.id)) this.#book.replaceOrder(before, after);
  }

  removeOrder(order: OrderState): void {
    this.orders.delete(order.id);
    const { orders } = this.#change(order.accountId);
    orders.splice(placeOf(order, orders), 1);
    this.#endedOrders.add(order.id, order.accountId);
    this.activating.delete(order.id);
    if (order.reduces !== null) this.#reducing.get(order.reduces)?.delete(order.id);
    if (!this.taken.delete(order.id)) this.#book.removeOrder(order);
  }

  /** Notes whose the order is. */
  #remember({ id, reduces }: OrderState): void {
    if (reduces === null) return;
    const ids = this.#reducing.get(reduces);
    if (ids === undefined) this.#reducing.set(reduces, new Set([id]));
    else ids.add(id);
  }

  /** The slot of an account that is about to change. */
  #change(accountId: bigint): AccountSlot {
    const slot = this.#slot(accountId);
    this.#uncommitted.add(accountId);
    return slot;
  }

  #slot(accountId: bigint): AccountSlot {
    const slot = this.#accounts.get(accountId);
    if (slot === undefined) throw new Error(`account ${accountId} is not in the market`);
    return slot;
  }
}

const byId = (a: { id: bigint }, b: { id: bigint }): number => (a.id < b.id ? -1 : 1);

/** Where something is among what its account has open. */
function placeOf({ id }: { id: bigint }, open: { id: bigint }[]): number {
  const place = open.findIndex((each) => each.id === id);
  if (place < 0) throw new Error(`${id} is not open`);
  return place;
}
