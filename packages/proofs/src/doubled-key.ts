import { hash, Point } from '@noble/ed25519';
import { concatBytes, equalBytes, toHex } from './bytes.ts';

/** Of a signature: the point R, then the number s. */
const HALF = 32;
const { n: ORDER } = Point.CURVE();
/** A number below the order of the group, in non-adjacent form, has no more digits. */
const DIGITS = 254;

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes.toReversed())}`);

/**
 * A public key with the doublings of its point, which make up most of the work on a signature: done once, they serve every
 * signature of the key.
 */
export class DoubledKey {
  readonly #publicKey: Uint8Array;
  readonly #doublings: Point[];

  /** @throws Error for what is no key, or one under which anything could be signed: a point of small order */
  constructor(publicKey: Uint8Array) {
    const point = Point.fromBytes(publicKey, false);
    if (point.isSmallOrder()) throw new RangeError('a key of small order');
    this.#publicKey = publicKey;
    this.#doublings = [point];
    for (let last = point; this.#doublings.length < DIGITS;) this.#doublings.push((last = last.double()));
  }

  /**
   * Whether a signature is the key's: sB − kA is R, byte for byte (RFC 8032, section 5.1.7, without the cofactor). Some that
   * the library takes are refused here, none is taken that it refuses.
   * @throws Error for one whose second half is beyond the order of the group
   */
  isSignature(signature: Uint8Array, message: Uint8Array): boolean {
    if (signature.length !== 2 * HALF) return false;
    const [r, s] = [signature.slice(0, HALF), littleEndian(signature.slice(HALF))];
    const k = littleEndian(hash(concatBytes(r, this.#publicKey, message))) % ORDER;
    return equalBytes(Point.BASE.multiply(s, false).subtract(this.#times(k)).toBytes(), r);
  }

  /** In non-adjacent form a third of a number's digits are not zero. */
  #times(factor: bigint): Point {
    let product = Point.ZERO;
    let rest = factor;
    for (const doubling of this.#doublings) {
      const digit = (rest & 1n) === 0n ? 0n : 2n - (rest & 3n);
      if (digit === 1n) product = product.add(doubling);
      else if (digit === -1n) product = product.subtract(doubling);
      rest = (rest - digit) >> 1n;
    }
    return product;
  }
}
