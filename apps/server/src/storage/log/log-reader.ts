import { MAX_INT64 } from '@plecho/domain';
import { firstSeqOf, readFrame, type Hash, type ReadHashes } from '@plecho/proofs';
import type { StoredLog } from '../../proofs/ports.ts';
import { ByteCache } from '../../lib/byte-cache.ts';
import type { Queryable } from '../connection.ts';
import { joinEntries, splitEntries, unpackBundle } from './bundle.ts';
import { LogTiles, type TileCache } from './tiles.ts';

/** The data of an entry or a bundle that is in the log and was dropped: its hashes are there. */
export const DROPPED = 'dropped';
/** Some ten bundles of a lively market. */
const BUNDLE_CACHE_BYTES = 8 * 1024 * 1024;
const TILE_CACHE_BYTES = 2 * 1024 * 1024;

interface LogRow {
  market_number: number;
  size: bigint;
  checkpoint: string | null;
  checkpoint_size: bigint;
  last_seq: bigint;
  last_time: bigint | null;
}

interface PlaceRow {
  first_seq: bigint;
  /** null for a bundle. */
  index: bigint | null;
  n: bigint | null;
}

const LOG = `
  SELECT l.market_number, l.size, l.checkpoint, l.checkpoint_size, l.last_seq, l.last_time
  FROM market_logs l JOIN markets m ON m.number = l.market_number WHERE m.id = $1`;

const ENTRY = `
  SELECT data FROM log_entries WHERE market_number = $1 AND index = $2
  UNION ALL SELECT data FROM log_definitions WHERE market_number = $1 AND index = $2
  UNION ALL SELECT data FROM log_kept WHERE market_number = $1 AND index = $2
  LIMIT 1`;
const BUNDLE = 'SELECT data FROM log_bundles WHERE market_number = $1 AND n = $2';
const TAIL = `
  SELECT data FROM log_entries WHERE market_number = $1 AND index >= $2::bigint * 256 AND index < $2 * 256 + $3
  ORDER BY index`;

/** Where a number is, if it is there: in the tail, among what was kept, or in a bundle. */
const PLACE = `
  (SELECT index, first_seq, NULL::bigint AS n FROM log_entries
   WHERE market_number = $1 AND last_seq >= $2 ORDER BY index LIMIT 1)
  UNION ALL
  (SELECT index, first_seq, NULL FROM log_kept
   WHERE market_number = $1 AND last_seq >= $2 ORDER BY last_seq LIMIT 1)
  UNION ALL
  (SELECT NULL, first_seq, n FROM log_bundles
   WHERE market_number = $1 AND last_seq >= $2 ORDER BY last_seq, n LIMIT 1)`;

/** Which of the entries of a bundle has a number: of the frames, whose numbers ascend, the last that does not begin above it. */
function placeOf(seq: bigint, entries: readonly Uint8Array[]): number | null {
  const place = entries.findLastIndex((entry) => (firstSeqOf(entry) ?? MAX_INT64) <= seq);
  const frame = entries[place];
  const isIn = frame !== undefined && readFrame(frame).records.some((record) => record.seq === seq);
  return isIn ? place : null;
}

/** What was read of the logs of all markets, by the market's number and the place in its log: none of it ever changes. */
interface Caches {
  /** Unpacked. */
  bundles: ByteCache<Buffer>;
  tiles: TileCache;
}

/** The log of a market as it was when it was opened; what is written meanwhile is not in it. */
export class OpenLog implements StoredLog {
  readonly size: bigint;
  readonly checkpoint: string | null;
  readonly checkpointSize: bigint;
  readonly lastSeq: bigint;
  /** Market time of the newest price, ms. */
  readonly lastTime: number | null;
  readonly #db: Queryable;
  readonly #market: number;
  readonly #caches: Caches;

  constructor(db: Queryable, row: LogRow, caches: Caches) {
    this.#db = db;
    this.#caches = caches;
    this.#market = row.market_number;
    this.size = row.size;
    this.checkpoint = row.checkpoint;
    this.checkpointSize = row.checkpoint_size;
    this.lastSeq = row.last_seq;
    this.lastTime = row.last_time === null ? null : Number(row.last_time);
  }

  async entry(index: bigint): Promise<Uint8Array | typeof DROPPED | null> {
    if (index < 0n || index >= this.size) return null;
    // Once more: it may have been packed between the two.
    for (let look = 0; look < 2; look += 1) {
      const { rows } = await this.#db.query<{ data: Buffer }>({
        ...{ name: 'log_entry', text: ENTRY, values: [this.#market, index] },
      });
      if (rows[0] !== undefined) return new Uint8Array(rows[0].data);
      const bundle = await this.#bundle(index / 256n);
      if (bundle === DROPPED) return DROPPED;
      const entry = bundle === null ? undefined : splitEntries(bundle)[Number(index % 256n)];
      if (entry !== undefined) return entry;
    }
    throw new RangeError(`entry ${index} of the log of market ${this.#market} is missing`);
  }

  /** The entry that has a price; null for one that is not logged, and for one that no fill used and that was dropped. */
  async indexOf(seq: bigint): Promise<bigint | null> {
    if (seq > this.lastSeq) return null;
    const { rows } = await this.#db.query<PlaceRow>({
      ...{ name: 'log_place', text: PLACE, values: [this.#market, seq] },
    });
    const places = rows.filter((row) => row.first_seq <= seq);
    const known = places.find(({ index }) => index !== null);
    if (known !== undefined) return known.index;
    const n = places.find((row) => row.n !== null)?.n ?? null;
    const bundle = n === null ? null : await this.#bundle(n);
    if (n === null || bundle === null || bundle === DROPPED) return null;
    const place = placeOf(seq, splitEntries(bundle));
    return place === null ? null : n * 256n + BigInt(place);
  }

  /** Reads the roots of perfect subtrees of the first `size` entries. @throws RangeError when there are fewer */
  hashes(size: bigint): ReadHashes {
    if (size > this.size) throw new RangeError(`the log of market ${this.#market} has not ${size} entries`);
    const tiles = this.#tiles(size);
    return (wanted) => tiles.subtrees(wanted);
  }

  /** `width` hashes of a tile; null when the log is not as long. */
  async tile(level: number, n: bigint, width: number): Promise<Hash[] | null> {
    const tiles = this.#tiles(this.size);
    return tiles.width(level, n) < width ? null : (await tiles.read(level, n)).hashes.slice(0, width);
  }

  /** The first `width` entries of a bundle, each behind its length in two bytes; null when the log is not as long. */
  async entryBundle(n: bigint, width: number): Promise<Buffer | typeof DROPPED | null> {
    if (this.size < n * 256n + BigInt(width)) return null;
    for (let look = 0; look < 2; look += 1) {
      const bundle = await this.#bundle(n);
      if (bundle === DROPPED) return DROPPED;
      if (bundle !== null) return width === 256 ? bundle : joinEntries(splitEntries(bundle).slice(0, width));
      const { rows } = await this.#db.query<{ data: Buffer }>(TAIL, [this.#market, n, width]);
      if (rows.length === width) return joinEntries(rows.map(({ data }) => data));
    }
    throw new RangeError(`bundle ${n} of the log of market ${this.#market} is missing`);
  }

  #tiles(size: bigint): LogTiles {
    return new LogTiles(this.#db, this.#market, size, this.#caches.tiles);
  }

  /** null: not packed. */
  async #bundle(n: bigint): Promise<Buffer | typeof DROPPED | null> {
    const key = `${this.#market}/${n}`;
    const known = this.#caches.bundles.get(key);
    if (known !== null) return known;
    const { rows } = await this.#db.query<{ data: Buffer | null }>(BUNDLE, [this.#market, n]);
    if (rows[0] === undefined) return null;
    if (rows[0].data === null) return DROPPED;
    const bundle = await unpackBundle(rows[0].data);
    this.#caches.bundles.set(key, bundle);
    return bundle;
  }
}

/** Reads the logs of markets, also while they are written. */
export class PgLogReader {
  readonly #db: Queryable;
  readonly #caches: Caches = {
    bundles: new ByteCache(BUNDLE_CACHE_BYTES),
    tiles: new ByteCache(TILE_CACHE_BYTES),
  };

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** null for a market of which nothing is logged. */
  async open(marketId: string): Promise<OpenLog | null> {
    const { rows } = await this.#db.query<LogRow>({ name: 'log', text: LOG, values: [marketId] });
    return rows[0] === undefined ? null : new OpenLog(this.#db, rows[0], this.#caches);
  }
}
