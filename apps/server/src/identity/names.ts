import { Problem } from '../lib/problem.ts';
import { isReservedName } from './reserved-names.ts';

/**
 * Letters of any alphabet, each with one mark at most; nothing that a link, a number or an address could
 * be made of (charter rules C1, C4).
 */
const WORD = /^['’-]*(\p{L}\p{M}?['’-]*)+$/u;
/** Letters and marks that show nothing, such as U+3164 and U+034F. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Enough for «Мария дель Кармен», too few for a list of words that opens somebody's wallet. */
const MAX_WORDS = 4;

/**
 * Reads a first or last name.
 * @returns in NFC; null for none
 * @throws Problem invalid_name, reserved_name
 */
export function readName(text: string | null): string | null {
  const words = (text ?? '').normalize('NFC').split(' ').filter(Boolean);
  if (words.length > MAX_WORDS || !words.every((word) => WORD.test(word) && !INVISIBLE.test(word))) {
    throw new Problem('invalid_name');
  }
  if (isReservedName(words)) throw new Problem('reserved_name');
  return words.length === 0 ? null : words.join(' ');
}
