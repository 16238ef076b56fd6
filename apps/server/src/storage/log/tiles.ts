import { nodeHash, rootOf, TILE_WIDTH, type Hash } from '@plecho/proofs';
import type { ByteCache } from '../../lib/byte-cache.ts';
import type { Queryable } from '../connection.ts';

export const HASH_BYTES = 32;
const WIDTH = BigInt(TILE_WIDTH);
/** Binary levels of a tile. */
const HEIGHT = 8;

/** Of a tile that is packed, or of as many entries as there are. */
const ENTRIES = `
  SELECT hashes FROM log_tiles WHERE market_number = $1 AND level = 0 AND n = $2
  UNION ALL
  SELECT string_agg(hash, '' ORDER BY index) FROM log_entries
  WHERE market_number = $1 AND index >= $2 * 256 AND index < ($2 + 1) * 256`;
const ROOTS = `
  SELECT hashes FROM log_tiles WHERE market_number = $1 AND level = $2 AND n = $3
  UNION ALL
  SELECT string_agg(root, '' ORDER BY n) FROM log_tiles
  WHERE market_number = $1 AND level = $2 - 1 AND n >= $3 * 256 AND n < ($3 + 1) * 256`;

/** Hashes that stand one after another. */
export function splitHashes(bytes: Uint8Array): Hash[] {
  return Array.from(
    { length: bytes.length / HASH_BYTES },
    (_, n) => new Uint8Array(bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)),
  );
}

export const joinHashes = (hashes: readonly Hash[]): Buffer => Buffer.concat(hashes);

/** The hashes of a tile with those above them, each made once, when it is asked for. */
export class Tile {
  /** By level: 0 are the tile's own. */
  readonly #levels: [Hash[], ...Hash[][]];
  /** What it takes when all of them are there. */
  readonly byteLength: number;

  constructor(hashes: Hash[]) {
    this.#levels = [hashes];
    this.byteLength = 2 * HASH_BYTES * hashes.length;
  }

  get hashes(): readonly Hash[] {
    return this.#levels[0];
  }

  /** The root of the `index`-th subtree of 2^`level` hashes; undefined when the tile has not all of them. */
  root(level: number, index: number): Hash | undefined {
    if ((index + 1) << level > this.hashes.length) return undefined;
    if (level === 0) return this.hashes[index];
    const known = (this.#levels[level] ??= []);
    const [left, right] = [this.root(level - 1, 2 * index), this.root(level - 1, 2 * index + 1)];
    if (left === undefined || right === undefined) return undefined;
    return (known[index] ??= nodeHash(left, right));
  }
}

/** Tiles by their width too: the beginning of one never changes. */
export type TileCache = ByteCache<Tile>;

/** The hashes of one log, a tile at a time. */
export class LogTiles {
  readonly #db: Queryable;
  readonly #market: number;
  readonly #size: bigint;
  readonly #kept: TileCache;

  /**
   * @param size entries of which is read: what is added later changes nothing
   * @param kept of any market
   */
  constructor(db: Queryable, marketNumber: number, size: bigint, kept: TileCache) {
    this.#db = db;
    this.#market = marketNumber;
    this.#size = size;
    this.#kept = kept;
  }

  /** A tile with all hashes that there are at this size. @param level 0: of entries; 1: of 256 of them … */
  async read(level: number, n: bigint): Promise<Tile> {
    const key = `${this.#market}/${level}/${n}/${this.width(level, n)}`;
    const known = this.#kept.get(key);
    if (known !== null) return known;
    const tile = new Tile(await this.#hashes(level, n));
    this.#kept.set(key, tile);
    return tile;
  }

  async #hashes(level: number, n: bigint): Promise<Hash[]> {
    const wanted = this.width(level, n);
    if (wanted === 0) return [];
    const query =
      level === 0
        ? { name: 'log_tile', text: ENTRIES, values: [this.#market, n] }
        : { name: 'log_tile_above', text: ROOTS, values: [this.#market, level, n] };
    const { rows } = await this.#db.query<{ hashes: Buffer | null }>(query);
    const bytes = rows.find(({ hashes }) => hashes !== null)?.hashes;
    const hashes = bytes === null || bytes === undefined ? [] : splitHashes(bytes).slice(0, wanted);
    // Complete, and not packed yet.
    while (level > 0 && hashes.length < wanted) {
      hashes.push(rootOf((await this.read(level - 1, n * WIDTH + BigInt(hashes.length))).hashes));
    }
    if (hashes.length < wanted) throw new RangeError(`the log of market ${this.#market} lacks hashes of tile ${n}`);
    return hashes;
  }

  /** How many hashes a tile has at this size. */
  width(level: number, n: bigint): number {
    const complete = this.#size >> BigInt(HEIGHT * level);
    const left = complete - n * WIDTH;
    return left <= 0n ? 0 : Number(left < WIDTH ? left : WIDTH);
  }

  /**
   * Roots of perfect subtrees, in the order in which they are asked for. Each tile is read once.
   * @param wanted `level` counts powers of two: 0 are entries
   * @throws RangeError for a subtree that is not complete at this size
   */
  async subtrees(wanted: readonly { level: number; index: bigint }[]): Promise<Hash[]> {
    const tiles = new Map<string, Promise<Tile>>();
    return Promise.all(
      wanted.map(async ({ level, index }) => {
        const tileLevel = Math.floor(level / HEIGHT);
        const first = index << BigInt(level % HEIGHT);
        const key = `${tileLevel} ${first / WIDTH}`;
        const tile = tiles.get(key) ?? this.read(tileLevel, first / WIDTH);
        tiles.set(key, tile);
        const root = (await tile).root(level % HEIGHT, Number(first % WIDTH) >> (level % HEIGHT));
        if (root === undefined) throw new RangeError(`no subtree ${index} of level ${level} in the log`);
        return root;
      }),
    );
  }
}
