/** One level that waits for a price: its key and whose it is. */
export interface Level {
  key: bigint;
  id: bigint;
}

/** Order of the levels. */
export function compareLevels(a: Level, b: Level): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Few enough that a level that comes or goes moves little, however many there are in all. */
const BLOCK_SIZE = 512;
const SMALLEST = 16;

/** Sorted levels in typed arrays. */
class Block {
  #keys = new BigInt64Array(SMALLEST);
  #ids = new BigInt64Array(SMALLEST);
  size = 0;

  keyAt(place: number): bigint {
    const key = this.#keys[place];
    if (key === undefined) throw new RangeError('no level at this place');
    return key;
  }

  idAt(place: number): bigint {
    const id = this.#ids[place];
    if (id === undefined) throw new RangeError('no level at this place');
    return id;
  }

  isBefore(place: number, key: bigint, id: bigint): boolean {
    const own = this.keyAt(place);
    return own < key || (own === key && this.idAt(place) < id);
  }

  /** First place whose level does not come before (key, id). */
  find(key: bigint, id: bigint): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(middle, key, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(at: number, key: bigint, id: bigint): void {
    if (this.size === this.#keys.length) this.#grow();
    this.#keys.copyWithin(at + 1, at, this.size);
    this.#ids.copyWithin(at + 1, at, this.size);
    this.#keys[at] = key;
    this.#ids[at] = id;
    this.size += 1;
  }

  removeAt(at: number): void {
    this.#keys.copyWithin(at, at + 1, this.size);
    this.#ids.copyWithin(at, at + 1, this.size);
    this.size -= 1;
  }

  /** Takes everything from `place` on out. */
  splitAt(place: number): Block {
    const upper = new Block();
    upper.#keys = this.#keys.slice().copyWithin(0, place);
    upper.#ids = this.#ids.slice().copyWithin(0, place);
    upper.size = this.size - place;
    this.size = place;
    return upper;
  }

  #grow(): void {
    const [keys, ids] = [this.#keys, this.#ids];
    this.#keys = new BigInt64Array(keys.length * 2);
    this.#ids = new BigInt64Array(ids.length * 2);
    this.#keys.set(keys);
    this.#ids.set(ids);
  }
}

/**
 * Levels that fire when a falling probe reaches them: sorted by key, the next one to fire last, so that
 * a probe which reaches none costs one comparison and those that fire are cut off the end. They lie in
 * blocks, each sorted and before the next: what comes or goes in the middle moves its own block alone.
 * Keys and ids must fit in 64 bits.
 */
export class SortedLevels {
  readonly #blockSize: number;
  /** None of them is empty, unless there is only one. */
  readonly #blocks = [new Block()];
  #size = 0;
  /** Key of the next level to fire; null without any. To read it for every probe would cost more than to compare it. */
  #next: bigint | null = null;

  /** @param blockSize how many levels a block holds at most, two or more */
  constructor(blockSize = BLOCK_SIZE) {
    this.#blockSize = blockSize;
  }

  get size(): number {
    return this.#size;
  }

  insert(key: bigint, id: bigint): void {
    const n = this.#blockOf(key, id);
    let block = this.#block(n);
    let at = block.find(key, id);
    if (block.size === this.#blockSize) {
      // Levels that come in their order leave full blocks behind.
      const middle = at === block.size ? at : block.size >>> 1;
      const upper = block.splitAt(middle);
      this.#blocks.splice(n + 1, 0, upper);
      if (at >= middle) [block, at] = [upper, at - middle];
    }
    block.insert(at, key, id);
    this.#size += 1;
    this.#findNext();
  }

  /** Removes a level that is there; one that has already fired is no error. */
  remove(key: bigint, id: bigint): void {
    const n = this.#blockOf(key, id);
    const block = this.#block(n);
    const at = block.find(key, id);
    if (at === block.size || block.keyAt(at) !== key || block.idAt(at) !== id) return;
    block.removeAt(at);
    this.#size -= 1;
    if (block.size === 0 && this.#blocks.length > 1) this.#blocks.splice(n, 1);
    this.#findNext();
  }

  /** Cuts off every level with a key ≥ `probe` and adds their ids to `taken`. @returns `taken` */
  takeReached(probe: bigint, taken: bigint[] = []): bigint[] {
    while (this.#next !== null && this.#next >= probe) {
      const last = this.#block(this.#blocks.length - 1);
      taken.push(last.idAt(last.size - 1));
      last.size -= 1;
      this.#size -= 1;
      if (last.size === 0 && this.#blocks.length > 1) this.#blocks.pop();
      this.#findNext();
    }
    return taken;
  }

  #findNext(): void {
    const last = this.#block(this.#blocks.length - 1);
    this.#next = last.size === 0 ? null : last.keyAt(last.size - 1);
  }

  /** The first block that doesn't end before (key, id), or the last one. */
  #blockOf(key: bigint, id: bigint): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.#block(middle);
      if (block.isBefore(block.size - 1, key, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #block(n: number): Block {
    const block = this.#blocks[n];
    if (block === undefined) throw new RangeError('no block at this place');
    return block;
  }
}
