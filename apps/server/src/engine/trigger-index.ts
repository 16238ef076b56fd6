import type { Price } from '@plecho/domain';
import type { OrderState, PositionState, PriceRecord } from '../commands/batch.ts';
import type { TriggerBook } from '../commands/market-state.ts';
import { compareLevels, SortedLevels, type Level } from './sorted-levels.ts';

/** The levels of one symbol. */
interface SymbolLevels {
  /** Fire when price ≤ level: long liquidation and stop loss, short take profit, long limit. Key: the level. */
  falling: SortedLevels;
  /** Fire when price ≥ level: the mirror image. Key: the negated level. */
  rising: SortedLevels;
}

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
      const symbol = this.#symbol(position.symbol);
      const { falling, rising } = levelsOf(position);
      for (const key of falling) all.push({ key, id: position.id, to: symbol.falling });
      for (const level of rising) all.push({ key: -level, id: position.id, to: symbol.rising });
    }
    for (const { id, to, key } of all.sort(compareLevels)) to.insert(key, id);
    for (const order of orders) this.addOrder(order);
  }

  addPosition(position: PositionState): void {
    const symbol = this.#symbol(position.symbol);
    const { falling, rising } = levelsOf(position);
    for (const level of falling) symbol.falling.insert(level, position.id);
    for (const level of rising) symbol.rising.insert(-level, position.id);
  }

  removePosition(position: PositionState): void {
    const symbol = this.#symbol(position.symbol);
    const { falling, rising } = levelsOf(position);
    for (const level of falling) symbol.falling.remove(level, position.id);
    for (const level of rising) symbol.rising.remove(-level, position.id);
  }

  addOrder({ id, symbol, side, limitPrice }: OrderState): void {
    if (side === 'long') this.#symbol(symbol).falling.insert(limitPrice, id);
    else this.#symbol(symbol).rising.insert(-limitPrice, id);
  }

  removeOrder({ id, symbol, side, limitPrice }: OrderState): void {
    if (side === 'long') this.#symbol(symbol).falling.remove(limitPrice, id);
    else this.#symbol(symbol).rising.remove(-limitPrice, id);
  }

  /** Takes out every level that the price reaches; ids may repeat, in no particular order. */
  takeReached(record: PriceRecord): bigint[] {
    const levels = this.#symbols.get(record.symbol);
    if (levels === undefined) return [];
    const falling = levels.falling.takeReached(record.price);
    const rising = levels.rising.takeReached(-record.price);
    return falling.length === 0 ? rising : falling.concat(rising);
  }

  /** Takes out what is left of positions of one symbol that fired. */
  removePositions(symbol: string, positions: PositionState[]): void {
    const falling: Level[] = [];
    const rising: Level[] = [];
    for (const position of positions) {
      const levels = levelsOf(position);
      for (const key of levels.falling) falling.push({ key, id: position.id });
      for (const level of levels.rising) rising.push({ key: -level, id: position.id });
    }
    const sides = this.#symbol(symbol);
    sides.falling.removeAll(falling);
    sides.rising.removeAll(rising);
  }

  #symbol(symbol: string): SymbolLevels {
    let levels = this.#symbols.get(symbol);
    if (levels === undefined) {
      levels = { falling: new SortedLevels(), rising: new SortedLevels() };
      this.#symbols.set(symbol, levels);
    }
    return levels;
  }
}
