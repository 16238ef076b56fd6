import { fromHex } from './bytes.ts';
import { formatNote, parseNote, verifyNote } from './note.ts';
import { checkAhead } from './signatures.ts';

const NAME = 'plecho.log/self-check';
const TEXT = 'Известный ответ\n';
const PUBLIC_KEY = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c';
const SIGNATURE =
  'fafa01ae1c8e62ab4b3648d2ee0b908f7abfcad15f11abca2ab433458e2c1019c99ce272c09cb525d56162661221c3e00a5081d001384e38d19351b2c0016700';

/**
 * Whether signatures are told from wrong ones here, by the library and by the platform: a note whose answer is known, and
 * the same with one letter changed. What follows is checked faster: the first signature takes as long as twenty others.
 */
export async function selfCheck(): Promise<boolean> {
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
