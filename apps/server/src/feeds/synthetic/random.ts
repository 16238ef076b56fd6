import { ln } from './elementary.ts';

/** A stream of random numbers that is a function of its key alone. */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spare = Number.NaN;

  /** @param key any text; streams of different keys are independent for all purposes here. */
  constructor(key: string) {
    let a = 1779033703;
    let b = 3144134277;
    let c = 1013904242;
    let d = 2773480762;
    for (let index = 0; index < key.length; index += 1) {
      const code = key.charCodeAt(index);
      a = b ^ Math.imul(a ^ code, 597399067);
      b = c ^ Math.imul(b ^ code, 2869860233);
      c = d ^ Math.imul(c ^ code, 951274213);
      d = a ^ Math.imul(d ^ code, 2716044179);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
    for (let round = 0; round < 12; round += 1) this.word();
  }

  /** 32 random bits as a signed integer (the sfc32 generator). */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum;
  }

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

  /** Student's t with six degrees of freedom, scaled to variance 1: kurtosis 6 instead of the normal 3. */
  fatTailed(): number {
    const chiSquare = -2 * ln(this.uniform() * this.uniform() * this.uniform());
    return this.normal() * Math.sqrt(4 / chiSquare);
  }
}
