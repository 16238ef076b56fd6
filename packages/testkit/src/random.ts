/** Small seeded random numbers (sfc32): the same seed gives the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = 0x243f6a88 + seed;
    this.#c = Math.imul(seed, 0x85ebca6b) | 0;
    for (let n = 0; n < 16; n++) this.uint32();
  }

  /** 0 to 2^32 − 1. */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** An integer in [from, to]. */
  int(from: number, to: number): number {
    return from + Math.floor((this.uint32() / 0x1_0000_0000) * (to - from + 1));
  }

  /** An integer in [from, to], for bounds below 2^64. */
  bigint(from: bigint, to: bigint): bigint {
    const wide = (BigInt(this.uint32()) << 32n) | BigInt(this.uint32());
    return from + (wide % (to - from + 1n));
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return (this.uint32() / 0x1_0000_0000) * 100 < percent;
  }

  /** One of several, none of which may be missing. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.int(0, items.length - 1)] ?? items[0];
  }

  /** One of a list, or undefined when it is empty. */
  any<T>(items: readonly T[]): T | undefined {
    return items[this.int(0, items.length - 1)];
  }
}
