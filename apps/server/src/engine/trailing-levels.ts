import { isBeyondPeak, trailingLevel, type Price, type QuoteSide, type TrailUnit } from '@plecho/domain';
import type { Peak, TrailingState } from '../commands/batch.ts';
import { meld, removeFrom, type HeapNode } from './pairing-heap.ts';
import { SortedLevels } from './sorted-levels.ts';

/** One trailing stop: in a heap by its distance, so that the nearest to fire is the root. */
interface Follower extends HeapNode {
  readonly unit: TrailUnit;
  group: Group;
}

/** Trailing stops that have seen the same best price. */
interface Group {
  readonly id: bigint;
  peak: Peak;
  readonly heaps: Record<TrailUnit, Follower | null>;
  /** Where the nearest of them stands among the levels. */
  key: bigint;
  /** The group that it has become a part of. */
  into: Group | null;
}

/**
 * Trailing stops that follow one quote of a symbol: those that sell follow the highest, those that buy the lowest.
 *
 * All that have the same peak are one group, and the groups are in the order of their peaks. A new best price makes one
 * group of those that it is beyond, and touches no trailing stop: each group ends once, as a part of another. Where
 * the nearest of a group fires stands among sorted levels, so that a price that is no new best and reaches nothing costs
 * two comparisons, however many there are.
 */
export class TrailingLevels {
  readonly quote: QuoteSide;
  /** The best peak first: a new best price is beyond the last ones. */
  readonly #groups: Group[] = [];
  readonly #levels = new SortedLevels();
  readonly #followers = new Map<bigint, Follower>();
  #lastGroup = 0n;
  /** By id of the group: for what the levels answer. */
  readonly #byId = new Map<bigint, Group>();

  constructor(quote: QuoteSide) {
    this.quote = quote;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Begins to follow. Those that are added in the order of their peaks, best first, cost least. */
  add(id: bigint, { unit, value, peak }: TrailingState): void {
    const group = this.#groupAt(peak);
    const follower: Follower = { key: value, id, unit, group, child: null, next: null, before: null };
    this.#followers.set(id, follower);
    group.heaps[unit] = meld(group.heaps[unit], follower);
    this.#place(group);
  }

  /** Ends following; one that is not there is no error. */
  remove(id: bigint): void {
    const follower = this.#followers.get(id);
    if (follower === undefined) return;
    this.#followers.delete(id);
    const group = currentOf(follower);
    this.#takeOut(group, follower);
    this.#place(group);
  }

  /** The best price that one has seen; null for one that is not there. */
  peak(id: bigint): Peak | null {
    const follower = this.#followers.get(id);
    return follower === undefined ? null : currentOf(follower).peak;
  }

  /** Takes a price that may be a new best one. */
  follow({ seq, price, time }: { seq: bigint; price: Price; time: number }): void {
    let survivor: Group | null = null;
    for (let last = this.#groups.at(-1); last !== undefined; last = this.#groups.at(-1)) {
      if (!isBeyondPeak(this.quote, last.peak.price, price)) break;
      this.#groups.pop();
      if (survivor === null) survivor = last;
      else this.#join(survivor, last);
    }
    if (survivor === null) return;
    survivor.peak = { seq, price, time };
    this.#groups.push(survivor);
    this.#place(survivor);
  }

  /**
   * Adds the ids of all that a price reaches to `taken`, in no particular order. They stay until they are removed, and are
   * told once.
   * @param probe the price, negated where the quote is what buys pay
   * @returns `taken`
   */
  takeReached(probe: bigint, taken: bigint[] = []): bigint[] {
    if (this.#levels.size === 0) return taken;
    for (const id of this.#levels.takeReached(probe)) {
      const group = this.#byId.get(id);
      if (group === undefined) continue;
      this.#byId.delete(group.id);
      for (;;) {
        const nearest = this.#nearest(group);
        if (nearest === null || this.#levelKey(group, nearest) < probe) break;
        this.#takeOut(group, nearest);
        // What it has seen until now, should somebody ask before it is removed.
        nearest.group = { ...group, id: 0n, heaps: { percent: null, price: null }, into: null };
        taken.push(nearest.id);
      }
      this.#place(group);
    }
    return taken;
  }

  /** A key that falls to the levels as the price does that reaches them. */
  #keyOf(price: Price): bigint {
    return this.quote === 'sell' ? price : -price;
  }

  #levelKey({ peak }: Group, { unit, key: value }: Follower): bigint {
    return this.#keyOf(trailingLevel(this.quote, peak.price, { unit, value }));
  }

  #nearest(group: Group): Follower | null {
    const { percent, price } = group.heaps;
    if (percent === null || price === null) return percent ?? price;
    return this.#levelKey(group, percent) >= this.#levelKey(group, price) ? percent : price;
  }

  #takeOut(group: Group, follower: Follower): void {
    const root = group.heaps[follower.unit];
    if (root !== null) group.heaps[follower.unit] = removeFrom(root, follower);
  }

  /** Puts the nearest of a group among the levels, or ends the group where none is left. */
  #place(group: Group): void {
    const nearest = this.#nearest(group);
    const isThere = this.#byId.has(group.id);
    if (nearest === null) {
      if (isThere) this.#levels.remove(group.key, group.id);
      this.#byId.delete(group.id);
      const place = this.#groups.lastIndexOf(group);
      if (place >= 0) this.#groups.splice(place, 1);
      return;
    }
    const key = this.#levelKey(group, nearest);
    if (isThere && key === group.key) return;
    if (isThere) this.#levels.remove(group.key, group.id);
    group.key = key;
    this.#levels.insert(key, group.id);
    this.#byId.set(group.id, group);
  }

  /** Makes a group a part of another. */
  #join(survivor: Group, group: Group): void {
    this.#levels.remove(group.key, group.id);
    this.#byId.delete(group.id);
    survivor.heaps.percent = meld(survivor.heaps.percent, group.heaps.percent);
    survivor.heaps.price = meld(survivor.heaps.price, group.heaps.price);
    group.into = survivor;
  }

  /** The group of a peak, made where there is none: two that got to the same price at other times stay two. */
  #groupAt(peak: Peak): Group {
    let [low, high] = [0, this.#groups.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#groups[middle];
      if (at !== undefined && !isBeyondPeak(this.quote, at.peak.price, peak.price)) low = middle + 1;
      else high = middle;
    }
    for (let place = low - 1; place >= 0; place -= 1) {
      const known = this.#groups[place];
      if (known === undefined || known.peak.price !== peak.price) break;
      // Of candles alone it is the time that tells two of them apart.
      if (known.peak.seq === peak.seq && known.peak.time === peak.time) return known;
    }
    this.#lastGroup += 1n;
    const made: Group = { id: this.#lastGroup, peak, heaps: { percent: null, price: null }, key: 0n, into: null };
    this.#groups.splice(low, 0, made);
    return made;
  }
}

/** The group that one is in by now; the way there is made shorter for the next time. */
function currentOf(follower: Follower): Group {
  let { group } = follower;
  while (group.into !== null) {
    if (group.into.into !== null) group.into = group.into.into;
    group = group.into;
  }
  follower.group = group;
  return group;
}
