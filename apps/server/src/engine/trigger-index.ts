import { isBeyondPeak, orderQuote, type Price, type QuoteSide } from '@plecho/domain';
import type { OrderState, Peak, PositionState, PriceRecord, TrailingState } from '../commands/batch.ts';
import type { TriggerBook } from '../commands/market-state.ts';
import { isLimit } from '../commands/order-terms.ts';
import { Expiries } from './expiries.ts';
import type { PricePath } from './price-path.ts';
import { compareLevels, SortedLevels, type Level } from './sorted-levels.ts';
import { TrailingLevels } from './trailing-levels.ts';

/** Levels that one quote of a symbol reaches. */
interface QuoteLevels {
  /** Fire when price ≤ level: long liquidation and stop loss, short take profit, long limit. Key: the level. */
  falling: SortedLevels;
  /** Fire when price ≥ level: the mirror image. Key: the negated level. */
  rising: SortedLevels;
  /** Follow the quote, and fire when it turns. */
  trailing: TrailingLevels;
}

/** The levels of one symbol: what a sell fires, which closes longs and opens shorts, and what a buy does. */
interface SymbolLevels {
  sells: QuoteLevels;
  buys: QuoteLevels;
}

/** A trailing stop, and where it belongs. */
interface Following {
  id: bigint;
  state: TrailingState;
  to: QuoteLevels;
}

const newLevels = (quote: QuoteSide): QuoteLevels => ({
  falling: new SortedLevels(),
  rising: new SortedLevels(),
  trailing: new TrailingLevels(quote),
});

/** A position's levels, no two alike, split by the direction of the price that reaches them. */
function levelsOf(position: PositionState): { falling: Price[]; rising: Price[] } {
  const { liquidationPrice, stopLoss } = position;
  const stop = stopLoss === liquidationPrice ? null : stopLoss;
  const loss = [liquidationPrice, stop].filter((level) => level !== null);
  const gain = position.takeProfit === null ? [] : [position.takeProfit];
  return position.side === 'long' ? { falling: loss, rising: gain } : { falling: gain, rising: loss };
}

/** What an order waits for, split in the same way. A buy fires at its limit or below, and at its stop or above. */
function levelsOfOrder(order: OrderState, isActive: boolean): { falling: Price[]; rising: Price[] } {
  const { limitPrice, stopPrice } = order;
  const limit = limitPrice === null || !isActive ? [] : [limitPrice];
  const stop = stopPrice === null || isActive ? [] : [stopPrice];
  return orderQuote(order) === 'buy' ? { falling: limit, rising: stop } : { falling: stop, rising: limit };
}

const isSame = (a: TrailingState | null, b: TrailingState | null): boolean =>
  a?.unit === b?.unit && a?.value === b?.value;

/** The best peak first, as {@link TrailingLevels} likes them. */
function byPeak(quote: QuoteSide): (a: { state: TrailingState }, b: { state: TrailingState }) => number {
  return (a, b) => {
    if (a.state.peak.price === b.state.peak.price) return 0;
    return isBeyondPeak(quote, b.state.peak.price, a.state.peak.price) ? -1 : 1;
  };
}

/** Finds what a price fires without looking at anything that it does not fire. */
export class TriggerIndex implements TriggerBook {
  readonly #symbols = new Map<string, SymbolLevels>();

  readonly #expiries = new Expiries();
  readonly #path: Pick<PricePath, 'peak'>;
  /** Where each trailing stop is. */
  readonly #following = new Map<bigint, TrailingLevels>();

  /** @param path knows the best price since one: what is added late has seen the prices until then */
  constructor(path: Pick<PricePath, 'peak'> = { peak: (_symbol, _quote, since) => since }) {
    this.#path = path;
  }

  /** Sorted first, so that every level goes to the end of its array. */
  addAll(positions: PositionState[], orders: OrderState[]): void {
    const all: (Level & { to: SortedLevels })[] = [];
    const following: Following[] = [];
    for (const position of positions) {
      const symbol = this.#closing(position);
      const { falling, rising } = levelsOf(position);
      for (const key of falling) all.push({ key, id: position.id, to: symbol.falling });
      for (const level of rising) all.push({ key: -level, id: position.id, to: symbol.rising });
      if (position.trailing !== null) following.push(this.#followed(position, position.trailing, symbol));
    }
    for (const { id, to, key } of all.sort(compareLevels)) to.insert(key, id);
    for (const order of orders) {
      const to = this.#filling(order);
      this.#insert(order.id, to, levelsOfOrder(order, isLimit(order)));
      this.#expiries.add(order);
      if (order.callback !== null) following.push(this.#followed(order, order.callback, to));
    }
    // Sells first, as the order of peaks is another for each quote.
    for (const quote of ['sell', 'buy'] as const) {
      const ofQuote = following.filter(({ to }) => to.trailing.quote === quote);
      for (const each of ofQuote.sort(byPeak(quote))) this.#follow(each);
    }
  }

  addPosition(position: PositionState): void {
    const to = this.#closing(position);
    this.#insert(position.id, to, levelsOf(position));
    if (position.trailing !== null) this.#follow(this.#followed(position, position.trailing, to));
  }

  removePosition(position: PositionState): void {
    this.#remove(position.id, this.#closing(position), levelsOf(position));
    this.#unfollow(position.id);
  }

  replacePosition(before: PositionState, after: PositionState): void {
    if (!isSame(before.trailing, after.trailing)) {
      this.removePosition(before);
      return this.addPosition(after);
    }
    this.#remove(before.id, this.#closing(before), levelsOf(before));
    this.#insert(after.id, this.#closing(after), levelsOf(after));
  }

  addOrder(order: OrderState): void {
    const to = this.#filling(order);
    this.#insert(order.id, to, levelsOfOrder(order, isLimit(order)));
    this.#expiries.add(order);
    if (order.callback !== null) this.#follow(this.#followed(order, order.callback, to));
  }

  removeOrder(order: OrderState): void {
    this.#removeLevels(order);
    this.#expiries.remove(order);
    this.#unfollow(order.id);
  }

  replaceOrder(before: OrderState, after: OrderState): void {
    if (!isSame(before.callback, after.callback)) {
      this.removeOrder(before);
      return this.addOrder(after);
    }
    this.#removeLevels(before);
    this.#expiries.remove(before);
    this.#expiries.add(after);
    this.#insert(after.id, this.#filling(after), levelsOfOrder(after, isLimit(after)));
  }

  /** The stop of a stop limit was reached: from now on its limit counts. */
  activate(order: OrderState): void {
    this.#removeLevels(order);
    this.#insert(order.id, this.#filling(order), levelsOfOrder(order, true));
  }

  peak(id: bigint): Peak | null {
    return this.#following.get(id)?.peak(id) ?? null;
  }

  /** More is known of the best price since a trailing stop was set. */
  recall({ id, symbol }: { id: bigint; symbol: string }, state: TrailingState): void {
    const trailing = this.#following.get(id);
    if (trailing === undefined) return;
    const peak = this.#path.peak(symbol, trailing.quote, trailing.peak(id) ?? state.peak);
    trailing.remove(id);
    trailing.add(id, { ...state, peak });
  }

  /**
   * Takes out every level that is reached; ids may repeat, in no particular order. A trailing stop is told and stays until
   * its position or order is removed.
   * @param buy what buys pay, where it is another price
   */
  takeReached(sell: PriceRecord, buy: PriceRecord = sell): bigint[] {
    const levels = this.#symbols.get(sell.symbol);
    if (levels === undefined) return [];
    const { sells, buys } = levels;
    sells.trailing.follow(sell);
    buys.trailing.follow(buy);
    const reached = sells.falling.takeReached(sell.price);
    // To make a number costs more than to compare it: it is made once.
    const negatedSell = -sell.price;
    const negatedBuy = buy === sell ? negatedSell : -buy.price;
    sells.rising.takeReached(negatedSell, reached);
    sells.trailing.takeReached(sell.price, reached);
    buys.falling.takeReached(buy.price, reached);
    buys.rising.takeReached(negatedBuy, reached);
    return buys.trailing.takeReached(negatedBuy, reached);
  }

  /** Takes out the orders whose time is over. @param now market time, ms */
  takeExpired(now: number): bigint[] {
    return this.#expiries.takeUntil(now);
  }

  get mayExpire(): boolean {
    return this.#expiries.size > 0;
  }

  /** Whether any level of the symbol was ever there: most pairs have none. */
  has(symbol: string): boolean {
    return this.#symbols.has(symbol);
  }

  /** What closes a position fires its levels. */
  #closing({ symbol, side }: PositionState): QuoteLevels {
    const levels = this.#symbol(symbol);
    return side === 'long' ? levels.sells : levels.buys;
  }

  /** What fills an order fires its levels. */
  #filling(order: OrderState): QuoteLevels {
    const levels = this.#symbol(order.symbol);
    return orderQuote(order) === 'sell' ? levels.sells : levels.buys;
  }

  #insert(id: bigint, to: QuoteLevels, { falling, rising }: { falling: Price[]; rising: Price[] }): void {
    for (const level of falling) to.falling.insert(level, id);
    for (const level of rising) to.rising.insert(-level, id);
  }

  #remove(id: bigint, from: QuoteLevels, { falling, rising }: { falling: Price[]; rising: Price[] }): void {
    for (const level of falling) from.falling.remove(level, id);
    for (const level of rising) from.rising.remove(-level, id);
  }

  /** Those of its stop and of its limit: a stop limit may have been activated and not be known to be yet. */
  #removeLevels(order: OrderState): void {
    const from = this.#filling(order);
    this.#remove(order.id, from, levelsOfOrder(order, false));
    this.#remove(order.id, from, levelsOfOrder(order, true));
  }

  /** A trailing stop with the best price of by now. */
  #followed({ id, symbol }: { id: bigint; symbol: string }, state: TrailingState, to: QuoteLevels): Following {
    return { id, state: { ...state, peak: this.#path.peak(symbol, to.trailing.quote, state.peak) }, to };
  }

  #follow({ id, state, to: { trailing } }: Following): void {
    trailing.add(id, state);
    this.#following.set(id, trailing);
  }

  #unfollow(id: bigint): void {
    this.#following.get(id)?.remove(id);
    this.#following.delete(id);
  }

  #symbol(symbol: string): SymbolLevels {
    let levels = this.#symbols.get(symbol);
    if (levels === undefined) {
      levels = { sells: newLevels('sell'), buys: newLevels('buy') };
      this.#symbols.set(symbol, levels);
    }
    return levels;
  }
}
