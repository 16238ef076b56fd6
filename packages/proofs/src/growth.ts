import { equalBytes } from './bytes.ts';
import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { hashesFromTiles } from './tiles.ts';
import { consistencyProof, verifyConsistency } from './tree.ts';

/** What became of a log since somebody looked last. Anything but `same` and `grew` is a lie, or an older backup. */
export type Growth = 'same' | 'grew' | 'shrank' | 'forked' | 'badSignature';

/** What somebody keeps of a checkpoint. */
export type KeptCheckpoint = Pick<Checkpoint, 'size' | 'root'>;

/** Which log it is, and whose signature counts. */
export interface LogTrust {
  origin: string;
  publicKey: Uint8Array;
}

/**
 * Whether a log is still the one that somebody saw earlier, with nothing but more entries at its end. It takes what
 * everybody can fetch: the newest checkpoint, and tiles.
 *
 * @param signed the newest checkpoint, a signed note
 * @param fetchTile gives the bytes of the tile at a path such as "tile/0/x001/234.p/17"
 * @returns `badSignature` also for what is no checkpoint of this log
 * @throws what `fetchTile` does, and an Error for a tile that is too short: then nothing is known
 */
export async function checkGrowth(
  kept: KeptCheckpoint,
  signed: string,
  fetchTile: (path: string) => Promise<Uint8Array>,
  { origin, publicKey }: LogTrust,
): Promise<Growth> {
  const newest = openCheckpoint(signed, publicKey);
  if (newest?.origin !== origin) return 'badSignature';
  if (newest.size < kept.size) return 'shrank';
  if (newest.size === kept.size) return equalBytes(newest.root, kept.root) ? 'same' : 'forked';
  const proof = await consistencyProof(kept.size, newest.size, hashesFromTiles(newest.size, fetchTile));
  return verifyConsistency(kept.size, kept.root, newest.size, newest.root, proof) ? 'grew' : 'forked';
}
