import { ln } from './elementary.ts';

/** A stream of random numbers: where its words come from is up to the kind of market. */
export abstract class RandomStream {
  #spare = Number.NaN;

  /** 32 random bits as a signed integer. */
  protected abstract word(): number;

  /** Uniform in (0, 1), both ends excluded. */
  uniform(): number {
    return ((this.word() >>> 0) + 0.5) / 4_294_967_296;
  }

  /** Standard normal (Marsaglia's polar method, which needs no trigonometry). */
  normal(): number {
    if (!Number.isNaN(this.#spare)) {
      const value = this.#spare;
      this.#spare = Number.NaN;
      return value;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const square = u * u + v * v;
      if (square < 1 && square > 0) {
        const factor = Math.sqrt((-2 * ln(square)) / square);
        this.#spare = v * factor;
        return u * factor;
      }
    }
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -ln(this.uniform());
  }

  /** What a normal variable is multiplied with to become {@link fatTailed}: mean square 1, mean 0.94. */
  tail(): number {
    const chiSquare = -2 * ln(this.uniform() * this.uniform() * this.uniform());
    return Math.sqrt(4 / chiSquare);
  }

  /** Student's t with six degrees of freedom, scaled to variance 1: kurtosis 6 instead of the normal 3. */
  fatTailed(): number {
    const tail = this.tail();
    return this.normal() * tail;
  }
}
