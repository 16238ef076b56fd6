/** One level that waits for a price: its key and whose it is. */
export interface Level {
  key: bigint;
  id: bigint;
}

/** Order of the arrays. */
export function compareLevels(a: Level, b: Level): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

const before = (a: Level, key: bigint, id: bigint): boolean => a.key < key || (a.key === key && a.id < id);

/**
 * Levels that fire when a falling probe reaches them: sorted by key in typed arrays, the next one to
 * fire last, so that a probe which reaches none costs one comparison and those that fire are cut off
 * the end. Keys and ids must fit in 64 bits.
 */
export class SortedLevels {
  #keys = new BigInt64Array(16);
  #ids = new BigInt64Array(16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  insert(key: bigint, id: bigint): void {
    if (this.#size === this.#keys.length) this.#grow();
    const at = this.#find(key, id);
    this.#keys.copyWithin(at + 1, at, this.#size);
    this.#ids.copyWithin(at + 1, at, this.#size);
    this.#keys[at] = key;
    this.#ids[at] = id;
    this.#size++;
  }

  /** Removes a level that is there; one that has already fired is no error. */
  remove(key: bigint, id: bigint): void {
    const at = this.#find(key, id);
    if (!this.#isAt(at, key, id)) return;
    this.#move(at, at + 1, this.#size);
    this.#size--;
  }

  /** Removes many different levels in one pass, so that a crash does not move the arrays once per level. */
  removeAll(levels: Level[]): void {
    const places: number[] = [];
    for (const { key, id } of levels) {
      const at = this.#find(key, id);
      if (this.#isAt(at, key, id)) places.push(at);
    }
    places.sort((a, b) => a - b);
    let to = places[0] ?? this.#size;
    places.forEach((place, n) => {
      const end = places[n + 1] ?? this.#size;
      this.#move(to, place + 1, end);
      to += end - place - 1;
    });
    this.#size = to;
  }

  /** Cuts off every level with a key ≥ `probe` and returns their ids. */
  takeReached(probe: bigint): bigint[] {
    const taken: bigint[] = [];
    for (let top = this.#size - 1; top >= 0; top--) {
      const key = this.#keys[top];
      const id = this.#ids[top];
      if (key === undefined || id === undefined || key < probe) break;
      taken.push(id);
      this.#size = top;
    }
    return taken;
  }

  /** First place whose level does not come before (key, id). */
  #find(key: bigint, id: bigint): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(this.#at(middle), key, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isAt(at: number, key: bigint, id: bigint): boolean {
    return at < this.#size && this.#keys[at] === key && this.#ids[at] === id;
  }

  #at(place: number): Level {
    const key = this.#keys[place];
    const id = this.#ids[place];
    if (key === undefined || id === undefined) throw new RangeError('no level at this place');
    return { key, id };
  }

  #move(to: number, from: number, end: number): void {
    this.#keys.copyWithin(to, from, end);
    this.#ids.copyWithin(to, from, end);
  }

  #grow(): void {
    const keys = new BigInt64Array(this.#keys.length * 2);
    const ids = new BigInt64Array(this.#ids.length * 2);
    keys.set(this.#keys);
    ids.set(this.#ids);
    this.#keys = keys;
    this.#ids = ids;
  }
}
