/**
 * Exact fractions, for checking what the product computes with rounded integers. Deliberately shares
 * nothing with the product's own arithmetic.
 */
export class Rational {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom === 0n) throw new RangeError('a fraction over zero');
    this.top = bottom < 0n ? -top : top;
    this.bottom = bottom < 0n ? -bottom : bottom;
  }

  plus(other: Rational): Rational {
    return new Rational(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Rational): Rational {
    return new Rational(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }

  times(other: Rational): Rational {
    return new Rational(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Rational): Rational {
    return new Rational(this.top * other.bottom, this.bottom * other.top);
  }

  /** Negative, zero or positive, as this is less than, equal to or greater than the other. */
  compare(other: Rational): number {
    const difference = this.top * other.bottom - other.top * this.bottom;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** The largest integer that is not above this. */
  floor(): bigint {
    const rest = ((this.top % this.bottom) + this.bottom) % this.bottom;
    return (this.top - rest) / this.bottom;
  }

  /** The smallest integer that is not below this. */
  ceil(): bigint {
    return -new Rational(-this.top, this.bottom).floor();
  }
}

export const ratio = (top: bigint, bottom = 1n): Rational => new Rational(top, bottom);
