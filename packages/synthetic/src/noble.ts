import { ecb } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Primitives } from './primitives.ts';

/** For browsers: their own cryptography is missing on pages that came without encryption. */
export const noblePrimitives: Primitives = {
  sha256,
  hmacSha256: (key, data) => hmac(sha256, key, data),
  // The library lets one of its ciphers be used once.
  aes256: (key) => (blocks) => ecb(key, { disablePadding: true }).encrypt(blocks),
};
