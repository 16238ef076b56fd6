import { concatBytes } from './bytes.ts';
import { Frontier, HASH_BYTES, type Hash, type ReadHashes, type Subtree } from './tree.ts';

/** Hashes, or entries, of a full tile (C2SP's tlog-tiles). */
export const TILE_WIDTH = 256;
/** Levels of the tree in a tile, its uppermost root not among them. */
const TILE_HEIGHT = 8;
const MAX_TILE_LEVEL = 63;
/** An entry's length has two bytes in a bundle. */
export const MAX_ENTRY_BYTES = 0xffff;
const LENGTH_BYTES = 2;

/** A tile of hashes, or a bundle of entries. */
export interface Tile {
  level: number | 'entries';
  n: bigint;
  /** 1 to 256. */
  width: number;
}

/** Where a tile is below the address of a log: "tile/0/x001/x234/067", and ".p/W" after it when it is not full. */
export function tilePath(level: number | 'entries', n: bigint, width: number = TILE_WIDTH): string {
  const digits = n.toString();
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${place}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** @returns null for anything that {@link tilePath} does not write */
export function parseTilePath(path: string): Tile | null {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,6}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match === null) return null;
  const [, room = '', place = '', given] = match;
  const level = room === 'entries' ? room : Number(room);
  const width = given === undefined ? TILE_WIDTH : Number(given);
  if (width < 1 || width > TILE_WIDTH || (level !== 'entries' && level > MAX_TILE_LEVEL)) return null;
  const n = BigInt(place.replaceAll(/\D/g, ''));
  return tilePath(level, n, width) === path ? { level, n, width } : null;
}

/** Which tile has the root of a subtree, in a tree of `size` entries. */
export function tileOf({ level, index }: Subtree, size: bigint): Tile & { level: number } {
  const above = Math.floor(level / TILE_HEIGHT);
  const n = (index << BigInt(level % TILE_HEIGHT)) / BigInt(TILE_WIDTH);
  const there = (size >> BigInt(above * TILE_HEIGHT)) - n * BigInt(TILE_WIDTH);
  return { level: above, n, width: there < BigInt(TILE_WIDTH) ? Number(there) : TILE_WIDTH };
}

/** The root of a subtree out of the tile that {@link tileOf} says; null when the tile's bytes end before it. */
export function hashFromTile(tile: Uint8Array, { level, index }: Subtree): Hash | null {
  const leaves = 1n << BigInt(level % TILE_HEIGHT);
  const from = Number((index * leaves) % BigInt(TILE_WIDTH)) * HASH_BYTES;
  const bytes = tile.subarray(from, from + Number(leaves) * HASH_BYTES);
  if (bytes.length !== Number(leaves) * HASH_BYTES) return null;
  const frontier = Frontier.of(0n, []);
  for (let at = 0; at < bytes.length; at += HASH_BYTES) frontier.append(bytes.slice(at, at + HASH_BYTES));
  return frontier.root();
}

/**
 * Reads hashes out of tiles, each of them once. They are as good as where they come from: what is made of them has to be
 * verified against a signed root.
 *
 * @param size of the tree: decides how wide its last tiles are
 * @param readTile gives the bytes of the tile at a path
 * @throws Error when a tile is shorter than it has to be
 */
export function hashesFromTiles(size: bigint, readTile: (path: string) => Promise<Uint8Array>): ReadHashes {
  return async (wanted) => {
    const tiles = wanted.map((subtree) => {
      const { level, n, width } = tileOf(subtree, size);
      return { subtree, path: tilePath(level, n, width) };
    });
    const paths = [...new Set(tiles.map(({ path }) => path))];
    const read = new Map(await Promise.all(paths.map(async (path) => [path, await readTile(path)] as const)));
    return tiles.map(({ subtree, path }) => {
      const hash = hashFromTile(read.get(path) ?? new Uint8Array(), subtree);
      if (hash === null) throw new Error(`${path} is too short`);
      return hash;
    });
  };
}

/** @throws RangeError when an entry is longer than a bundle can say */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );
}

/** @returns null when the bytes end within an entry */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const [high = 0, low] = bytes.subarray(at, at + LENGTH_BYTES);
    if (low === undefined) return null;
    const length = (high << 8) | low;
    const entry = bytes.slice(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
    if (entry.length !== length) return null;
    entries.push(entry);
    at += LENGTH_BYTES + length;
  }
  return entries;
}
