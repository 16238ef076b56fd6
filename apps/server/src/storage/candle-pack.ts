import type { Candle } from '@plecho/domain';

const FORMAT = 1n;
const CONTINUES = 0x80;
const SEVEN_BITS = 0x7f;
const SMALL = 0x7fff_ffffn;
/** Seven groups of seven bits fit a number exactly. */
const EXACT_SCALE = 2 ** 49;

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** What all prices are multiples of: the step of the pair, or more. */
function stepOf(candles: readonly Candle[]): bigint {
  let step = 0n;
  for (const { open, high, low, close } of candles) {
    for (const price of [open, high, low, close]) {
      if (step === 0n || price % step !== 0n) step = greatestDivisor(step, price);
    }
  }
  return step === 0n ? 1n : step;
}

/** Whole numbers, small ones of either sign in few bytes: zigzag, then seven bits a byte, the lowest first. */
class Writer {
  readonly #bytes: number[] = [];

  put(value: bigint): void {
    let rest = value < 0n ? -2n * value - 1n : 2n * value;
    for (; rest > SMALL; rest >>= 7n) this.#bytes.push(Number(rest & 0x7fn) | CONTINUES);
    let small = Number(rest);
    for (; small > SEVEN_BITS; small >>>= 7) this.#bytes.push((small & SEVEN_BITS) | CONTINUES);
    this.#bytes.push(small);
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** @throws RangeError at the end */
  next(): bigint {
    let value = 0;
    let scale = 1;
    for (let byte = this.#byte(); ; byte = this.#byte()) {
      value += (byte & SEVEN_BITS) * scale;
      scale *= 128;
      if (byte < CONTINUES) return signed(BigInt(value));
      if (scale === EXACT_SCALE) return signed(BigInt(value) + this.#high());
    }
  }

  #high(): bigint {
    let value = 0n;
    for (let shift = 49n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & SEVEN_BITS) << shift;
      if (byte < CONTINUES) return value;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('a pack of candles is cut off');
    this.#at += 1;
    return byte;
  }
}

const signed = (zigzag: bigint): bigint => ((zigzag & 1n) === 0n ? zigzag >> 1n : -(zigzag >> 1n) - 1n);

/**
 * Candles of one series as bytes: each as its distance from the one before. A minute takes about 13 of them.
 * @param candles ascending @param length of the interval, seconds; all times are multiples of it
 */
export function packCandles(candles: readonly Candle[], length: number): Buffer {
  const step = stepOf(candles);
  const writer = new Writer();
  writer.put(FORMAT);
  writer.put(step);
  let expected = 0;
  let last = 0n;
  for (const { time, open, high, low, close, volume } of candles) {
    writer.put(BigInt((time - expected) / length));
    writer.put((open - last) / step);
    for (const price of [high, low, close]) writer.put((price - open) / step);
    writer.put(volume);
    expected = time + length;
    last = close;
  }
  return writer.bytes();
}

/** What {@link packCandles} has packed. @throws RangeError for bytes that it has not made */
export function unpackCandles(bytes: Uint8Array, length: number): Candle[] {
  const reader = new Reader(bytes);
  const format = reader.next();
  if (format !== FORMAT) throw new RangeError(`a pack of candles has the unknown format ${format}`);
  const step = reader.next();
  const candles: Candle[] = [];
  let expected = 0;
  let last = 0n;
  while (!reader.isAtEnd) {
    const time = expected + Number(reader.next()) * length;
    const open = last + reader.next() * step;
    const high = open + reader.next() * step;
    const low = open + reader.next() * step;
    const close = open + reader.next() * step;
    candles.push({ time, open, high, low, close, volume: reader.next() });
    expected = time + length;
    last = close;
  }
  return candles;
}
