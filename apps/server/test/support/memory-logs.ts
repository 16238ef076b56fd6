import { decodeFrame, rotationName } from '@plecho/proofs';
import { TestKey, type TestLog } from '@plecho/proofs/testing';
import type { LogKeys, LogReader, OpenLog, PublicLogKey } from '../../src/proofs/ports.ts';

/** Logs in memory, read as those in the database are. */
export class MemoryLogs implements LogReader {
  readonly #logs: ReadonlyMap<string, TestLog>;
  /** Entries that the newest checkpoint covers; all of them unless given. */
  checkpointSize: bigint | null = null;
  /** Who signed it, if not the key of the log. */
  signer: TestKey | undefined;
  /** Bundles without data. */
  readonly dropped = new Set<bigint>();
  /** What was read, in words. */
  readonly reads: string[] = [];

  constructor(logs: Record<string, TestLog>) {
    this.#logs = new Map(Object.entries(logs));
  }

  open(marketId: string): Promise<OpenLog | null> {
    const log = this.#logs.get(marketId);
    if (log === undefined) return Promise.resolve(null);
    const checkpointSize = this.checkpointSize ?? log.size;
    const checkpoint = checkpointSize === 0n ? null : log.checkpoint(checkpointSize, this.signer);
    const numbers = log.entries.map((entry) => decodeFrame(entry)?.records.at(-1)?.seq ?? 0n);
    return Promise.resolve({
      ...{ size: log.size, checkpoint, checkpointSize },
      lastSeq: numbers.reduce((a, b) => (a > b ? a : b), 0n),
      entry: (index) => Promise.resolve(log.entries[Number(index)] ?? null),
      indexOf: (seq) => Promise.resolve(indexOf(log, seq)),
      hashes: () => log.read,
      tile: (level, n, width) => {
        this.reads.push(`${marketId} ${level} ${n} ${width}`);
        const bytes = bytesOf(log, { level, n, width });
        return Promise.resolve(bytes && Array.from({ length: width }, (_, at) => bytes.slice(at * 32, at * 32 + 32)));
      },
      entryBundle: (n, width) => {
        this.reads.push(`${marketId} entries ${n} ${width}`);
        return Promise.resolve(this.dropped.has(n) ? 'dropped' : bytesOf(log, { level: 'entries', n, width }));
      },
    });
  }
}

function indexOf({ entries }: TestLog, seq: bigint): bigint | null {
  const place = entries.findIndex((entry) => decodeFrame(entry)?.records.some((record) => record.seq === seq));
  return place < 0 ? null : BigInt(place);
}

function bytesOf(log: TestLog, tile: Parameters<TestLog['tile']>[0]): Uint8Array | null {
  const span = 256n ** BigInt(tile.level === 'entries' ? 0 : tile.level);
  return (tile.n * 256n + BigInt(tile.width)) * span <= log.size ? log.tile(tile) : null;
}

/** The keys of the logs of an installation; the first signs. */
export class MemoryLogKeys implements LogKeys {
  readonly installation: string;
  keys: TestKey[];
  /** What the next refresh finds. */
  newer: TestKey[] = [];

  constructor(installation: string, keys: TestKey[]) {
    this.installation = installation;
    this.keys = keys;
  }

  get all(): readonly PublicLogKey[] {
    return this.keys.map(({ publicKey }, at) => ({ publicKey, madeAt: 1_795_003_600_000 - at, rotation: null }));
  }

  name(marketId: string): string {
    return `${rotationName(this.installation)}/${marketId}`;
  }

  sign(text: string, name: string): string {
    return (this.keys[0] ?? new TestKey('none')).note(text, name);
  }

  refresh(): Promise<void> {
    this.keys = [...this.newer, ...this.keys];
    this.newer = [];
    return Promise.resolve();
  }
}
