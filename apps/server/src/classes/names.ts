import { CLASS_WORDS, MAX_CLASS_NUMBER, type ClassWord } from '@plecho/domain';

/** 32 letters and digits that nobody mistakes for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

export interface DrawnName {
  word: ClassWord;
  number: number;
  /** The class code, one of 2^40. */
  code: string;
}

/** Draws what a class is called and what invites into it: nobody types either (rule M1). @param entropy random bytes */
export function drawName(entropy: (bytes: number) => Uint8Array): DrawnName {
  // With 2^48 to draw from, that the smaller numbers come more often is nothing.
  const below = (limit: number): number => Buffer.from(entropy(6)).readUIntBE(0, 6) % limit;
  const word = CLASS_WORDS[below(CLASS_WORDS.length)];
  if (word === undefined) throw new RangeError('no word for a class');
  const code = Array.from(entropy(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return { word, number: 1 + below(MAX_CLASS_NUMBER), code };
}
