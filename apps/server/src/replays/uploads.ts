import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  KlineFileError,
  readKlineSeries,
  symbolOfFile,
  type KlineIssue,
  type KlineLimits,
} from '../feeds/replay/index.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { importSeries } from './library.ts';
import type { DatasetRecord, DatasetStore, ImportsElsewhere, RunningImport } from './ports.ts';

/** A year of one-minute candles of a pair has 65 MB of text, and a sixth of it in a zip. */
const LIMITS: KlineLimits = { maxBytes: 80_000_000, maxLineLength: 1_000 };
const TELL_MS = 1_000;

/** Of a process that is alone. */
const NOWHERE: ImportsElsewhere = { list: () => [], tell: () => undefined };

export interface ImportResult {
  dataset: DatasetRecord;
  /** The same file had been imported before. */
  known: boolean;
  /** In the order of the lines. */
  issues: readonly KlineIssue[];
}

/** Why a file is no recording, without the names that files have on this machine. */
const reasonOf = (error: KlineFileError): string => error.message.replace(/^[\w.-]+: /, '');

/**
 * Files that operators bring in: one at a time in each process, so that its memory and disk are bounded. Where two
 * processes import the same file at once, the database keeps the first one and the other is told that it is known.
 */
export class Uploads {
  /** Of a file as it is sent. */
  readonly maxBytes = LIMITS.maxBytes;
  readonly #store: DatasetStore;
  readonly #clock: Clock;
  readonly #elsewhere: ImportsElsewhere;
  #running: RunningImport | null = null;

  constructor(store: DatasetStore, clock: Clock, elsewhere = NOWHERE) {
    this.#store = store;
    this.#clock = clock;
    this.#elsewhere = elsewhere;
  }

  /** Also those of other processes, as far as they were told lately. */
  running(): RunningImport[] {
    return [...(this.#running === null ? [] : [this.#running]), ...this.#elsewhere.list()];
  }

  /**
   * @param name as Binance names its files: LINKUSDT-1m-2026-02.zip
   * @throws Problem import_busy, unknown_symbol, dataset_refused with a `reason`, body_too_large
   */
  async import(name: string, file: Readable): Promise<ImportResult> {
    if (this.#running !== null) throw new Problem('import_busy', { retryAfter: 1 });
    const running = { symbol: symbolOf(name), startedAt: this.#clock.now(), bytes: 0, rows: 0 };
    this.#running = running;
    const tell = (): void => this.#elsewhere.tell(this.#running);
    const stopTelling = this.#clock.every(TELL_MS, tell);
    tell();
    let folder: string | null = null;
    try {
      folder = await mkdtemp(join(tmpdir(), 'plecho-import-'));
      const path = join(folder, name);
      await this.#receive(file, path, running);
      const series = await readKlineSeries([path], LIMITS, (rows) => (running.rows = rows));
      const issues = series.flatMap((one) => one.issues);
      return { ...(await importSeries(this.#store, series, this.#clock.now())), issues };
    } catch (error) {
      if (error instanceof KlineFileError)
        throw new Problem('dataset_refused', { details: { reason: reasonOf(error) } });
      throw error;
    } finally {
      this.#running = null;
      stopTelling();
      tell();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  }

  /** What is too much is not kept; that it ends is the business of who reads requests. */
  async #receive(file: Readable, path: string, running: RunningImport): Promise<void> {
    const maxBytes = this.maxBytes;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        running.bytes += chunk.length;
        done(null, running.bytes > maxBytes ? undefined : chunk);
      },
    });
    await pipeline(file, counted, createWriteStream(path));
    if (running.bytes > maxBytes) throw new Problem('body_too_large');
  }
}

/** One of the listed ones: nothing else of what a file is called is kept anywhere. @throws Problem unknown_symbol */
export function symbolOf(name: string): string {
  try {
    return symbolOfFile(name);
  } catch (error) {
    throw error instanceof KlineFileError ? new Problem('unknown_symbol') : error;
  }
}
