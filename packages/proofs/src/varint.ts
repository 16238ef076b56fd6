/** Integers of 64 bits at most, seven bits a byte, lowest first (LEB128): 10 bytes at most. */
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_BYTES = 10;

/** The integer without its sign, which goes to the lowest bit (zigzag). */
const withoutSign = (value: bigint): bigint => (value >= 0n ? value << 1n : (-value << 1n) - 1n);
const withSign = (value: bigint): bigint => ((value & 1n) === 0n ? value >> 1n : -((value + 1n) >> 1n));

/** Collects bytes. */
export class VarintWriter {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value);
  }

  /** @throws RangeError for what has no 64 bits */
  unsigned(value: bigint | number): void {
    let rest = BigInt(value);
    if (rest < 0n || rest > MAX_UINT64) throw new RangeError(`${value} is no unsigned integer of 64 bits`);
    for (; rest > 127n; rest >>= 7n) this.#bytes.push(Number(rest & 127n) | 128);
    this.#bytes.push(Number(rest));
  }

  /** @throws RangeError for what has no 64 bits */
  signed(value: bigint | number): void {
    this.unsigned(withoutSign(BigInt(value)));
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Where the bytes end too early, or an integer is too long. */
export class VarintError extends Error {}

/** Reads what a {@link VarintWriter} wrote. Every method throws {@link VarintError} where it can't. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** How many bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new VarintError('the bytes end too early');
    return value;
  }

  unsigned(): bigint {
    let value = 0n;
    for (let read = 0; read < MAX_BYTES; read++) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << BigInt(7 * read);
      if (byte < 128 && value <= MAX_UINT64) return value;
    }
    throw new VarintError('an integer has more than 64 bits');
  }

  signed(): bigint {
    return withSign(this.unsigned());
  }

  /** @param most what it may be */
  count(most: number): number {
    const value = this.unsigned();
    if (value > BigInt(most)) throw new VarintError(`${value} is more than ${most}`);
    return Number(value);
  }

  signedNumber(): number {
    const value = Number(this.signed());
    if (!Number.isSafeInteger(value)) throw new VarintError(`${value} is too large`);
    return value;
  }
}
