import { Frontier, rotationName, type Hash, type Subtree } from '@plecho/proofs';
import type { Client } from 'pg';
import { ByteCache } from '../../lib/byte-cache.ts';
import { LogTiles, type Tile } from './tiles.ts';

const TILE_CACHE_BYTES = 256 * 1024;

/** A checkpoint that the newest key has not signed, and what it has to say to be signed by it. */
export interface StoredCheckpoint {
  marketId: string;
  /** As it is stored: any text. */
  checkpoint: string;
  /** How many entries it is stored to cover. */
  size: bigint;
  /** Of so many entries, made of their stored hashes. */
  root: Hash;
}

/** Signs a checkpoint with the newest key; null for what is not its to sign. */
export type Resign = (stored: StoredCheckpoint) => string | null;

/** Which key has to have signed the logs of an installation. */
export interface NewestLogKey {
  installation: string;
  publicKey: Uint8Array;
}

interface LogRow {
  market_number: number;
  id: string;
  checkpoint: string;
  checkpoint_size: bigint;
}

const SIGNED = `
  SELECT l.market_number, m.id, l.checkpoint, l.checkpoint_size
  FROM market_logs l JOIN markets m ON m.number = l.market_number WHERE l.checkpoint IS NOT NULL`;
/**
 * Those without a line that the newest key's signature begins with: the key's id is made of the log's name, and five
 * digits of Base 64 are 30 of its 32 bits. All logs are asked after at every start: no other leaves the database.
 */
const LATE = `
  ${SIGNED} AND strpos(l.checkpoint, E'\\n— ' || $1 || m.id || ' ' || left(encode(
    substring(sha256(convert_to($1 || m.id || E'\\n', 'UTF8') || '\\x01'::bytea || $2) FOR 4), 'base64'), 5)) = 0
  ORDER BY l.market_number`;
const LOCKED = `${SIGNED} AND l.market_number = ANY($1) ORDER BY l.market_number FOR UPDATE OF l`;
const SIGN = `
  UPDATE market_logs l SET checkpoint = s.checkpoint
  FROM unnest($1::integer[], $2::text[]) AS s (market_number, checkpoint) WHERE l.market_number = s.market_number`;

/** The perfect subtrees of a tree, largest first. */
function subtreesOf(size: bigint): Subtree[] {
  const levels = size.toString(2).length;
  return Array.from({ length: levels }, (_, above) => levels - 1 - above)
    .map((level) => ({ level, index: (size >> BigInt(level)) - 1n }))
    .filter(({ index }) => (index & 1n) === 0n);
}

/**
 * The root that a checkpoint has to have, made of the hashes, which nobody can forge: the frontier of a log is what its
 * writer says. null where hashes are missing: a log that is damaged holds up no other.
 */
async function rootOf(owner: Client, { market_number: market, checkpoint_size: size }: LogRow): Promise<Hash | null> {
  const tiles = new LogTiles(owner, market, size, new ByteCache<Tile>(TILE_CACHE_BYTES));
  const roots: Hash[] = [];
  try {
    // One after another: it is one connection.
    for (const subtree of subtreesOf(size)) roots.push(...(await tiles.subtrees([subtree])));
    return Frontier.of(size, roots).root();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Signs checkpoints on the grounds of what is stored, each once. */
class Resigned {
  readonly #owner: Client;
  readonly #resign: Resign;
  /** By market and text. */
  readonly #known = new Map<string, string | null>();

  constructor(owner: Client, resign: Resign) {
    this.#owner = owner;
    this.#resign = resign;
  }

  async of(row: LogRow): Promise<string | null> {
    const { market_number: market, id: marketId, checkpoint, checkpoint_size: size } = row;
    const key = `${market} ${size} ${checkpoint}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const root = await rootOf(this.#owner, row);
    const signed = root === null ? null : this.#resign({ marketId, checkpoint, size, root });
    this.#known.set(key, signed);
    return signed;
  }
}

/**
 * Signs the checkpoints of all logs that the newest key has not signed, ahead of the locks, which every running market
 * waits for. What is not to be signed stays as it is: verifiers refuse it.
 * @returns ids of the markets where it does
 */
export async function signAnew(owner: Client, newest: NewestLogKey, resign: Resign): Promise<string[]> {
  const name = `${rotationName(newest.installation)}/`;
  const { rows } = await owner.query<LogRow>(LATE, [name, Buffer.from(newest.publicKey)]);
  const resigned = new Resigned(owner, resign);
  const [ready, left]: [number[], string[]] = [[], []];
  for (const row of rows) {
    if ((await resigned.of(row)) === null) left.push(row.id);
    else ready.push(row.market_number);
  }
  if (ready.length === 0) return left;
  // Locked, or a running market could publish a newer one before an older one is put back (rules T1 and L10).
  const { rows: locked } = await owner.query<LogRow>(LOCKED, [ready]);
  const signed = new Map<number, string>();
  for (const row of locked) {
    const checkpoint = await resigned.of(row);
    if (checkpoint === null) left.push(row.id);
    else signed.set(row.market_number, checkpoint);
  }
  await owner.query(SIGN, [[...signed.keys()], [...signed.values()]]);
  return left;
}
