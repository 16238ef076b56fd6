import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** In every browser and in Node, but not in the library of the language itself. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By the code of a character; 64 for what is none of the alphabet. */
const SEXTETS = new Uint8Array(128).fill(64);
for (let value = 0; value < ALPHABET.length; value += 1) SEXTETS[ALPHABET.charCodeAt(value)] = value;

export { concatBytes };
export const sha256 = (bytes: Uint8Array): Uint8Array => sha256Of(bytes);
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes);

/** @returns null for anything but pairs of small hexadecimal digits */
export function fromHex(text: string): Uint8Array | null {
  return /^(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : null;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @returns null when the bytes are no UTF-8; a byte order mark is a character like any other */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Standard Base 64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63);
    text += ALPHABET.charAt((bits >> 6) & 63) + ALPHABET.charAt(bits & 63);
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - padding) + '='.repeat(padding);
}

/** @returns null for anything that {@link toBase64} does not write, so that there is one text for the same bytes */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const digits = text.length - padding;
  let [bits, end] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const value = at < digits ? (SEXTETS[text.charCodeAt(at)] ?? 64) : 0;
    if (value === 64) return null;
    bits = ((bits << 6) | value) & 0xff_ffff;
    if (at % 4 !== 3) continue;
    // What is beyond the end of the array, in place of padding, is dropped by it.
    bytes[end++] = bits >> 16;
    bytes[end++] = bits >> 8;
    bytes[end++] = bits;
  }
  // The bits that padding leaves over are nothing: any but zeros would be a second text for the same bytes.
  const isCanonical = padding === 0 || (bits & ((1 << (8 * padding)) - 1)) === 0;
  return isCanonical ? bytes : null;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
