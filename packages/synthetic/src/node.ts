import { createCipheriv, createHmac, hash } from 'node:crypto';
import type { Primitives } from './primitives.ts';

/** Node's own cryptography. */
export const nodePrimitives: Primitives = {
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
  // Every block is encrypted by itself, so that one cipher, whose making costs more than most of its uses, does for all.
  aes256: (key) => {
    const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    return (blocks) => cipher.update(blocks);
  },
};
