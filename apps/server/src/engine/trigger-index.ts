import type { Price } from '@plecho/domain';
import type { OrderState, PositionState, PriceRecord } from '../commands/batch.ts';
import type { TriggerBook } from '../commands/market-state.ts';
import { compareLevels, SortedLevels, type Level } from './sorted-levels.ts';

/** Levels that one quote of a symbol reaches. */
interface QuoteLevels {
  /** Fire when price ≤ level: long liquidation and stop loss, short take profit, long limit. Key: the level. */
  falling: SortedLevels;
  /** Fire when price ≥ level: the mirror image. Key: the negated level. */
  rising: SortedLevels;
}

/** The levels of one symbol: what a sell fires, which closes longs and opens shorts, and what a buy does. */
interface SymbolLevels {
  sells: QuoteLevels;
  buys: QuoteLevels;
}

const newLevels = (): QuoteLevels => ({ falling: new SortedLevels(), rising: new SortedLevels() });

/** A position's levels, no two alike, split by the direction of the price that reaches them. */
function levelsOf(position: PositionState): { falling: Price[]; rising: Price[] } {
  const { liquidationPrice, stopLoss } = position;
  const stop = stopLoss === liquidationPrice ? null : stopLoss;
  const loss = [liquidationPrice, stop].filter((level) => level !== null);
  const gain = position.takeProfit === null ? [] : [position.takeProfit];
  return position.side === 'long' ? { falling: loss, rising: gain } : { falling: gain, rising: loss };
}

/** Finds what a price fires without looking at anything that it does not fire. */
export class TriggerIndex implements TriggerBook {
  readonly #symbols = new Map<string, SymbolLevels>();

  /** Sorted first, so that every level goes to the end of its array. */
  addAll(positions: PositionState[], orders: OrderState[]): void {
    const all: (Level & { to: SortedLevels })[] = [];
    for (const position of positions) {
      const symbol = this.#closing(position);
      const { falling, rising } = levelsOf(position);
      for (const key of falling) all.push({ key, id: position.id, to: symbol.falling });
      for (const level of rising) all.push({ key: -level, id: position.id, to: symbol.rising });
    }
    for (const { id, to, key } of all.sort(compareLevels)) to.insert(key, id);
    for (const order of orders) this.addOrder(order);
  }

  addPosition(position: PositionState): void {
    const symbol = this.#closing(position);
    const { falling, rising } = levelsOf(position);
    for (const level of falling) symbol.falling.insert(level, position.id);
    for (const level of rising) symbol.rising.insert(-level, position.id);
  }

  removePosition(position: PositionState): void {
    const symbol = this.#closing(position);
    const { falling, rising } = levelsOf(position);
    for (const level of falling) symbol.falling.remove(level, position.id);
    for (const level of rising) symbol.rising.remove(-level, position.id);
  }

  addOrder({ id, symbol, side, limitPrice }: OrderState): void {
    if (side === 'long') this.#symbol(symbol).buys.falling.insert(limitPrice, id);
    else this.#symbol(symbol).sells.rising.insert(-limitPrice, id);
  }

  removeOrder({ id, symbol, side, limitPrice }: OrderState): void {
    if (side === 'long') this.#symbol(symbol).buys.falling.remove(limitPrice, id);
    else this.#symbol(symbol).sells.rising.remove(-limitPrice, id);
  }

  /**
   * Takes out every level that is reached; ids may repeat, in no particular order.
   * @param buy what buys pay, where it is another price
   */
  takeReached(sell: PriceRecord, buy: PriceRecord = sell): bigint[] {
    const levels = this.#symbols.get(sell.symbol);
    if (levels === undefined) return [];
    const { sells, buys } = levels;
    const reached = sells.falling.takeReached(sell.price);
    sells.rising.takeReached(-sell.price, reached);
    buys.falling.takeReached(buy.price, reached);
    return buys.rising.takeReached(-buy.price, reached);
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

  #symbol(symbol: string): SymbolLevels {
    let levels = this.#symbols.get(symbol);
    if (levels === undefined) {
      levels = { sells: newLevels(), buys: newLevels() };
      this.#symbols.set(symbol, levels);
    }
    return levels;
  }
}
