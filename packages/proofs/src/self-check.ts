import { fromHex } from './bytes.ts';
import { knownProof } from './known-proof.ts';
import { formatNote, parseNote, verifyNote } from './note.ts';
import { formatProof } from './proof-file.ts';
import { checkAhead } from './signatures.ts';
import { verifyProofAhead } from './verify-ahead.ts';

const NAME = 'plecho.log/self-check';
const TEXT = 'Известный ответ\n';
const PUBLIC_KEY = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c';
const SIGNATURE =
  'fafa01ae1c8e62ab4b3648d2ee0b908f7abfcad15f11abca2ab433458e2c1019c99ce272c09cb525d56162661221c3e00a5081d001384e38d19351b2c0016700';

/** The rest of a check is fast when all of its code has run a few times. */
const ROUNDS = 6;

/** A note whose answer is known, and the same with one letter changed: by the library, then by the platform. */
async function areNotesTold(): Promise<boolean> {
  const [publicKey, signature] = [fromHex(PUBLIC_KEY), fromHex(SIGNATURE)];
  if (publicKey === null || signature === null) return false;
  const holds = (text: string): boolean => {
    const note = parseNote(formatNote(text, NAME, publicKey, signature));
    return note !== null && verifyNote(note, NAME, publicKey);
  };
  const areTold = (): boolean => holds(TEXT) && !holds(TEXT.toLowerCase());
  if (!areTold()) return false;
  for (const text of [TEXT, TEXT.toLowerCase()]) await checkAhead(signature, text, publicKey);
  return areTold();
}

/** A proof of which every step holds, and the same with another number of a record. */
async function areProofsTold(): Promise<boolean> {
  const file = formatProof(knownProof());
  const [{ ok }, lie] = [
    await verifyProofAhead(file),
    await verifyProofAhead(file.replace('"rest": "0"', '"rest": "1"')),
  ];
  return ok && !lie.ok;
}

/**
 * Whether signatures and proofs are told from wrong ones here. What follows is checked faster: the first signature takes
 * as long as twenty others, and the first proof as ten.
 * @param pause between its parts, for what has waited
 */
export async function selfCheck(pause: () => Promise<void> = () => Promise.resolve()): Promise<boolean> {
  if (!(await areNotesTold())) return false;
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause();
    if (!(await areProofsTold())) return false;
  }
  return true;
}
