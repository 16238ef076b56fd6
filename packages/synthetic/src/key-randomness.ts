import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { DayKeys } from './day-keys.ts';
import type { BlockCipher } from './primitives.ts';
import { RandomStream } from './random.ts';

/** Versions of the generator that draw from keys: the same random numbers give other prices in another one. */
const KEY_VERSIONS = [2, 3] as const;
export type KeyVersion = (typeof KEY_VERSIONS)[number];
/** That of new markets. */
export const KEY_VERSION: KeyVersion = 3;

export const isKeyVersion = (value: unknown): value is KeyVersion => KEY_VERSIONS.some((version) => version === value);

/** Keeps what is drawn for prices apart from anything else that a day's key may be used for; the same in all versions. */
const LABEL = utf8ToBytes('plecho-synthetic 2');
const NONCE_WORDS = 3;
const BLOCK_WORDS = 4;
/** A day's plan needs a dozen words, the minutes of a day some ten thousand. */
const FIRST_WORDS = 32;
const NEXT_WORDS = 1024;
const IS_BIG_ENDIAN = new Uint8Array(Int32Array.of(1).buffer)[0] === 0;

/** The same four bytes from the other end. */
const reversed = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);

/** Words of one or several keystreams of a key, from their counted blocks. */
function encrypted(cipher: BlockCipher, blocks: Int32Array): Int32Array {
  const stream = cipher(new Uint8Array(blocks.buffer, blocks.byteOffset, blocks.byteLength));
  const words = new Int32Array(stream.buffer, stream.byteOffset, blocks.length);
  return IS_BIG_ENDIAN ? words.map(reversed) : words;
}

/**
 * The keystream of AES-256 in counter mode: nobody without the key tells its words from chance, whatever words they
 * know. The blocks are counted here and encrypted one by one: so all streams of a day share the cipher of its key,
 * whose making costs more than most streams do.
 */
class Keystream {
  readonly #cipher: BlockCipher;
  readonly #nonce: Int32Array;
  #block: number;

  constructor(cipher: BlockCipher, nonce: Int32Array, block: number) {
    this.#cipher = cipher;
    this.#nonce = nonce;
    this.#block = block;
  }

  /** The next words, signed. @param count a multiple of four */
  words(count: number): Int32Array {
    const blocks = new Int32Array(count);
    this.count(blocks);
    return encrypted(this.#cipher, blocks);
  }

  /** Writes what the next words are encrypted from. @param blocks a multiple of four */
  count(blocks: Int32Array): void {
    const [first = 0, second = 0, third = 0] = this.#nonce;
    for (let at = 0; at < blocks.length; at += BLOCK_WORDS) {
      blocks[at] = first;
      blocks[at + 1] = second;
      blocks[at + 2] = third;
      blocks[at + 3] = IS_BIG_ENDIAN ? this.#block : reversed(this.#block);
      this.#block += 1;
    }
  }
}

class KeyStream extends RandomStream {
  readonly #source: Keystream;
  #words: Int32Array;
  #at = 0;

  /** @param first words of the source that are here already */
  constructor(source: Keystream, first: Int32Array) {
    super();
    this.#source = source;
    this.#words = first;
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
  readonly version: KeyVersion;
  readonly #keys: DayKeys;
  readonly #ciphers = new Map<number, BlockCipher>();
  readonly #nonces = new Map<string, Int32Array>();

  constructor(keys: DayKeys, version: KeyVersion) {
    this.version = version;
    this.#keys = keys;
  }

  /**
   * What happens on a day.
   * @param name "factor" or the symbol of a pair
   * @param purpose what is drawn from it
   * @param from words of the stream that are left out, a multiple of four
   */
  ofDay(name: string, purpose: string, day: number, from = 0): RandomStream {
    const source = this.#keystream(name, purpose, day, from / BLOCK_WORDS);
    return new KeyStream(source, source.words(FIRST_WORDS));
  }

  /** What happens on a day to each of several, encrypted at once: for a dozen words a call of the cipher costs more than they do. @see ofDay */
  ofDayTogether(names: readonly string[], purpose: string, day: number): RandomStream[] {
    const sources = names.map((name) => this.#keystream(name, purpose, day, 0));
    const blocks = new Int32Array(names.length * FIRST_WORDS);
    sources.forEach((source, at) => source.count(blocks.subarray(at * FIRST_WORDS, (at + 1) * FIRST_WORDS)));
    const words = encrypted(this.#cipherOf(day), blocks);
    return sources.map((source, at) => {
      return new KeyStream(source, words.subarray(at * FIRST_WORDS, (at + 1) * FIRST_WORDS));
    });
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
    return new Keystream(this.#cipherOf(day), this.#nonceOf(`${name}|${purpose}`), block);
  }

  #cipherOf(day: number): BlockCipher {
    const known = this.#ciphers.get(day);
    if (known !== undefined) return known;
    const { hmacSha256, aes256 } = this.#keys.primitives;
    const made = aes256(hmacSha256(this.#keys.keyOf(day), LABEL));
    this.#ciphers.set(day, made);
    return made;
  }

  /** What the counter blocks of the stream for a purpose begin with. */
  #nonceOf(purpose: string): Int32Array {
    const known = this.#nonces.get(purpose);
    if (known !== undefined) return known;
    const digest = this.#keys.primitives.sha256(utf8ToBytes(purpose));
    // A copy, for the digest may lie anywhere in a buffer that it shares.
    const made = new Int32Array(Uint8Array.from(digest).buffer, 0, NONCE_WORDS);
    this.#nonces.set(purpose, made);
    return made;
  }
}
