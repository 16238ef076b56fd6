import { Problem } from '../lib/problem.ts';

/** Letters of any alphabet; nothing that a link, a number or an address could be made of (charter rules C1, C4). */
const WORD = /^[\p{L}\p{M}'’-]+$/u;
/** Enough for «Мария дель Кармен», too few for a list of words that opens somebody's wallet. */
const MAX_WORDS = 4;

/**
 * Reads a first or last name.
 * @returns null for none
 * @throws Problem invalid_name
 */
export function readName(text: string | null): string | null {
  const words = (text ?? '').split(' ').filter(Boolean);
  if (words.length > MAX_WORDS || !words.every((word) => WORD.test(word))) throw new Problem('invalid_name');
  return words.length === 0 ? null : words.join(' ');
}
