import { encodeDefinition, encodeFrame, Frontier, leafHash, rootOf, type Hash } from '@plecho/proofs';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { batchOf, createMarket, MARKET, NOW, record } from '../../../test/harness/trading.ts';
import { IntegrityError } from '../../commands/batch.ts';
import { definitionOf } from '../../engine/log/definition.ts';
import type { LogAppend, LogEntry } from '../../engine/log/ports.ts';
import { PgJournal } from '../journal/journal.ts';
import type { TakeLock } from '../journal/writer-connection.ts';
import { claimMarket } from '../cluster/market-owners.ts';
import { MarketStore } from '../market-store.ts';
import { splitEntries } from './bundle.ts';
import { DROPPED, PgLogReader, type OpenLog } from './log-reader.ts';
import { PgLogStore } from './log-store.ts';
import { tidyUnwrittenLogs } from './prune.ts';

const db = useDatabase();
const PAIRS = [{ symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' as const, priceDecimals: 2 }];
const PRICES = 3n;

/** Everything that was appended to the log of a market, as a writer remembers it. */
class Writer {
  readonly id: string;
  readonly journal: PgJournal;
  readonly store: PgLogStore;
  readonly data: Uint8Array[] = [];
  readonly #frontier = Frontier.of(0n, []);
  lastSeq = 0n;

  constructor(id: string) {
    this.id = id;
    this.journal = new PgJournal(db.target, id);
    this.store = new PgLogStore(this.journal, db.pool, id);
  }

  get leaves(): Hash[] {
    return this.data.map((data) => leafHash(data));
  }

  definition(): LogEntry {
    const data = encodeDefinition(
      definitionOf({ ...MARKET, id: this.id }, PAIRS, `plecho.log/3f0a7c52-9d1e-4b86-a2f4-5c7d8e9fa0b1/${this.id}`),
    );
    return { hash: leafHash(data), data, firstSeq: this.lastSeq + 1n, lastSeq: this.lastSeq };
  }

  frame(): LogEntry {
    const firstSeq = this.lastSeq + 1n;
    this.lastSeq += PRICES;
    const records = Array.from({ length: Number(PRICES) }, (_, n) => {
      const seq = firstSeq + BigInt(n);
      return { seq, symbolIndex: 0, kind: 0 as const, price: 10_000_000_000n + seq, time: NOW + Number(seq) };
    });
    const data = encodeFrame({ closedAt: NOW, records });
    return { hash: leafHash(data), data, firstSeq, lastSeq: this.lastSeq };
  }

  prepared(entries: readonly LogEntry[], checkpoint: string | null = null): LogAppend {
    const frontier = Frontier.of(this.#frontier.size, [...this.#frontier.roots]);
    for (const { hash } of entries) frontier.append(hash);
    const { term } = this.store;
    return { term, expectedSize: this.#frontier.size, entries, frontier: frontier.roots, lastTime: NOW, checkpoint };
  }

  async append(entries: readonly LogEntry[], checkpoint: string | null = null): Promise<void> {
    await this.store.append(this.prepared(entries, checkpoint));
    this.took(entries);
  }

  took(entries: readonly LogEntry[]): void {
    for (const { data, hash } of entries) {
      this.data.push(data);
      this.#frontier.append(hash);
    }
  }

  frames(count: number): LogEntry[] {
    return Array.from({ length: count }, () => this.frame());
  }
}

async function open(id: string): Promise<OpenLog> {
  const log = await new PgLogReader(db.pool).open(id);
  if (log === null) throw new Error(`no log of ${id}`);
  return log;
}
let markets = 0;
const writers: Writer[] = [];

async function newWriter(frames = 0): Promise<Writer> {
  markets += 1;
  const writer = new Writer(`log-${markets}`);
  writers.push(writer);
  await createMarket(db.target, { ...MARKET, id: writer.id });
  await writer.journal.load();
  await writer.append([writer.definition()]);
  if (frames > 0) await writer.append(writer.frames(frames), 'checkpoint');
  return writer;
}

/** As if a week had passed since everything was packed. */
async function aWeekPasses(owner: Client): Promise<void> {
  await owner.query(`
    ALTER TABLE log_bundles DISABLE TRIGGER USER;
    UPDATE log_bundles SET packed_at = packed_at - interval '7 days 1 minute' WHERE data IS NOT NULL;
    ALTER TABLE log_bundles ENABLE TRIGGER USER`);
}

/** Without waiting for whoever has the lock. */
const takeAtOnce: TakeLock = (client, id) => claimMarket(client, db.target.schema, id, null);

async function usePrice(writer: Writer, seq: bigint): Promise<void> {
  await writer.journal.append(batchOf({ marketId: writer.id, priceRecords: [{ ...record(seq), time: NOW }] }));
}

afterAll(() => Promise.all(writers.map(({ journal }) => journal.close())));

describe('the log of a market in the database', () => {
  it('T1 is read back as it was written, also after its connection was killed', async () => {
    const writer = await newWriter();
    expect(await new PgLogReader(db.pool).open('nowhere')).toBeNull();
    await writer.append(writer.frames(5), 'signed');
    expect(await open(writer.id)).toMatchObject({
      ...{ size: 6n, checkpoint: 'signed', checkpointSize: 6n, lastSeq: 15n, lastTime: NOW },
    });
    await db.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = (SELECT hashtext($1)::bigint & 4294967295)`,
      [writer.id],
    );
    const entries = writer.frames(2);
    const unknown = writer.store.append(writer.prepared(entries));
    await expect(unknown).rejects.not.toBeInstanceOf(IntegrityError);
    // Until the market is read again nothing is written: somebody else may have it.
    await expect(writer.store.load()).rejects.toThrow('has to be loaded again');
    const early = writer.prepared([]);
    await writer.journal.load();
    // What was made before the lock was taken again: somebody else may have had it.
    await expect(writer.store.append(early)).rejects.toThrow('was taken anew');
    expect(await writer.store.load()).toMatchObject({ size: 6n, lastSeq: 15n, checkpoint: 'signed' });
    await writer.append(entries);
    const log = await open(writer.id);
    for (const [n, data] of writer.data.entries()) expect(await log.entry(BigInt(n))).toEqual(data);
    expect(await log.entry(8n)).toBeNull();
    expect(await log.indexOf(16n)).toBe(6n);
    expect(await log.indexOf(22n)).toBeNull();
  });

  it('T1 O1 a writer who does not know where the log ends, has no lock or says another hash is refused', async () => {
    const writer = await newWriter(3);
    const refused = async (append: LogAppend, why: string): Promise<void> => {
      await expect(writer.store.append(append)).rejects.toThrow(why);
      await expect(writer.store.append(append)).rejects.toBeInstanceOf(IntegrityError);
    };
    const entry = writer.frame();
    const good = writer.prepared([entry]);
    await refused({ ...good, expectedSize: 3n }, 'has not 3 entries');
    await refused({ ...good, expectedSize: 0n }, 'has entries already');
    await refused({ ...good, entries: [{ ...entry, data: new Uint8Array([70, 2]) }] }, '1 entries do not follow');
    await refused({ ...good, entries: [{ ...entry, firstSeq: 9n }] }, '1 entries do not follow');
    await refused({ ...good, entries: [entry, entry] }, '1 entries do not follow');
    const other = new PgJournal(db.target, writer.id, undefined, takeAtOnce);
    await expect(new PgLogStore(other, db.pool, writer.id).append(good)).rejects.toThrow('another server is running');
    await writer.append([entry]);
    expect((await open(writer.id)).size).toBe(5n);
  });

  it('T1 not even the owner shortens it or changes an entry', async () => {
    await newWriter(300).then((writer) => writer.store.pack());
    for (const sql of [
      'UPDATE market_logs SET size = size - 1',
      'UPDATE market_logs SET frontier = frontier || frontier',
      'DELETE FROM market_logs',
      'TRUNCATE market_logs',
      "UPDATE log_entries SET data = 'x'",
      'DELETE FROM log_entries',
      'TRUNCATE log_entries',
      'UPDATE log_bundles SET first_seq = 0',
      "UPDATE log_bundles SET data = 'x'",
      'DELETE FROM log_bundles',
      'TRUNCATE log_bundles',
    ]) {
      await expect(db.owner.query(sql), sql).rejects.toThrow('a log only grows');
    }
  });
});

describe('bundles', () => {
  let writer: Writer;
  beforeAll(async () => {
    writer = await newWriter(600);
  });

  /** Reads all that anybody is served, and compares it with what was written. */
  async function expectAll(): Promise<void> {
    const { leaves, data, id } = writer;
    const [full, next] = [leaves.slice(0, 256), leaves.slice(256, 512)];
    const log = await open(id);
    expect(await log.tile(0, 0n, 256)).toEqual(full);
    expect(await log.tile(0, 2n, 89)).toEqual(leaves.slice(512));
    expect(await log.tile(0, 2n, 90)).toBeNull();
    expect(await log.tile(1, 0n, 2)).toEqual([rootOf(full), rootOf(next)]);
    expect(await log.tile(1, 0n, 3)).toBeNull();
    const bundle = (await log.entryBundle(1n, 256)) as Buffer;
    expect(splitEntries(bundle)).toEqual(data.slice(256, 512));
    expect(splitEntries((await log.entryBundle(0n, 7)) as Buffer)).toEqual(data.slice(0, 7));
    expect(splitEntries((await log.entryBundle(2n, 89)) as Buffer)).toEqual(data.slice(512));
    for (const index of [0n, 255n, 256n, 600n]) expect(await log.entry(index)).toEqual(data[Number(index)]);
    for (const seq of [1n, 3n, 4n, 765n, 766n, 1_800n]) {
      expect(await log.indexOf(seq)).toBe((seq + PRICES - 1n) / PRICES);
    }
    const wanted = [0, 1, 5, 8, 9].map((level) => ({ level, index: level === 8 ? 1n : 0n }));
    expect(await log.hashes(601n)(wanted)).toEqual(
      wanted.map(({ level, index }) => rootOf(leaves.slice(Number(index) << level, (Number(index) + 1) << level))),
    );
    await expect(log.hashes(601n)([{ level: 8, index: 2n }])).rejects.toThrow(RangeError);
    expect(() => log.hashes(602n)).toThrow('has not 602 entries');
    expect(await log.hashes(300n)([{ level: 8, index: 0n }])).toEqual([rootOf(full)]);
    await expect(log.hashes(300n)([{ level: 8, index: 1n }])).rejects.toThrow(RangeError);
  }

  it('T1 what is packed reads as before, byte for byte, and the log goes on', async () => {
    await expectAll();
    expect([await writer.store.pack(), await writer.store.pack(), await writer.store.pack()]).toEqual([
      true,
      true,
      false,
    ]);
    await expectAll();
    const { rows } = await db.owner.query<{ left: bigint }>(
      'SELECT count(*) AS left FROM log_entries e JOIN markets m ON m.number = e.market_number WHERE m.id = $1',
      [writer.id],
    );
    expect(rows[0]?.left).toBe(89n);
    await expect(
      db.pool.query('SELECT pack_log(number, 2, $2) FROM markets WHERE id = $1', [writer.id, 'x']),
    ).rejects.toThrow('is not full');
  });

  it('T1 drops after a week what no fill used, and neither hashes nor what a fill may use', async () => {
    await usePrice(writer, 10n);
    expect(await writer.store.prune([])).toBe(false);
    await aWeekPasses(db.owner);
    expect([await writer.store.prune([900n]), await writer.store.prune([900n])]).toEqual([true, true]);
    expect(await writer.store.prune([])).toBe(false);
    const { leaves, data, id } = writer;
    const log = await open(id);
    expect(await log.tile(0, 0n, 256)).toEqual(leaves.slice(0, 256));
    expect(await log.entryBundle(0n, 256)).toBe(DROPPED);
    for (const [seq, index] of [
      [10n, 4n],
      [900n, 300n],
    ] as const) {
      expect(await log.indexOf(seq)).toBe(index);
      expect(await log.entry(index)).toEqual(data[Number(index)]);
    }
    expect(await log.entry(0n)).toEqual(data[0]);
    expect(await log.entry(5n)).toBe(DROPPED);
    expect(await log.indexOf(13n)).toBeNull();
    expect(await log.indexOf(1_800n)).toBe(600n);
  });

  it('T1 drops that of markets that are over too, whose owner has gone, and of no other', async () => {
    const [over, running] = [await newWriter(300), await newWriter(300)];
    for (const { store } of [over, running]) await store.pack();
    await usePrice(over, 10n);
    await aWeekPasses(db.owner);
    await new MarketStore(db.pool).setEnded(over.id);
    await tidyUnwrittenLogs(db.pool, () => true);
    expect(await (await open(over.id)).entry(5n)).toEqual(over.data[5]);
    await tidyUnwrittenLogs(db.pool, () => false);
    expect(await (await open(over.id)).entry(5n)).toBe(DROPPED);
    expect(await (await open(over.id)).entry(4n)).toEqual(over.data[4]);
    expect(await (await open(running.id)).entry(5n)).toEqual(running.data[5]);
  });

  it('T1 packs and drops that of personal replays that nobody has played for a week', async () => {
    const [unplayed, played] = [await newWriter(600), await newWriter(600)];
    await db.owner.query(`
      INSERT INTO datasets (id, provenance, sha256, created_at) VALUES ('d-unplayed', 'generated', '{}', 0)
      ON CONFLICT DO NOTHING`);
    for (const { id } of [unplayed, played]) {
      await db.owner.query(
        `WITH u AS (INSERT INTO users (phone, password_hash, created_at) VALUES ($2, '', 0) RETURNING id)
         INSERT INTO replay_sessions
           (market_id, user_id, dataset_id, symbols, start_at, masked, created_at, playhead, path_step, speed)
         SELECT $1, id, 'd-unplayed', '{BTCUSDT}', 0, false, 0, 0, 5000, 1 FROM u`,
        [id, id === played.id ? '+79160000001' : '+79160000002'],
      );
    }
    await unplayed.store.pack();
    await played.store.pack();
    await usePrice(unplayed, 10n);
    await aWeekPasses(db.owner);
    // What was packed now says that it has been played.
    await played.store.pack();
    await tidyUnwrittenLogs(db.pool, () => false);
    const log = await open(unplayed.id);
    expect(await log.entry(5n)).toBe(DROPPED);
    expect([await log.entry(4n), await log.entry(300n)]).toEqual([unplayed.data[4], unplayed.data[300]]);
    expect(await log.tile(0, 0n, 256)).toEqual(unplayed.leaves.slice(0, 256));
    const left = await db.owner.query<{ count: bigint }>(
      'SELECT count(*) FROM log_entries e JOIN markets m ON m.number = e.market_number WHERE m.id = $1',
      [unplayed.id],
    );
    expect(left.rows).toEqual([{ count: 601n - 512n }]);
    expect(await (await open(played.id)).entry(5n)).toEqual(played.data[5]);
    await unplayed.journal.close();
    await played.journal.close();
  });

  it('T1 whoever drops can neither leave out what a fill used nor keep something else', async () => {
    const own = await newWriter(300);
    await own.store.pack();
    await usePrice(own, 10n);
    const prune = (kept: { index: number; first: number; last: number; data: Uint8Array }[]) =>
      db.pool.query('SELECT prune_log(number, 0, $2, $3, $4, $5) FROM markets WHERE id = $1', [
        ...[own.id, kept.map(({ index }) => index), kept.map(({ first }) => first), kept.map(({ last }) => last)],
        kept.map(({ data }) => Buffer.from(data)),
      ]);
    await expect(prune([])).rejects.toThrow('is not to be dropped');
    await aWeekPasses(db.owner);
    await expect(prune([])).rejects.toThrow('1 prices that fills used would be dropped');
    const kept = { index: 4, first: 10, last: 12, data: own.data[5]! };
    await expect(prune([kept])).rejects.toThrow('not in the log');
    await prune([{ ...kept, data: own.data[4]! }]);
    expect(await (await open(own.id)).entry(4n)).toEqual(own.data[4]);
  });

  it('256 tiles make one of the level above', async () => {
    const own = await newWriter();
    const { rows } = await db.owner.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [own.id]);
    const market = rows[0]?.number;
    await db.owner.query(
      `INSERT INTO log_tiles SELECT $1, 0, n, decode(repeat('00', 8192), 'hex'), sha256(n::text::bytea) FROM generate_series(0, 254) n`,
      [market],
    );
    await db.owner.query(
      `INSERT INTO log_entries SELECT $1, n, sha256(n::text::bytea), n, n, 'x' FROM generate_series(65280, 65535) n`,
      [market],
    );
    await db.pool.query('SELECT pack_log($1, 255, $2)', [market, 'x']);
    const tiles = await db.owner.query<{ level: number; n: bigint; root: Buffer }>(
      'SELECT level, n, root FROM log_tiles WHERE market_number = $1 AND (level > 0 OR n = 255) ORDER BY level',
      [market],
    );
    const below = await db.owner.query<{ root: Buffer }>(
      'SELECT root FROM log_tiles WHERE market_number = $1 AND level = 0 ORDER BY n',
      [market],
    );
    expect(tiles.rows.map(({ level, n }) => [level, n])).toEqual([
      [0, 255n],
      [1, 0n],
    ]);
    expect(new Uint8Array(tiles.rows[1]!.root)).toEqual(rootOf(below.rows.map(({ root }) => new Uint8Array(root))));
  });
});
