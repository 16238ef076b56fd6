import { changeOf, type AlertDirection, type AlertWindow, type Candle, type Price } from '@plecho/domain';
import { Crossings } from './crossings.ts';
import type { Reached } from './ports.ts';
import { RollingExtremes } from './rolling-extremes.ts';

const MINUTE = 60;
/** What is said of a change at most, hundredths of a percent: more fits no column. A fall is never so large. */
const MOST_SAID = 2_147_483_647n;

/** Tells of an alert that was reached; it waits for nothing any more. */
export type Tell = (id: bigint, reached: Reached) => void;

/** The alerts on a change of one pair within one time: its extremes are kept once for all of them. */
export class WindowChanges {
  readonly window: AlertWindow;
  readonly #extremes: RollingExtremes;
  /** By hundredths of a percent: rises as they are, falls negated. */
  readonly #changes = new Crossings();
  readonly #taken: bigint[] = [];
  /** Whether the prices of before the first one here are among the extremes. */
  knowsBefore = false;

  constructor(window: AlertWindow) {
    this.window = window;
    this.#extremes = new RollingExtremes(window);
  }

  /** Minutes whose candles tell of the time before. */
  get minutes(): number {
    return this.window / MINUTE + 1;
  }

  add(id: bigint, percent: number, direction: AlertDirection): void {
    if (direction !== 'down') this.#changes.add(id, BigInt(percent), 'up');
    if (direction !== 'up') this.#changes.add(id, BigInt(-percent), 'down');
  }

  remove(id: bigint, percent: number): void {
    this.#changes.remove(id, BigInt(percent), 'up');
    this.#changes.remove(id, BigInt(-percent), 'down');
  }

  price(price: Price, at: number, tell: Tell): void {
    this.#extremes.push(price, at);
    const { lowest, highest } = this.#extremes;
    if (lowest === null || highest === null) return;
    const [rise, fall] = [changeOf(lowest, price), changeOf(highest, price)];
    const said = Number(rise < MOST_SAID ? rise : MOST_SAID);
    this.#changes.takeUp(rise, this.#taken);
    for (const id of this.#taken.splice(0)) tell(id, { direction: 'up', price, at, change: said });
    this.#changes.takeDown(fall, this.#taken);
    for (const id of this.#taken.splice(0)) tell(id, { direction: 'down', price, at, change: Number(fall) });
  }

  /** @param candles of a minute each */
  precede(candles: readonly Candle[]): void {
    this.#extremes.precede(candles);
    this.knowsBefore = true;
  }
}
