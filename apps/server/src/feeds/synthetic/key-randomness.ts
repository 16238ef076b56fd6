import { type Cipheriv, createCipheriv, createHmac, hash } from 'node:crypto';
import { endianness } from 'node:os';
import type { DayKeys } from './day-keys.ts';
import { RandomStream } from './random.ts';
import { KEY_VERSION } from './randomness.ts';

/** Keeps what is drawn for prices apart from anything else that a day's key may be used for. */
const LABEL = 'plecho-synthetic 2';
const NONCE_BYTES = 12;
const WORD_BYTES = 4;
const BLOCK_WORDS = 4;
/** A day's plan needs a dozen words, the minutes of a day some ten thousand. */
const FIRST_WORDS = 64;
const NEXT_WORDS = 1024;
const IS_BIG_ENDIAN = endianness() === 'BE';

const nonceOf = (purpose: string): Buffer => hash('sha256', purpose, 'buffer').subarray(0, NONCE_BYTES);

/** The keystream of AES-256 in counter mode: nobody without the key tells its words from chance, whatever words they know. */
class Keystream {
  readonly #cipher: Cipheriv;

  /** @param key 32 bytes @param nonce 12 bytes, for this key and stream alone @param fromBlock blocks of four words left out */
  constructor(key: Uint8Array, nonce: Uint8Array, fromBlock = 0) {
    const counter = Buffer.alloc(16);
    counter.set(nonce);
    counter.writeUInt32BE(fromBlock, NONCE_BYTES);
    this.#cipher = createCipheriv('aes-256-ctr', key, counter);
  }

  /** The next words, signed. @param count a multiple of four */
  words(count: number): Int32Array {
    const stream = this.#cipher.update(Buffer.alloc(count * WORD_BYTES));
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
  readonly #nonces = new Map<string, Buffer>();

  constructor(keys: DayKeys) {
    this.#keys = keys;
  }

  /** What happens on a day. @param name "factor" or the symbol of a pair @param purpose what is drawn from it */
  ofDay(name: string, purpose: string, day: number): RandomStream {
    return new KeyStream(new Keystream(this.#streamKey(day), this.#nonceOf(`${name}|${purpose}`)));
  }

  /** Words of the stream for a purpose, from the given one on: 32 random bits each, signed. */
  wordsOfDay(name: string, purpose: string, day: number, from: number, count: number): Int32Array {
    const block = Math.floor(from / BLOCK_WORDS);
    const left = from - block * BLOCK_WORDS;
    const source = new Keystream(this.#streamKey(day), this.#nonceOf(`${name}|${purpose}`), block);
    const blocks = Math.ceil((left + count) / BLOCK_WORDS);
    return source.words(blocks * BLOCK_WORDS).subarray(left, left + count);
  }

  /**
   * What a day begins with, which is also what the day before ends with. It belongs to the day before, so that
   * a day's key and the earlier ones tell all of the day.
   */
  atStart(name: string, day: number): RandomStream {
    return this.ofDay(name, 'end', day - 1);
  }

  #streamKey(day: number): Buffer {
    const known = this.#streamKeys.get(day);
    if (known !== undefined) return known;
    const made = createHmac('sha256', this.#keys.keyOf(day)).update(LABEL).digest();
    this.#streamKeys.set(day, made);
    return made;
  }

  #nonceOf(purpose: string): Buffer {
    const known = this.#nonces.get(purpose);
    if (known !== undefined) return known;
    const made = nonceOf(purpose);
    this.#nonces.set(purpose, made);
    return made;
  }
}
