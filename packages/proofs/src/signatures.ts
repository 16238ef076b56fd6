import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';

/** A page over plain http has no Web Crypto, which the library would use otherwise. */
hashes.sha512 = sha512;

/** As much of Web Crypto as is used here, in browsers and in Node alike. */
interface Platform {
  crypto: {
    subtle: {
      importKey(
        format: 'raw',
        key: Uint8Array,
        algorithm: string,
        extractable: boolean,
        usages: string[],
      ): Promise<object>;
      verify(algorithm: string, key: object, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
    };
  };
}

/** Enough for a file, its checkpoint and those of the log that is looked at beside it. */
const MOST_KNOWN = 64;

/** Signatures that were found right, the oldest first: key, signature and text in one. */
const known = new Set<string>();

const nameOf = (signature: Uint8Array, text: string, publicKey: Uint8Array): string =>
  `${toHex(publicKey)} ${toHex(signature)} ${text}`;

function keep(name: string): void {
  known.add(name);
  for (const each of known) if (known.size > MOST_KNOWN) known.delete(each);
}

/** Whether a key made a signature of a text; false too for what is no key or no signature. */
export function isSignature(signature: Uint8Array, text: string, publicKey: Uint8Array): boolean {
  const name = nameOf(signature, text, publicKey);
  if (known.has(name)) return true;
  try {
    const isRight = verify(signature, utf8(text), publicKey, { zip215: false });
    if (isRight) keep(name);
    return isRight;
  } catch {
    return false;
  }
}

/**
 * Lets the platform check a signature before {@link isSignature} is asked for it, which then answers at once: where there
 * is Web Crypto with Ed25519 that takes a tenth of the time. What the platform does not find right, cannot check, or has
 * no way to check is left to the library. Never rejects.
 */
export async function checkAhead(signature: Uint8Array, text: string, publicKey: Uint8Array): Promise<void> {
  try {
    const { subtle } = (globalThis as unknown as Platform).crypto;
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    if (!(await subtle.verify('Ed25519', key, signature, utf8(text)))) return;
    keep(nameOf(signature, text, publicKey));
  } catch {
    // An older browser, or a page over plain http.
  }
}
