import { MAX_INT64 } from '@plecho/domain';
import {
  decodeBundle,
  decodeDefinition,
  decodeFrame,
  equalBytes,
  Frontier,
  leafHash,
  parseCheckpoint,
  parseNote,
  rootOf,
  TILE_WIDTH,
  toHex,
  verifyNote,
  type Frame,
  type Hash,
  type LogDefinition,
} from '@plecho/proofs';
import type { PriceRecord } from '../commands/batch.ts';
import type { LogKeys, LogReader, OpenLog, StoredLog } from './ports.ts';

const WIDTH = BigInt(TILE_WIDTH);
/** More of them help nobody; how many there are is said. */
const SHOWN_PROBLEMS = 20;

export interface LogReport {
  size: bigint;
  /** Frames that are still there, and entries of which only the hash is. */
  frames: number;
  dropped: number;
  /** Price records of fills: in their frames, from before there was a log, and not in it yet. */
  records: number;
  beforeLog: number;
  waiting: number;
  /** One line each. */
  problems: string[];
  /** How many there are beyond those. */
  moreProblems: number;
}

/** What a log is compared with, beyond what everybody can read of it. */
export interface LogAudit {
  /** null when the market has no log; otherwise with the roots of its perfect subtrees, from left to right. */
  head(marketId: string): Promise<(StoredLog & { frontier: readonly Hash[] }) | null>;
  /** Entries that are still there of a bundle whose data was dropped, by index. */
  kept(marketId: string, n: bigint): Promise<ReadonlyMap<bigint, Uint8Array>>;
  /** Every price record that a fill used, ascending. */
  records(marketId: string): AsyncIterable<PriceRecord>;
}

export interface LogSource {
  reader: LogReader;
  audit: LogAudit;
  keys: Pick<LogKeys, 'all' | 'name'>;
}

type Head = NonNullable<Awaited<ReturnType<LogAudit['head']>>>;

/** Goes through records in step with the frames that should hold them. */
class RecordQueue {
  readonly #records: AsyncIterator<PriceRecord>;
  #next: PriceRecord | null = null;

  constructor(records: AsyncIterable<PriceRecord>) {
    this.#records = records[Symbol.asyncIterator]();
  }

  /** The next one up to a number; null when there is none. */
  async takeUpTo(seq: bigint): Promise<PriceRecord | null> {
    this.#next ??= await this.#read();
    if (this.#next === null || this.#next.seq > seq) return null;
    const taken = this.#next;
    this.#next = null;
    return taken;
  }

  async #read(): Promise<PriceRecord | null> {
    const next = await this.#records.next();
    return next.done === true ? null : next.value;
  }
}

const textOf = ({ seq, symbol, price, time }: PriceRecord): string => `${seq} (${symbol} ${price} at ${time})`;

/** Makes a log anew from its entries and compares everything that is stored about it. */
class LogCheck {
  readonly report: LogReport;
  readonly #source: LogSource;
  readonly #marketId: string;
  readonly #head: Head;
  readonly #log: OpenLog;
  readonly #records: RecordQueue;
  readonly #frontier = Frontier.of(0n, []);
  #definition: LogDefinition | null = null;
  /** Of the newest frame that was looked into; null before the first. */
  #lastSeq: bigint | null = null;

  /** @param log opened after the head was read: there is no less in it */
  constructor(source: LogSource, marketId: string, head: Head, log: OpenLog) {
    this.#log = log;
    this.#source = source;
    this.#marketId = marketId;
    this.#head = head;
    this.#records = new RecordQueue(source.audit.records(marketId));
    this.report = {
      ...{ size: head.size, frames: 0, dropped: 0, records: 0, beforeLog: 0, waiting: 0 },
      ...{ problems: [], moreProblems: 0 },
    };
  }

  async run(): Promise<void> {
    const { size, checkpoint, frontier, lastSeq } = this.#head;
    for (let n = 0n; n * WIDTH < size; n += 1n) await this.#bundle(n);
    const stored = Frontier.of(size, [...frontier]).root();
    if (!equalBytes(this.#frontier.root(), stored)) this.#problem('its stored frontier is not that of its entries');
    if (checkpoint === null) this.#problem('it has no checkpoint yet');
    for (;;) {
      const left = await this.#records.takeUpTo(lastSeq);
      if (left === null) break;
      this.#problem(`price record ${textOf(left)} of a fill is in no frame`);
    }
    while ((await this.#records.takeUpTo(MAX_INT64)) !== null) this.report.waiting += 1;
  }

  #problem(text: string): void {
    const { problems } = this.report;
    if (problems.length < SHOWN_PROBLEMS) problems.push(text);
    else this.report.moreProblems += 1;
  }

  /** 256 entries, or those at the end. */
  async #bundle(n: bigint): Promise<void> {
    const first = n * WIDTH;
    const left = this.#head.size - first;
    const count = left < WIDTH ? Number(left) : TILE_WIDTH;
    const leaves = await this.#log.tile(0, n, count);
    if (leaves === null)
      return this.#problem(`the hashes of entries ${first} to ${first + BigInt(count) - 1n} are gone`);
    const entries = await this.#entries(n, count);
    for (const [place, leaf] of leaves.entries()) {
      const index = first + BigInt(place);
      const entry = entries.get(index);
      if (entry === undefined) this.report.dropped += 1;
      else await this.#entry(index, entry, leaf);
      this.#frontier.append(leaf);
      if (this.#frontier.size === this.#head.checkpointSize) this.#checkpoint();
    }
    if (count === TILE_WIDTH) await this.#compareRoot(n, rootOf(leaves));
  }

  /** What there is of a bundle, by index. */
  async #entries(n: bigint, count: number): Promise<ReadonlyMap<bigint, Uint8Array>> {
    const bundle = await this.#log.entryBundle(n, count);
    if (bundle === 'dropped') return this.#source.audit.kept(this.#marketId, n);
    const entries = bundle === null ? null : decodeBundle(bundle);
    if (entries?.length !== count) this.#problem(`bundle ${n} does not have its entries`);
    return new Map(entries?.map((entry, place) => [n * WIDTH + BigInt(place), entry]));
  }

  async #compareRoot(n: bigint, root: Hash): Promise<void> {
    const [stored] = await this.#log.hashes(this.#head.size)([{ level: 8, index: n }]);
    if (stored === undefined || !equalBytes(stored, root))
      this.#problem(`the root of bundle ${n} is not that of its entries`);
  }

  async #entry(index: bigint, entry: Uint8Array, leaf: Hash): Promise<void> {
    if (!equalBytes(leafHash(entry), leaf)) return this.#problem(`entry ${index} is not what its hash says`);
    if (index === 0n) return this.#defined(decodeDefinition(entry));
    const frame = decodeFrame(entry);
    if (frame === null) return this.#problem(`entry ${index} is no frame`);
    this.report.frames += 1;
    await this.#frame(index, frame);
  }

  #defined(definition: LogDefinition | null): void {
    const { keys } = this.#source;
    this.#definition = definition;
    if (definition?.origin !== keys.name(this.#marketId)) this.#problem('entry 0 is not the definition of this market');
  }

  async #frame(index: bigint, { records, newSymbols = [] }: Frame): Promise<void> {
    const symbols = [...(this.#definition?.symbols ?? []), ...newSymbols];
    const bySeq = new Map(records.map((record) => [record.seq, record]));
    const seqs = [...bySeq.keys()];
    const first = seqs.reduce((a, b) => (a < b ? a : b), MAX_INT64);
    const last = seqs.reduce((a, b) => (a > b ? a : b), 0n);
    if (this.#lastSeq !== null && first <= this.#lastSeq) this.#problem(`frame ${index} goes back to record ${first}`);
    for (;;) {
      const used = await this.#records.takeUpTo(last);
      if (used === null) break;
      const logged = bySeq.get(used.seq);
      if (logged !== undefined) this.#compare(index, used, { ...logged, symbol: symbols[logged.symbolIndex] ?? '' });
      else await this.#outside(used);
    }
    this.#lastSeq = last;
  }

  /** A fill says the same as the frame. */
  #compare(index: bigint, used: PriceRecord, logged: PriceRecord): void {
    if (textOf(logged) === textOf(used)) this.report.records += 1;
    else this.#problem(`price record ${textOf(used)} of a fill is ${textOf(logged)} in frame ${index}`);
  }

  /** Before the first frame that is still there, a record may be older than the log. */
  async #outside(used: PriceRecord): Promise<void> {
    const isOlder = this.#lastSeq === null && (await this.#log.indexOf(used.seq)) === null;
    if (isOlder) this.report.beforeLog += 1;
    else this.#problem(`price record ${textOf(used)} of a fill is in no frame`);
  }

  #checkpoint(): void {
    const { keys } = this.#source;
    const note = parseNote(this.#head.checkpoint ?? '');
    const checkpoint = note === null ? null : parseCheckpoint(note.text);
    if (note === null || checkpoint === null) return this.#problem('its checkpoint is none');
    const name = keys.name(this.#marketId);
    const signer = keys.all.findIndex(({ publicKey }) => verifyNote(note, name, publicKey));
    if (signer < 0) this.#problem('its checkpoint is not signed by a key of this installation');
    if (signer > 0) this.#problem('its checkpoint is signed by a key that is not the newest');
    const { origin, size, root } = checkpoint;
    if (origin !== name) this.#problem(`its checkpoint is that of ${origin}`);
    if (size !== this.#frontier.size || !equalBytes(root, this.#frontier.root())) {
      this.#problem(
        `its checkpoint has the root ${toHex(root)} at ${size}, its entries ${toHex(this.#frontier.root())} at ${this.#frontier.size}`,
      );
    }
  }
}

/**
 * Makes the whole log of a market anew from its entries: every hash, root and frontier, the checkpoint with its
 * signature, the order of the records, and that every price that a fill used is in its frame with the same numbers.
 * @returns null when the market has no log
 */
export async function checkLog(source: LogSource, marketId: string): Promise<LogReport | null> {
  const head = await source.audit.head(marketId);
  const log = await source.reader.open(marketId);
  if (head === null || log === null) return null;
  const check = new LogCheck(source, marketId, head, log);
  await check.run();
  return check.report;
}
