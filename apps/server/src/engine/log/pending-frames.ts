import { encodeFrame, frameOf, leafHash, type NamedRecord } from '@plecho/proofs';
import type { LogEntry } from './ports.ts';

/** A frame is closed when it has so many prices, however young it is. */
export const FRAME_RECORDS = 5_000;
/** The length of an entry goes into two bytes where entries are served. */
const ENTRY_BYTES = 65_535;
/** More than an hour of a hundred liquid pairs. */
export const WAITING_BYTES = 16 << 20;
/** What is added to a log in one step. */
const STEP_ENTRIES = 64;
const STEP_BYTES = 512 << 10;

/** An entry that waits to be added. */
export interface WaitingEntry extends LogEntry {
  /** Market time of its newest price, ms; null without prices. */
  lastTime: number | null;
  /** Reading of the even clock when the first of its prices came, ms. */
  since: number;
}

const newestTime = (records: readonly NamedRecord[]): number =>
  records.reduce((newest, { time }) => Math.max(newest, time), Number.NEGATIVE_INFINITY);

interface Closing {
  /** Market time, ms. */
  closedAt: number;
  /** Reading of the even clock when the first of the prices came, ms. */
  since: number;
  /** Of the log's first entry. */
  symbols: readonly string[];
}

/** Prices in ascending number as a price frame; as several when their bytes are too many for an entry. */
function framesOf(records: readonly NamedRecord[], closing: Closing): WaitingEntry[] {
  const { closedAt, since, symbols } = closing;
  const data = encodeFrame(frameOf(closedAt, records, symbols));
  const middle = records.length >> 1;
  if (data.length > ENTRY_BYTES && middle > 0) {
    return [...framesOf(records.slice(0, middle), closing), ...framesOf(records.slice(middle), closing)];
  }
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a frame has at least one price');
  const ends = { firstSeq: first.seq, lastSeq: last.seq, lastTime: newestTime(records) };
  return [{ hash: leafHash(data), data, ...ends, since }];
}

/** What is not in the log yet: the prices of the frame that is open, and entries that wait to be added. */
export class PendingFrames {
  readonly #mostBytes: number;
  #symbols: readonly string[] = [];
  #open: NamedRecord[] = [];
  #openSince = 0;
  #waiting: WaitingEntry[] = [];
  #bytes = 0;

  /** @param mostBytes entries that may wait */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** So much waits that nothing more may be taken: what a fill could use has to get into the log. */
  get isFull(): boolean {
    return this.#bytes >= this.#mostBytes;
  }

  /** Entries that wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Reading of the even clock since when the oldest price waits, ms; null when none does. */
  get since(): number | null {
    return this.#waiting[0]?.since ?? (this.#open.length === 0 ? null : this.#openSince);
  }

  /** Takes a price, of a number above those before it. @param at reading of the even clock, ms @param closedAt market time, ms */
  add(record: NamedRecord, at: number, closedAt: () => number): void {
    if (this.#open.length === 0) this.#openSince = at;
    this.#open.push(record);
    if (this.#open.length >= FRAME_RECORDS) this.close(closedAt());
  }

  /** Closes the frame that is open, if it has prices. @param closedAt market time, ms */
  close(closedAt: number): void {
    if (this.#open.length === 0) return;
    const closing = { closedAt, since: this.#openSince, symbols: this.#symbols };
    for (const entry of framesOf(this.#open, closing)) this.#wait(entry);
    this.#open = [];
  }

  /** Closes what is open, and then prices of a frame of their own, in ascending number. */
  addFrame(records: readonly NamedRecord[], closedAt: number, at: number): void {
    this.close(closedAt);
    for (const entry of framesOf(records, { closedAt, since: at, symbols: this.#symbols })) this.#wait(entry);
  }

  /** What a log begins with, before any number. */
  addDefinition(data: Uint8Array, at: number): void {
    if (data.length > ENTRY_BYTES) throw new RangeError('the definition of the market is too long for its log');
    this.#wait({ hash: leafHash(data), data, firstSeq: 1n, lastSeq: 0n, lastTime: null, since: at });
  }

  /** The entries that come next, as many as go into one step. They stay until {@link added}. */
  next(): readonly WaitingEntry[] {
    let bytes = 0;
    const count = this.#waiting.findIndex((entry, n) => {
      bytes += entry.data.length;
      return n === STEP_ENTRIES || (n > 0 && bytes > STEP_BYTES);
    });
    return count < 0 ? [...this.#waiting] : this.#waiting.slice(0, count);
  }

  /** Nothing waits. @param symbols of the log's first entry */
  begin(symbols: readonly string[]): void {
    this.#symbols = symbols;
    this.#open = [];
    this.added(this.#waiting.length);
  }

  /** The first entries are in the log. */
  added(count: number): void {
    for (const { data } of this.#waiting.splice(0, count)) this.#bytes -= data.length;
  }

  #wait(entry: WaitingEntry): void {
    this.#waiting.push(entry);
    this.#bytes += entry.data.length;
  }
}
