import type { Price, RingDirection } from '@plecho/domain';
import { SortedLevels } from '../engine/sorted-levels.ts';
import type { NewRing, Reached, StoredAlert, WatchedPosition } from './ports.ts';
import { SymbolAlerts } from './symbol-alerts.ts';

/**
 * `waiting`: for its price; `resting`: it has rung and its pause is not over; `reached`: what it has come to is not written
 * yet, and until then it waits for nothing.
 */
interface Entry {
  alert: StoredAlert;
  state: 'waiting' | 'resting' | 'reached';
}

/** What is to be written. */
export type AlertWork =
  | { do: 'ring'; ring: NewRing }
  | { do: 'arm'; id: bigint; rings: number; direction: RingDirection }
  | { do: 'drop'; id: bigint };

/** When something is to be done about an alert that needs no price, ms: the end of its pause, or of itself. */
function dueOf({ expiresAt, restsUntil }: StoredAlert, isResting: boolean): number[] {
  return [expiresAt, isResting ? restsUntil : null].filter((time) => time !== null);
}

/** The alerts of one market: what prices, time and changed positions make of them (rule M8). Nothing of it waits for anything. */
export class MarketAlerts {
  readonly #entries = new Map<bigint, Entry>();
  readonly #symbols = new Map<string, SymbolAlerts>();
  readonly #ofPosition = new Map<bigint, Set<bigint>>();
  /** Negated times. */
  readonly #due = new SortedLevels();
  readonly #onWork: (work: AlertWork) => void;

  /** @param onWork told what is to be written */
  constructor(onWork: (work: AlertWork) => void) {
    this.#onWork = onWork;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: bigint): boolean {
    return this.#entries.has(id);
  }

  ids(): bigint[] {
    return [...this.#entries.keys()];
  }

  symbols(): Iterable<[string, SymbolAlerts]> {
    return this.#symbols;
  }

  /** Takes an alert in, also anew after it has rung. One about a position that is not open is over. */
  add(alert: StoredAlert): void {
    this.remove(alert.id);
    const { id, terms, restsUntil } = alert;
    if (terms.kind === 'liquidation') {
      if (alert.position === null) return this.#onWork({ do: 'drop', id });
      const ids = this.#ofPosition.get(terms.positionId) ?? new Set();
      this.#ofPosition.set(terms.positionId, ids.add(id));
    }
    const state = restsUntil === null ? 'waiting' : 'resting';
    this.#entries.set(id, { alert, state });
    for (const time of dueOf(alert, state === 'resting')) this.#due.insert(BigInt(-time), id);
    if (state === 'waiting') this.#symbol(terms.symbol).add(alert);
  }

  remove(id: bigint): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { alert, state } = entry;
    const { terms } = alert;
    this.#entries.delete(id);
    for (const time of dueOf(alert, true)) this.#due.remove(BigInt(-time), id);
    if (state === 'waiting') this.#symbols.get(terms.symbol)?.remove(alert);
    if (terms.kind !== 'liquidation') return;
    const ids = this.#ofPosition.get(terms.positionId);
    ids?.delete(id);
    if (ids?.size === 0) this.#ofPosition.delete(terms.positionId);
  }

  /** An alert as it is known; null for one that is not. */
  get(id: bigint): StoredAlert | null {
    return this.#entries.get(id)?.alert ?? null;
  }

  /** @param at market time, ms */
  price(symbol: string, price: Price, at: number): void {
    this.#symbols.get(symbol)?.price(price, at);
  }

  /** A price that others may have followed meanwhile: no candle has closed at it. @param at market time, ms */
  passedBy(symbol: string, price: Price, at: number): void {
    this.#symbols.get(symbol)?.passedBy(price, at);
  }

  /** A position has changed, or is closed (null): the level that its alerts stand for moves with it, or they are over. */
  moved(positionId: bigint, position: WatchedPosition | null): void {
    for (const id of this.#ofPosition.get(positionId) ?? []) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      if (position === null) {
        this.remove(id);
        this.#onWork({ do: 'drop', id });
        continue;
      }
      const symbol = this.#symbol(entry.alert.terms.symbol);
      if (entry.state === 'waiting') symbol.remove(entry.alert);
      entry.alert = { ...entry.alert, position };
      if (entry.state === 'waiting') symbol.add(entry.alert);
    }
  }

  /** Wakes what has rested long enough, and drops what is out of date. @param now market time, ms */
  passed(now: number): void {
    for (const id of this.#due.takeReached(BigInt(-now))) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      const { alert, state } = entry;
      if (alert.expiresAt !== null && alert.expiresAt <= now) {
        this.remove(id);
        this.#onWork({ do: 'drop', id });
      } else if (state === 'resting') {
        entry.state = 'waiting';
        this.#symbol(alert.terms.symbol).add(alert);
      }
    }
  }

  #symbol(name: string): SymbolAlerts {
    let symbol = this.#symbols.get(name);
    if (symbol === undefined) {
      symbol = new SymbolAlerts(
        (id, reached) => this.#reached(id, reached),
        (id, direction) => this.#armed(id, direction),
      );
      this.#symbols.set(name, symbol);
    }
    return symbol;
  }

  /** What is out of date by now rings nothing. */
  #reached(id: bigint, reached: Reached): void {
    const entry = this.#entries.get(id);
    if (entry?.state !== 'waiting') return;
    const { alert } = entry;
    this.#symbol(alert.terms.symbol).remove(alert);
    if (alert.expiresAt !== null && alert.expiresAt <= reached.at) {
      this.remove(id);
      return this.#onWork({ do: 'drop', id });
    }
    entry.state = 'reached';
    this.#onWork({ do: 'ring', ring: { id, rings: alert.rings, ...reached } });
  }

  #armed(id: bigint, direction: RingDirection): void {
    const entry = this.#entries.get(id);
    if (entry?.alert.terms.kind !== 'cross') return;
    entry.alert = { ...entry.alert, terms: { ...entry.alert.terms, direction } };
    this.#onWork({ do: 'arm', id, rings: entry.alert.rings, direction });
  }
}
