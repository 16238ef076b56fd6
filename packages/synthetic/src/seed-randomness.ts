import { RandomStream } from './random.ts';

/** Version of the generator: the same random numbers give other prices in another one. */
export const SEED_VERSION = 1;

/** A function of its key alone (the sfc32 generator): quick, and meant to be repeated, not to be unpredictable. */
export class SeedStream extends RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param key any text; streams of different keys are independent for all purposes here. */
  constructor(key: string) {
    super();
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

  protected word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum;
  }
}

/** Everything follows from a public seed: whoever knows it knows all prices, those of the future too. */
export class SeedRandomness {
  readonly version = SEED_VERSION;
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** What happens on a day. @param name "factor" or the symbol of a pair @param purpose what is drawn from it */
  ofDay(name: string, purpose: string, day: number): RandomStream {
    return new SeedStream(`${this.#seed}|${name}|${purpose}|${day}`);
  }

  /** What happens on a day to each of several. @see ofDay */
  ofDayTogether(names: readonly string[], purpose: string, day: number): RandomStream[] {
    return names.map((name) => this.ofDay(name, purpose, day));
  }

  /** What a day begins with, which is also what the day before ends with. */
  atStart(name: string, day: number): RandomStream {
    return new SeedStream(`${this.#seed}|${name}|heat|${day}`);
  }

  /** The way within a minute. @param minute since the epoch */
  ofMinute(symbol: string, minute: number): RandomStream {
    return new SeedStream(`${this.#seed}|${symbol}|ticks|${minute}`);
  }
}
