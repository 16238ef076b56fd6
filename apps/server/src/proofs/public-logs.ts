import { concatBytes, parseTilePath, TILE_WIDTH } from '@plecho/proofs';
import { ByteCache } from '../lib/byte-cache.ts';
import { gzipped } from '../lib/gzip.ts';
import { Problem } from '../lib/problem.ts';
import type { LogReader } from './ports.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/** A tile, or a bundle of entries. */
export interface Tile {
  body: Uint8Array;
  /** The same, packed; null of hashes, which don't get smaller. */
  gzip: Uint8Array | null;
  /** It will never be another one. */
  isFull: boolean;
  byteLength: number;
}

const tileOf = (body: Uint8Array, packed: Uint8Array | null, isFull: boolean): Tile => ({
  ...{ body, gzip: packed, isFull },
  byteLength: body.byteLength + (packed?.byteLength ?? 0),
});

/** The logs of the markets as everybody may read them: checkpoints, tiles and entries. */
export class PublicLogs {
  readonly #reader: LogReader;
  /** Full ones, by market and path. */
  readonly #full = new ByteCache<Tile>(CACHE_BYTES);

  constructor(reader: LogReader) {
    this.#reader = reader;
  }

  /** The newest, as it was signed. @throws Problem no_log */
  async checkpoint(marketId: string): Promise<string> {
    const log = await this.#reader.open(marketId);
    if (log?.checkpoint == null) throw new Problem('no_log');
    return log.checkpoint;
  }

  /** @param path "tile/0/x001/234.p/17" or "tile/entries/000" @throws Problem tile_not_found, log_entries_dropped */
  async tile(marketId: string, path: string): Promise<Tile> {
    const key = `${marketId}/${path}`;
    const known = this.#full.get(key);
    if (known !== null) return known;
    const tile = await this.#read(marketId, path);
    if (tile.isFull) this.#full.set(key, tile);
    return tile;
  }

  async #read(marketId: string, path: string): Promise<Tile> {
    const place = parseTilePath(path);
    if (place === null) throw new Problem('tile_not_found');
    const { level, n, width } = place;
    const isFull = width === TILE_WIDTH;
    const log = await this.#reader.open(marketId);
    if (log === null) throw new Problem('tile_not_found');
    if (level === 'entries') {
      const bundle = await log.entryBundle(n, width);
      if (bundle === null) throw new Problem('tile_not_found');
      if (bundle === 'dropped') throw new Problem('log_entries_dropped');
      return tileOf(bundle, await gzipped(bundle), isFull);
    }
    const hashes = await log.tile(level, n, width);
    if (hashes === null) throw new Problem('tile_not_found');
    return tileOf(concatBytes(...hashes), null, isFull);
  }
}
