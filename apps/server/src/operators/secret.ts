/** 32 characters, without those that are easily taken for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** Random bytes that {@link operatorSecret} needs. */
export const SECRET_BYTES = GROUPS * GROUP_LENGTH;

/** An operator secret that can be read out and typed: 125 bits, "k3x7m-…". @param bytes random, SECRET_BYTES of them */
export function operatorSecret(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, SECRET_BYTES)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return Array.from({ length: GROUPS }, (_, n) =>
    letters.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
