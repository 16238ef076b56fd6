import { createHash, randomUUID } from 'node:crypto';
import { inclusionProof, type LogDefinition } from '@plecho/proofs';
import { DEFAULT_RULES } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import { FakeClock } from '@plecho/testkit';
import type { Client, Pool } from 'pg';
import type { PriceRecord } from '../../../apps/server/src/commands/batch.ts';
import { definitionOf } from '../../../apps/server/src/engine/log/definition.ts';
import { MarketLog } from '../../../apps/server/src/engine/log/market-log.ts';
import type { LogAppend, LogStore } from '../../../apps/server/src/engine/log/ports.ts';
import { SyntheticFeed } from '../../../apps/server/src/feeds/synthetic/synthetic-feed.ts';
import { appConfig, connectClient, createPool, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgJournal } from '../../../apps/server/src/storage/journal/journal.ts';
import { PgLogReader } from '../../../apps/server/src/storage/log/log-reader.ts';
import { PgLogStore } from '../../../apps/server/src/storage/log/log-store.ts';
import { LogKeySigner } from '../../../apps/server/src/wiring/log-keys.ts';
import { createMarket, MARKET } from '../../../apps/server/test/harness/trading.ts';
import { databaseCpu } from '../lib/database-cpu.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop } from '../lib/seed.ts';

const START = 1_790_000_000_000;
const BUNDLE = 256;
const FRAMES = 5 * BUNDLE;
const ROUNDS = 5;
const PROOFS = 50;
const LIVELY = 400;
const DAY_SECONDS = 86_400;
const MEGABYTE = 1_000_000;
const SIGNER = new LogKeySigner({ installation: randomUUID(), seed: new Uint8Array(32).fill(1) });

/** Prices of the synthetic market by frame: those of a second each, or so many in each. */
async function playedFrames(perFrame: number | null): Promise<PriceRecord[][]> {
  const clock = new FakeClock(START);
  const feed = new SyntheticFeed({ seed: 'log', clock });
  const frames: PriceRecord[][] = [];
  const open: PriceRecord[] = [];
  let seq = 0n;
  const close = (): void => void frames.push(open.splice(0));
  const sink = {
    tick: ({ symbol, price, time }: { symbol: string; price: bigint | null; time: number }): void => {
      if (price === null) return;
      seq += 1n;
      open.push({ seq, symbol, price, time });
      if (open.length === perFrame) close();
    },
    ended: () => undefined,
    delisted: () => undefined,
  };
  await feed.start(sink, null);
  while (frames.length < FRAMES) {
    clock.advance(1_000);
    await Promise.resolve();
    if (perFrame === null && open.length > 0) close();
  }
  feed.stop();
  return frames.slice(0, FRAMES);
}

/** A log in the database whose seconds pass as fast as they are written. */
class FastLog {
  readonly bytes: Uint8Array[] = [];
  readonly log: MarketLog;
  readonly #journal: PgJournal;
  readonly #store: PgLogStore;
  #now = START;
  #beat: () => void = () => undefined;
  #added: () => void = () => undefined;

  constructor(journal: PgJournal, pool: Pool, id: string) {
    this.#journal = journal;
    this.#store = new PgLogStore(journal, pool, id);
    const definition: LogDefinition = definitionOf({ ...MARKET, id }, SYNTHETIC_PAIRS, SIGNER.name(id));
    const kept = this.#store;
    const store: LogStore = {
      get term() {
        return kept.term;
      },
      load: () => kept.load(),
      stored: (after, limit) => kept.stored(after, limit),
      pack: () => kept.pack(),
      prune: () => Promise.resolve(false),
      append: (append) => this.#append(append),
    };
    this.log = new MarketLog({
      ...{ store, signer: SIGNER, definition, rules: DEFAULT_RULES, isLazy: false },
      clock: { monotonic: () => performance.now() },
      beat: {
        every: (_ms, run) => {
          this.#beat = run;
          return () => undefined;
        },
      },
      onFailure: (_message, error) => {
        throw new Error('nothing fails here', { cause: error });
      },
    });
  }

  async start(): Promise<void> {
    await this.#journal.load();
    await this.log.start({
      now: () => this.#now,
      refused: () => undefined,
      superseded: () => undefined,
      lost: () => undefined,
      inUse: () => null,
    });
  }

  /** A second passes: what has come in it is in the log when this resolves. */
  async second(records: readonly PriceRecord[]): Promise<void> {
    for (const record of records) {
      this.#now = Math.max(this.#now, record.time);
      this.log.record(record);
    }
    const added = new Promise<void>((resolve) => (this.#added = resolve));
    this.#beat();
    await added;
  }

  /** Packs what the seconds have left, as a market does in its own time. */
  async pack(): Promise<void> {
    while (await this.#store.pack());
  }

  async close(): Promise<void> {
    await this.log.stop();
    await this.#journal.close();
  }

  async #append(append: LogAppend): Promise<void> {
    await this.#store.append(append);
    for (const { data } of append.entries) this.bytes.push(data);
    this.#added();
  }
}

const secondsOf = (work: () => void): number => {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
};

/** Bytes of the tables of the logs, after a vacuum. */
async function logBytes(owner: Client): Promise<number> {
  for (const table of ['FULL log_entries', 'log_bundles', 'log_tiles']) await owner.query(`VACUUM ${table}`);
  const { rows } = await owner.query<{ bytes: bigint }>(
    "SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class WHERE relkind = 'r' AND relname IN ('log_entries', 'log_bundles', 'log_tiles')",
  );
  return Number(rows[0]?.bytes ?? 0);
}

async function proofTimes(reader: PgLogReader, id: string, lastSeq: bigint): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1n; n <= PROOFS; n += 1n) {
    const begun = performance.now();
    const log = await reader.open(id);
    if (log === null) throw new Error(`there is no log of ${id}`);
    for (const seq of [(lastSeq * n) / 100n, (lastSeq * n) / 50n]) {
      const index = await log.indexOf(seq);
      if (index === null) throw new Error(`the price ${seq} is not in the log`);
      await log.entry(index);
      await inclusionProof(index, log.size, log.hashes(log.size));
    }
    times.push(performance.now() - begun);
  }
  return times;
}

/** What the cases measure on. */
interface Bench {
  dataDir: string;
  pool: Pool;
  owner: Client;
  /** A market with a log of its own. */
  open(id: string): Promise<FastLog>;
}

/** Frames of a lively market, one after another: how many a second, and what one costs. */
async function measureWriting({ dataDir, open }: Bench): Promise<Result[]> {
  const frames = await playedFrames(LIVELY);
  const [rates, ceilings, shares]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < ROUNDS; n += 1) {
    const log = await open(`log-${n}`);
    const [own, database] = [process.cpuUsage(), databaseCpu(dataDir)];
    const begun = performance.now();
    for (const records of frames) await log.second(records);
    rates.push((FRAMES * 1_000) / (performance.now() - begun));
    const { user, system } = process.cpuUsage(own);
    shares.push((((user + system) / 1_000_000 + databaseCpu(dataDir) - database) / FRAMES) * 100);
    const hashing = secondsOf(() => {
      for (const data of log.bytes) createHash('sha256').update(data).digest();
    });
    ceilings.push(FRAMES / hashing);
    await log.close();
  }
  const [rate, ceiling, share] = [median(rates), median(ceilings), median(shares)];
  return [
    {
      name: `frames of ${LIVELY} prices of 100 pairs added to a log, one after another`,
      value: round(rate, 0),
      unit: 'frames/s',
      ceiling: round(ceiling, 0),
      ratio: round(rate / ceiling, 4),
      target: '≥ 10 times real time',
      met: rate >= 10,
      note: `real time is 1; bare SHA-256 of the same bytes as ceiling; each frame in a call of its own, packing beside it; ${spread(rates, 0)}`,
    },
    {
      name: `CPU of a log at ${LIVELY} prices a second, database included`,
      value: round(share, 2),
      unit: '% of a core',
      ceiling: null,
      ratio: null,
      target: '≤ 5 %',
      met: share <= 5,
      note: `encoding, hashing, signing, writing and packing; ${spread(shares)}`,
    },
  ];
}

/** Some minutes of the synthetic market: what they leave on disk, and how long it takes to read what a proof is made of. */
async function measureKeeping({ pool, owner, open }: Bench): Promise<Result[]> {
  const frames = await playedFrames(null);
  const before = await logBytes(owner);
  const log = await open('log-real');
  for (const records of frames) await log.second(records);
  await log.close();
  await log.pack();
  const perDay = (((await logBytes(owner)) - before) * DAY_SECONDS) / FRAMES / MEGABYTE;
  const times = await proofTimes(new PgLogReader(pool), 'log-real', frames.at(-1)?.at(-1)?.seq ?? 0n);
  const prices = frames.reduce((sum, records) => sum + records.length, 0) / FRAMES;
  return [
    {
      name: 'log of the synthetic main market on disk',
      value: round(perDay, 1),
      unit: 'MB/day',
      ceiling: null,
      ratio: null,
      target: '≤ 40 MB/day',
      met: perDay <= 40,
      note: `${round(prices, 0)} prices a second, packed; after a week 2.8 MB of hashes a day are left, and the frames that fills used`,
    },
    {
      name: 'what a proof of a trade is made of, read from a log',
      value: round(median(times), 1),
      unit: 'ms',
      ceiling: null,
      ratio: null,
      target: '≤ 50 ms',
      met: median(times) <= 50,
      note: `two entries and the hashes that lead to the root, from a log of ${FRAMES} entries in bundles; ${spread(times, 1)}`,
    },
  ];
}

/** The log of the main market: how fast frames get into it, what that costs, what stays, and how long a proof takes. */
export async function measureLog(dataDir: string): Promise<Result[]> {
  const workshop = await openWorkshop(dataDir);
  const { target } = workshop;
  const pool = createPool({ ...appConfig(target), max: 4 });
  const owner = await connectClient(ownerConfig(target));
  const open = async (id: string): Promise<FastLog> => {
    await createMarket(target, { ...MARKET, id });
    const log = new FastLog(new PgJournal(target, id), pool, id);
    await log.start();
    return log;
  };
  try {
    const bench: Bench = { dataDir, pool, owner, open };
    return [...(await measureWriting(bench)), ...(await measureKeeping(bench))];
  } finally {
    await owner.end();
    await pool.end();
    await workshop.close();
  }
}
