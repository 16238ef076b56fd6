import type { SeenRecord, SeenRules } from './observations.ts';

type Report = (rule: string, message: string) => void;

/** An entry as it was handed to the storage, and the signed checkpoint that came with it. */
export interface SeenAppend {
  expectedSize: bigint;
  entries: readonly { data: Uint8Array }[];
  checkpoint: string | null;
}

/** What the tests' platform has and this package does not. */
export interface Hashing {
  sha256(bytes: Uint8Array): Uint8Array;
  base64(bytes: Uint8Array): string;
  text(bytes: Uint8Array): string;
}

interface Logged {
  symbol: string;
  kind: number;
  price: bigint;
  time: number;
}

const DEFINITION = 'plecho-market@1\n';

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Numbers of a frame, as the format says: seven bits a byte, the lowest first; signed ones by zigzag. */
class Numbers {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  next(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('a frame is cut off');
      this.#at += 1;
      value += BigInt(byte % 128) << shift;
      if (byte < 128) return value;
    }
  }

  /** As many bytes as the number before them says. */
  bytes(): Uint8Array {
    const length = Number(this.next());
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  nextSigned(): bigint {
    const value = this.next();
    return value % 2n === 0n ? value / 2n : -((value + 1n) / 2n);
  }
}

/**
 * Keeps every entry that a log was given and makes its own tree of them (rule T1): whatever was signed has to be the
 * root of exactly these entries, whatever a fill used has to be among them, and their numbers have to ascend.
 */
export class LogAudit {
  readonly #rules: Pick<SeenRules, 'spreads'>;
  readonly #hashing: Hashing;
  readonly #report: Report;
  readonly #entries: Uint8Array[] = [];
  readonly #logged = new Map<bigint, Logged>();
  readonly #used = new Map<bigint, SeenRecord>();
  /** By its number, of every price that has come: whether trading stood still. */
  readonly #came = new Map<bigint, boolean>();
  /** Numbers of the prices in each frame. */
  readonly #frames: bigint[][] = [];
  #symbols: string[] = [];
  #origin = '';
  #lastSeq = 0n;
  #signedSize = 0;

  constructor(rules: Pick<SeenRules, 'spreads'>, hashing: Hashing, report: Report) {
    this.#rules = rules;
    this.#hashing = hashing;
    this.#report = report;
  }

  /** Entries. */
  get size(): number {
    return this.#entries.length;
  }

  /** The storage has these entries. */
  appended({ expectedSize, entries, checkpoint }: SeenAppend): void {
    if (expectedSize !== BigInt(this.#entries.length)) {
      this.#report('T1', `entries were added after ${expectedSize}, there are ${this.#entries.length}`);
    }
    for (const { data } of entries) this.#add(data);
    if (checkpoint !== null) this.#signed(checkpoint);
  }

  /** A valid price has come. @param isMissed trading stands still: nothing is compared with it */
  came(seq: bigint, isMissed: boolean): void {
    this.#came.set(seq, isMissed);
  }

  /** The next process gives the numbers after the last one that is stored to other prices. */
  restarted(lastSeq: bigint): void {
    for (const seq of this.#came.keys()) if (seq > lastSeq) this.#came.delete(seq);
  }

  /** Trading did not go on after all. */
  missedAfter(seq: bigint): void {
    for (const each of this.#came.keys()) if (each > seq) this.#came.set(each, true);
  }

  /** Fills that are committed used these prices. */
  filled(records: readonly SeenRecord[]): void {
    for (const record of records) this.#used.set(record.seq, record);
  }

  /** Nothing is in flight, and time has passed: every price that was used is in the log, and a checkpoint covers it. */
  quiet(): void {
    for (const record of this.#used.values()) this.#find(record);
    for (const numbers of this.#frames) {
      const kinds = new Set(numbers.flatMap((seq) => this.#came.get(seq) ?? []));
      if (kinds.size > 1) this.#report('T1', `prices of a halt are in a frame with others: ${numbers.join()}`);
    }
    if (this.#signedSize !== this.#entries.length) {
      this.#report('T1', `the newest checkpoint is of ${this.#signedSize} entries, there are ${this.#entries.length}`);
    }
  }

  #find({ seq, symbol, price, time }: SeenRecord): void {
    const logged = this.#logged.get(seq);
    if (logged === undefined) return this.#report('T1', `a fill used the price ${seq}, which is not in the log`);
    const { kind, ...found } = logged;
    if (found.symbol !== symbol || found.price !== price || found.time !== time) {
      this.#report('T1', `the price ${seq} is logged as ${found.symbol} ${found.price} at ${found.time}`);
    }
    if (kind > 0 !== this.#rules.spreads.has(symbol)) this.#report('T1', `the price ${seq} is logged as kind ${kind}`);
  }

  #add(data: Uint8Array): void {
    const place = this.#entries.length;
    this.#entries.push(Uint8Array.from(data));
    const text = this.#hashing.text(data.subarray(0, DEFINITION.length));
    if ((text === DEFINITION) !== (place === 0)) this.#report('T1', 'a definition is what a log begins with');
    if (text === DEFINITION) this.#define(data);
    else this.#read(data);
  }

  #define(data: Uint8Array): void {
    const said = JSON.parse(this.#hashing.text(data.subarray(DEFINITION.length))) as {
      origin: string;
      symbols: string[];
    };
    this.#symbols = said.symbols;
    this.#origin = said.origin;
  }

  /** The prices of a frame: the pairs that the definition does not have, then groups of a symbol and a kind, each number as its distance from the one before. */
  #read(data: Uint8Array): void {
    if (data[0] !== 0x46 || data[1] !== 1) return this.#report('T1', 'an entry is neither definition nor frame');
    const numbers = new Numbers(data, 2);
    const closedAt = numbers.next();
    const first = numbers.next();
    if (first <= this.#lastSeq) this.#report('T1', `a frame begins with ${first} after ${this.#lastSeq}`);
    const symbols = [...this.#symbols];
    for (let added = numbers.next(); added > 0n; added -= 1n) symbols.push(this.#hashing.text(numbers.bytes()));
    const frame: bigint[] = [];
    this.#frames.push(frame);
    let last = first;
    for (let groups = numbers.next(); groups > 0n; groups -= 1n) {
      const group = Number(numbers.next());
      const count = numbers.next();
      const scale = 10n ** numbers.next();
      let [seq, price, time] = [first, 0n, closedAt];
      for (let n = 0n; n < count; n += 1n) {
        seq += numbers.next();
        price += numbers.nextSigned();
        time += numbers.nextSigned();
        const symbol = symbols[Math.floor(group / 3)] ?? '';
        if (this.#logged.has(seq)) this.#report('T1', `the price ${seq} is logged twice`);
        frame.push(seq);
        this.#logged.set(seq, { symbol, kind: group % 3, price: price * scale, time: Number(time) });
        if (seq > last) last = seq;
      }
    }
    if (!numbers.isAtEnd) this.#report('T1', 'a frame is longer than it says');
    this.#lastSeq = last;
  }

  #signed(checkpoint: string): void {
    const size = this.#entries.length;
    const root = this.#hashing.base64(this.#treeHash(this.#entries));
    const expected = `${this.#origin}\n${size}\n${root}\n\n— ${this.#origin} `;
    if (!checkpoint.startsWith(expected)) this.#report('T1', `a checkpoint of ${size} entries says ${checkpoint}`);
    if (size < this.#signedSize) this.#report('T1', `a checkpoint of ${size} entries after one of ${this.#signedSize}`);
    this.#signedSize = size;
  }

  /** RFC 6962, section 2.1. */
  #treeHash(entries: readonly Uint8Array[]): Uint8Array {
    const { sha256 } = this.#hashing;
    const [only] = entries;
    if (only === undefined) return sha256(new Uint8Array());
    if (entries.length === 1) return sha256(joined(new Uint8Array([0]), only));
    let k = 1;
    while (k * 2 < entries.length) k *= 2;
    return sha256(joined(new Uint8Array([1]), this.#treeHash(entries.slice(0, k)), this.#treeHash(entries.slice(k))));
  }
}
