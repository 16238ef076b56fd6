import { type Cipheriv, createCipheriv, createHmac, hash } from 'node:crypto';
import { endianness } from 'node:os';
import type { DayKeys } from './day-keys.ts';
import { RandomStream } from './random.ts';
import { KEY_VERSION } from './randomness.ts';

/** Keeps what is drawn for prices apart from anything else that a day's key may be used for. */
const LABEL = 'plecho-synthetic 2';
const NONCE_BYTES = 12;
const COUNTER_BYTES = 4;
const WORD_BYTES = 4;
const BLOCK_WORDS = 4;
/** A day's plan needs a dozen words, the minutes of a day some ten thousand. */
const FIRST_WORDS = 64;
const NEXT_WORDS = 1024;
const IS_BIG_ENDIAN = endianness() === 'BE';

/** What is encrypted to get the keystream itself; most streams are short and there are a hundred thousand at a start. */
const ZEROS = [FIRST_WORDS, NEXT_WORDS].map((words) => Buffer.alloc(words * WORD_BYTES));
const zeros = (bytes: number): Buffer => ZEROS.find(({ length }) => length === bytes) ?? Buffer.alloc(bytes);

/** The first counter block of the stream for a purpose. */
function counterOf(purpose: string): Buffer {
  const counter = Buffer.alloc(NONCE_BYTES + COUNTER_BYTES);
  counter.set(hash('sha256', purpose, 'buffer').subarray(0, NONCE_BYTES));
  return counter;
}

/** The same stream from a later block on. */
function fromBlock(counter: Buffer, block: number): Buffer {
  const moved = Buffer.from(counter);
  moved.writeUInt32BE(block, NONCE_BYTES);
  return moved;
}

/** The keystream of AES-256 in counter mode: nobody without the key tells its words from chance, whatever words they know. */
class Keystream {
  readonly #cipher: Cipheriv;

  /** @param key 32 bytes @param counter the first block, for this key and stream alone */
  constructor(key: Uint8Array, counter: Uint8Array) {
    this.#cipher = createCipheriv('aes-256-ctr', key, counter);
  }

  /** The next words, signed. @param count a multiple of four */
  words(count: number): Int32Array {
    const stream = this.#cipher.update(zeros(count * WORD_BYTES));
    if (IS_BIG_ENDIAN) stream.swap32();
    return new Int32Array(stream.buffer, stream.byteOffset, count);
  }
}

class KeyStream extends RandomStream {
  readonly #source: Keystream;
  #words: Int32Array;
  #at = 0;

  constructor(source: Keystream) {
    super();
    this.#source = source;
    this.#words = source.words(FIRST_WORDS);
  }

  protected word(): number {
    if (this.#at === this.#words.length) {
      this.#words = this.#source.words(NEXT_WORDS);
      this.#at = 0;
    }
    const word = this.#words[this.#at] ?? 0;
    this.#at += 1;
    return word;
  }
}

/**
 * Everything about a day follows from the day's key and from those before it. The stream for a purpose is
 * AES-256-CTR with the key HMAC-SHA-256(key of the day, label) and a nonce made of the purpose's name.
 */
export class KeyRandomness {
  readonly version = KEY_VERSION;
  readonly #keys: DayKeys;
  readonly #streamKeys = new Map<number, Buffer>();
  readonly #counters = new Map<string, Buffer>();

  constructor(keys: DayKeys) {
    this.#keys = keys;
  }

  /**
   * What happens on a day.
   * @param name "factor" or the symbol of a pair
   * @param purpose what is drawn from it
   * @param from words of the stream that are left out, a multiple of four
   */
  ofDay(name: string, purpose: string, day: number, from = 0): RandomStream {
    return new KeyStream(this.#keystream(name, purpose, day, from / BLOCK_WORDS));
  }

  /** Words of the stream for a purpose, from the given one on: 32 random bits each, signed. */
  wordsOfDay(name: string, purpose: string, day: number, from: number, count: number): Int32Array {
    const block = Math.floor(from / BLOCK_WORDS);
    const left = from - block * BLOCK_WORDS;
    const blocks = Math.ceil((left + count) / BLOCK_WORDS);
    return this.#keystream(name, purpose, day, block)
      .words(blocks * BLOCK_WORDS)
      .subarray(left, left + count);
  }

  /**
   * What a day begins with, which is also what the day before ends with. It belongs to the day before, so that
   * a day's key and the earlier ones tell all of the day.
   */
  atStart(name: string, day: number): RandomStream {
    return this.ofDay(name, 'end', day - 1);
  }

  #keystream(name: string, purpose: string, day: number, block: number): Keystream {
    const counter = this.#counterOf(`${name}|${purpose}`);
    return new Keystream(this.#streamKey(day), block === 0 ? counter : fromBlock(counter, block));
  }

  #streamKey(day: number): Buffer {
    const known = this.#streamKeys.get(day);
    if (known !== undefined) return known;
    const made = createHmac('sha256', this.#keys.keyOf(day)).update(LABEL).digest();
    this.#streamKeys.set(day, made);
    return made;
  }

  #counterOf(purpose: string): Buffer {
    const known = this.#counters.get(purpose);
    if (known !== undefined) return known;
    const made = counterOf(purpose);
    this.#counters.set(purpose, made);
    return made;
  }
}
