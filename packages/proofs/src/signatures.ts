import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';
import { DoubledKey } from './doubled-key.ts';

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

/** Those of an installation, and of the self-check. */
const MOST_KEYS = 8;

/** By their hexadecimal digits, the oldest first. */
const keys = new Map<string, DoubledKey>();

const nameOf = (signature: Uint8Array, text: string, publicKey: Uint8Array): string =>
  `${toHex(publicKey)} ${toHex(signature)} ${text}`;

function keep(name: string): void {
  known.add(name);
  for (const each of known) if (known.size > MOST_KNOWN) known.delete(each);
}

/** @throws Error for what is no key */
function doubledKey(publicKey: Uint8Array): DoubledKey {
  const name = toHex(publicKey);
  const key = keys.get(name) ?? new DoubledKey(publicKey);
  keys.set(name, key);
  for (const each of keys.keys()) if (keys.size > MOST_KEYS) keys.delete(each);
  return key;
}

/** The quick way first: the library has the last word on what is not right in it. False for what is no key or no signature. */
function isRightNow(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const ways = [
    () => doubledKey(publicKey).isSignature(signature, message),
    () => verify(signature, message, publicKey, { zip215: false }),
  ];
  return ways.some((isRight) => {
    try {
      return isRight();
    } catch {
      return false;
    }
  });
}

/** Whether a key made a signature of a text; false too for what is no key or no signature. */
export function isSignature(signature: Uint8Array, text: string, publicKey: Uint8Array): boolean {
  const name = nameOf(signature, text, publicKey);
  if (known.has(name)) return true;
  const isRight = isRightNow(signature, utf8(text), publicKey);
  if (isRight) keep(name);
  return isRight;
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
