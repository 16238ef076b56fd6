import { bech32m } from '@scure/base';

/** Like an address, a hash shows that it is a practice one; real hashes and keys are no hashes here. */
const PREFIX = 'simtx';
const BLOCK_PREFIX = 'simblock';
const HASH_BYTES = 32;
const LONGEST = 90;

/** @param digest 32 bytes @throws RangeError for any other number */
export function encodeTransactionHash(digest: Uint8Array): string {
  if (digest.length !== HASH_BYTES) throw new RangeError(`a hash has ${HASH_BYTES} bytes`);
  return bech32m.encode(PREFIX, bech32m.toWords(digest), LONGEST);
}

/** @param digest 32 bytes @throws RangeError for any other number */
export function encodeBlockHash(digest: Uint8Array): string {
  if (digest.length !== HASH_BYTES) throw new RangeError(`a hash has ${HASH_BYTES} bytes`);
  return bech32m.encode(BLOCK_PREFIX, bech32m.toWords(digest), LONGEST);
}

/** Reads a hash as it was pasted. @returns its written form; null when it is not a practice hash or has a wrong character */
export function parseTransactionHash(typed: string): string | null {
  const text = typed.trim();
  const decoded = bech32m.decodeUnsafe(text, LONGEST);
  if (decoded === undefined || decoded.prefix !== PREFIX) return null;
  return bech32m.fromWordsUnsafe(decoded.words)?.length === HASH_BYTES ? text.toLowerCase() : null;
}
