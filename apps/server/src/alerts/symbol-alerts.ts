import {
  nearLiquidation,
  type AlertWindow,
  type Candle,
  type Interval,
  type Price,
  type RingDirection,
} from '@plecho/domain';
import { CandleCloses } from './candle-closes.ts';
import { Crossings } from './crossings.ts';
import type { StoredAlert } from './ports.ts';
import { WindowChanges, type Tell } from './window-changes.ts';

/** The side of a level that a liquidation alert waits on; null while its position can't be liquidated. */
function liquidationLevel({ terms, position }: StoredAlert): { level: Price; direction: RingDirection } | null {
  if (terms.kind !== 'liquidation' || position === null || position.liquidationPrice === null) return null;
  const level = nearLiquidation(position.side, position.liquidationPrice, terms.percent);
  return { level, direction: position.side === 'long' ? 'down' : 'up' };
}

/**
 * The alerts of one pair that wait. A price that reaches none of their levels costs two comparisons, however many there are;
 * a change within a time and the closes of candles cost what they cost once for all who wait for them.
 */
export class SymbolAlerts {
  readonly #levels = new Crossings();
  readonly #taken: bigint[] = [];
  /** Crossing alerts that have rung, and have not met a price since that says which way the next crossing is. */
  readonly #turning = new Map<bigint, Price>();
  /** They stay: an alert that rests comes back to them. */
  readonly #windows = new Map<AlertWindow, WindowChanges>();
  readonly #closes = new Map<Interval, CandleCloses>();
  readonly #tell: Tell;
  readonly #armed: (id: bigint, direction: RingDirection) => void;

  /** @param armed told which way a crossing alert waits from now on that has rung before */
  constructor(tell: Tell, armed: (id: bigint, direction: RingDirection) => void) {
    this.#tell = tell;
    this.#armed = armed;
  }

  add(alert: StoredAlert): void {
    const { id, terms, restsUntil, createdAt } = alert;
    if (terms.kind === 'cross') {
      if (terms.direction === 'either') this.#turning.set(id, terms.level);
      else this.#levels.add(id, terms.level, terms.direction);
    } else if (terms.kind === 'change') this.#window(terms.window).add(id, terms.percent, terms.direction);
    else if (terms.kind === 'close') {
      const direction = terms.direction === 'up' ? 'up' : 'down';
      this.#close(terms.interval).add(id, { level: terms.level, direction, since: restsUntil ?? createdAt });
    } else {
      const near = liquidationLevel(alert);
      if (near !== null) this.#levels.add(id, near.level, near.direction);
    }
  }

  /** Also of one that was reached. */
  remove(alert: StoredAlert): void {
    const { id, terms } = alert;
    if (terms.kind === 'cross') {
      this.#turning.delete(id);
      for (const direction of ['up', 'down'] as const) this.#levels.remove(id, terms.level, direction);
    } else if (terms.kind === 'change') this.#windows.get(terms.window)?.remove(id, terms.percent);
    else if (terms.kind === 'close') {
      const direction = terms.direction === 'up' ? 'up' : 'down';
      this.#closes.get(terms.interval)?.remove(id, { level: terms.level, direction });
    } else {
      const near = liquidationLevel(alert);
      if (near !== null) this.#levels.remove(id, near.level, near.direction);
    }
  }

  price(price: Price, at: number): void {
    this.passedBy(price, at);
    for (const close of this.#closes.values()) close.price(price, at, this.#tell);
  }

  /** A price that others may have followed: candles that closed since are found by looking back. */
  passedBy(price: Price, at: number): void {
    this.#levels.takeUp(price, this.#taken);
    if (this.#taken.length > 0) this.#tellAll('up', price, at);
    this.#levels.takeDown(price, this.#taken);
    if (this.#taken.length > 0) this.#tellAll('down', price, at);
    if (this.#turning.size > 0) this.#turn(price);
    for (const window of this.#windows.values()) window.price(price, at, this.#tell);
  }

  /**
   * Looks at what was before the first price here, where that has not been done: what was reached while nobody watched is
   * told, or with the next price. Rejects as `past` does.
   * @param past candles of the pair, ascending, the open one too
   */
  async lookBack(past: (interval: Interval, limit: number) => Promise<Candle[]>): Promise<void> {
    for (const window of [...this.#windows.values()]) {
      if (!window.knowsBefore) window.precede(await past('1m', window.minutes));
    }
    for (const close of [...this.#closes.values()]) {
      const { unchecked } = close;
      if (unchecked > 0) close.precede(await past(close.interval, unchecked), this.#tell);
    }
  }

  #tellAll(direction: RingDirection, price: Price, at: number): void {
    for (const id of this.#taken.splice(0)) this.#tell(id, { direction, price, at, change: null });
  }

  #turn(price: Price): void {
    for (const [id, level] of this.#turning) {
      if (level === price) continue;
      const direction = price < level ? 'up' : 'down';
      this.#turning.delete(id);
      this.#levels.add(id, level, direction);
      this.#armed(id, direction);
    }
  }

  #window(seconds: AlertWindow): WindowChanges {
    const window = this.#windows.get(seconds) ?? new WindowChanges(seconds);
    this.#windows.set(seconds, window);
    return window;
  }

  #close(interval: Interval): CandleCloses {
    const close = this.#closes.get(interval) ?? new CandleCloses(interval);
    this.#closes.set(interval, close);
    return close;
  }
}
