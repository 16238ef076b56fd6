import type { AccountBalances, AccountData, Order, PositionState, Trade } from '@plecho/contract';
import { parseUsdt, type Usdt } from '@plecho/domain';
import { Emitter } from '@/lib/emitter.ts';

export interface Balances {
  available: Usdt;
  inPositions: Usdt;
  inOrders: Usdt;
  locked: Usdt;
  /** Net of fees, since the account's start. May be negative. */
  realisedPnl: Usdt;
}

export interface AccountState {
  /** Whether the account has been heard of at all. */
  loaded: boolean;
  /** Code of the refusal when the stream would not tell, `market_not_entered` for example. */
  refusal: string | null;
  balances: Balances;
  /** Newest first. */
  positions: readonly PositionState[];
  /** Resting ones, newest first. */
  orders: readonly Order[];
  /** Closed while this page was open, newest first. */
  recentTrades: readonly Trade[];
}

const NOTHING: Balances = { available: 0n, inPositions: 0n, inOrders: 0n, locked: 0n, realisedPnl: 0n };
const EMPTY: AccountState = {
  loaded: false,
  refusal: null,
  balances: NOTHING,
  positions: [],
  orders: [],
  recentTrades: [],
};
const RECENT_TRADES = 50;

const money = (text: string): Usdt => parseUsdt(text) ?? 0n;

const toBalances = (wire: AccountBalances): Balances => ({
  available: money(wire.available),
  inPositions: money(wire.inPositions),
  inOrders: money(wire.inOrders),
  locked: money(wire.locked),
  realisedPnl: money(wire.realisedPnl),
});

interface WithId {
  id: string;
}

const byNewest = (a: WithId, b: WithId): number => (BigInt(a.id) > BigInt(b.id) ? -1 : 1);

function merged<T extends WithId>(
  known: readonly T[],
  changed: readonly T[],
  removed: readonly string[],
): readonly T[] {
  if (changed.length === 0 && removed.length === 0) return known;
  const byId = new Map(known.map((item) => [item.id, item]));
  for (const item of changed) byId.set(item.id, item);
  for (const id of removed) byId.delete(id);
  return [...byId.values()].toSorted(byNewest);
}

/** One person's account in one market, as the stream tells it. */
export class AccountStore {
  #state = EMPTY;
  readonly #changes = new Emitter();

  readonly get = (): AccountState => this.#state;
  readonly listen = this.#changes.listen;

  /** A snapshot replaces what was known; a position that closed meanwhile is gone with it. */
  snapshot(data: AccountData): void {
    this.#set({
      loaded: true,
      refusal: null,
      balances: toBalances(data.balances),
      positions: data.positions.toSorted(byNewest),
      orders: data.orders.filter(({ status }) => status === 'open').toSorted(byNewest),
    });
  }

  update(data: AccountData): void {
    const { positions, orders, recentTrades } = this.#state;
    const closedOrders = data.orders.filter(({ status }) => status !== 'open').map(({ id }) => id);
    this.#set({
      balances: toBalances(data.balances),
      positions: merged(positions, data.positions, data.removedPositions),
      orders: merged(orders, data.orders, [...data.removedOrders, ...closedOrders]),
      recentTrades: merged(recentTrades, data.trades, []).slice(0, RECENT_TRADES),
    });
  }

  refuse(code: string): void {
    this.#set({ refusal: code });
  }

  #set(change: Partial<AccountState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changes.emit();
  }
}
