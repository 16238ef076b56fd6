import type { Bar } from '../candle-book.ts';
import { calculatorOf, type Calculator, type Values } from './calculators.ts';
import type { Indicator } from './catalog.ts';

/** Bars that are calculated at once: a few milliseconds of a phone, even with the longest averages. */
export const SLICE = 2_000;

/**
 * The values of one indicator for the bars of a chart: from the first bar on once, in slices, and
 * after that only for bars that are new or have changed.
 */
export class IndicatorRun {
  readonly #calculate: Calculator;
  readonly #values: Values[] = [];
  /** Opening times by bar, seconds. */
  readonly #times: number[] = [];

  /** @param isComplete there are no bars before the first one */
  constructor(indicator: Pick<Indicator, 'kind' | 'parameters'>, isComplete = false) {
    this.#calculate = calculatorOf(indicator, isComplete);
  }

  /** Values by bar, those of the first one first. */
  get values(): readonly Values[] {
    return this.#values;
  }

  /**
   * Goes on from the first bar that it has not had.
   * @param bars all of the chart; those that it has had are as they were
   * @returns whether it has had all
   */
  advance(bars: readonly Bar[], most = SLICE): boolean {
    const from = this.#values.length;
    for (const bar of bars.slice(from, from + most)) this.#append(bar);
    return this.#values.length >= bars.length;
  }

  /** Takes a bar that is the newest again, or comes after it. @returns its values */
  take(bar: Bar): Values {
    if (this.#times.at(-1) !== bar.time) return this.#append(bar);
    const values = this.#calculate(bar, true);
    this.#values[this.#values.length - 1] = values;
    return values;
  }

  /** The values at a bar that opened at `time`, seconds; null when there is none. */
  at(time: number): Values | null {
    let [low, high] = [0, this.#times.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#times[middle] ?? 0;
      if (found === time) return this.#values[middle] ?? null;
      if (found < time) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

  #append(bar: Bar): Values {
    const values = this.#calculate(bar, false);
    this.#values.push(values);
    this.#times.push(bar.time);
    return values;
  }
}
