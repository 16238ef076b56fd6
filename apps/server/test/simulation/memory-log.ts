import { createHash } from 'node:crypto';
import type { Hashing } from '@plecho/testkit';
import { IntegrityError, type PriceRecord } from '../../src/commands/batch.ts';
import type { LogAppend, LogHead, LogSigner, LogStore } from '../../src/engine/log/ports.ts';
import { LogKeySigner } from '../../src/wiring/log-keys.ts';
import type { AppendFate } from './memory-journal.ts';

export const NODE_HASHING: Hashing = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  base64: (bytes) => Buffer.from(bytes).toString('base64'),
  text: (bytes) => Buffer.from(bytes).toString(),
};

export const TEST_SIGNER: LogSigner = new LogKeySigner({
  installation: '00000000-0000-4000-8000-000000000000',
  seed: new Uint8Array(32).fill(7),
});

/** Decides about faults. */
export interface LogWeather {
  fate(): AppendFate;
  /** Whether the storage refuses the append. */
  refuses(append: LogAppend): boolean;
  failsLoad(): boolean;
}

export const FAIR_LOG: LogWeather = {
  fate: () => 'committed',
  refuses: () => false,
  failsLoad: () => false,
};

/** What outlives a process of a market's log, and the prices that fills have used. */
export class MemoryLog {
  head: LogHead | null = null;
  readonly appends: LogAppend[] = [];
  /** By number. */
  readonly used = new Map<bigint, PriceRecord>();
  /** How often what may be dropped was looked for. */
  prunes = 0;

  get size(): bigint {
    return this.head?.size ?? 0n;
  }

  /** Newest market time that is logged, ms. */
  get lastTime(): number | null {
    return this.head?.lastTime ?? null;
  }

  apply(append: LogAppend): void {
    const { entries, frontier, lastTime, checkpoint } = append;
    this.appends.push(append);
    const definition = entries.findLast(({ firstSeq, lastSeq }) => firstSeq > lastSeq)?.data ?? this.head?.definition;
    if (definition === undefined) throw new Error('a log begins with a definition');
    this.head = {
      size: append.expectedSize + BigInt(entries.length),
      ...{ frontier: [...frontier], lastTime, definition },
      lastSeq: entries.at(-1)?.lastSeq ?? this.head?.lastSeq ?? 0n,
      checkpoint: checkpoint ?? this.head?.checkpoint ?? null,
    };
  }
}

/** One process's connection to a {@link MemoryLog}. */
export class MemoryLogStore implements LogStore {
  readonly #log: MemoryLog;
  readonly #weather: LogWeather;
  readonly #onAppended: (append: LogAppend) => void;
  term = 1n;
  #dead = false;

  constructor(log: MemoryLog, weather: LogWeather = FAIR_LOG, onAppended: (append: LogAppend) => void = () => {}) {
    this.#log = log;
    this.#weather = weather;
    this.#onAppended = onAppended;
  }

  async load(): Promise<LogHead | null> {
    if (this.#dead) return new Promise(() => {});
    await Promise.resolve();
    if (this.#weather.failsLoad()) throw new Error('the database is gone');
    return this.#log.head;
  }

  async stored(after: bigint, limit: number): Promise<PriceRecord[]> {
    if (this.#dead) return new Promise(() => {});
    await Promise.resolve();
    const above = [...this.#log.used.values()]
      .filter(({ seq }) => seq > after)
      .sort((a, b) => (a.seq < b.seq ? -1 : 1));
    return above.slice(0, limit);
  }

  async append(append: LogAppend): Promise<void> {
    if (this.#dead) return new Promise(() => {});
    await Promise.resolve();
    if (append.expectedSize !== this.#log.size || this.#weather.refuses(append)) {
      throw new IntegrityError('T1: the storage refuses the entries');
    }
    const fate = this.#weather.fate();
    if (fate !== 'lost') {
      this.#log.apply(append);
      this.#onAppended(append);
    }
    if (fate !== 'committed') throw new Error(`the connection broke (${fate})`);
  }

  pack(): Promise<boolean> {
    return Promise.resolve(false);
  }

  prune(): Promise<boolean> {
    this.#log.prunes += 1;
    return Promise.resolve(false);
  }

  /** The process dies. */
  kill(): void {
    this.#dead = true;
  }
}
