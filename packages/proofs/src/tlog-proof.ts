import { fromBase64, toBase64 } from './bytes.ts';
import { parseCount } from './checkpoint.ts';
import { HASH_BYTES, type Hash } from './tree.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const INDEX = 'index ';
/** A tree that is higher has more entries than can be counted. */
const MAX_HASHES = 63;

/** That an entry is in a log: in C2SP's form, tlog-proof, which others verify too (rule T2). */
export interface TlogProof {
  index: bigint;
  /** From the sibling of the leaf upward. */
  hashes: readonly Hash[];
  /** The whole signed note. */
  checkpoint: string;
}

export function formatTlogProof({ index, hashes, checkpoint }: TlogProof): string {
  return [FIRST_LINE, `${INDEX}${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n');
}

/** @returns null for anything that {@link formatTlogProof} does not write: a line `extra` too, which nobody has signed */
export function parseTlogProof(text: string): TlogProof | null {
  const end = text.indexOf('\n\n');
  const [first, indexLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  const index = indexLine.startsWith(INDEX) ? parseCount(indexLine.slice(INDEX.length)) : null;
  const hashes = lines
    .slice(0, MAX_HASHES)
    .map(fromBase64)
    .filter((hash) => hash?.length === HASH_BYTES);
  const checkpoint = text.slice(end + 2);
  if (first !== FIRST_LINE || index === null || hashes.length !== lines.length || checkpoint === '') return null;
  return { index, hashes: hashes.filter((hash) => hash !== null), checkpoint };
}
