import { MAX_INT64 } from '@plecho/domain';
import { fromBase64, toBase64 } from './bytes.ts';
import { checkNoteAhead, parseNote, verifyNote } from './note.ts';
import { HASH_BYTES, type Hash } from './tree.ts';

/** How large a log is, and the root over all of its entries. */
export interface Checkpoint {
  /** Which log: `plecho.log/<installation>/<market>`. */
  origin: string;
  size: bigint;
  root: Hash;
}

/** Reads an integer as the formats of logs write it. @returns null for leading zeros, signs, or what a log never has */
export function parseCount(text: string): bigint | null {
  const count = /^(?:0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : null;
  return count === null || count > MAX_INT64 ? null : count;
}

/** The text that is signed (C2SP's tlog-checkpoint). */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** @param text of a note, without its signatures @returns null for anything that {@link checkpointText} does not write */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', sizeText = '', rootText = '', end, ...more] = text.split('\n');
  const size = parseCount(sizeText);
  const root = fromBase64(rootText);
  if (origin === '' || end !== '' || more.length > 0) return null;
  return size === null || root?.length !== HASH_BYTES ? null : { origin, size, root };
}

/** A signed checkpoint, read and verified. @returns null when it is none, or not signed by the key under its own origin */
export function openCheckpoint(note: string, publicKey: Uint8Array): Checkpoint | null {
  const signed = parseNote(note);
  const checkpoint = signed === null ? null : parseCheckpoint(signed.text);
  if (signed === null || checkpoint === null) return null;
  return verifyNote(signed, checkpoint.origin, publicKey) ? checkpoint : null;
}

/** Has the signature of a checkpoint checked by the platform where it can, so that {@link openCheckpoint} is fast. Never rejects. */
export async function checkCheckpointAhead(note: string, publicKey: Uint8Array): Promise<void> {
  const signed = parseNote(note);
  const checkpoint = signed === null ? null : parseCheckpoint(signed.text);
  if (signed !== null && checkpoint !== null) await checkNoteAhead(signed, checkpoint.origin, publicKey);
}
