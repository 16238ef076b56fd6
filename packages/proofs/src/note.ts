import { concatBytes, equalBytes, fromBase64, fromHex, sha256, toBase64, toHex, utf8 } from './bytes.ts';
import { checkAhead, isSignature } from './signatures.ts';

const ED25519 = Uint8Array.of(1);
const KEY_ID_BYTES = 4;
export const PUBLIC_KEY_BYTES = 32;
const MAX_NOTE_CHARACTERS = 64 * 1024;
const MAX_SIGNATURES = 16;

/** A text with who signed it (C2SP's signed-note). */
export interface SignedNote {
  /** Ends with a newline. */
  text: string;
  signatures: { name: string; keyId: Uint8Array; signature: Uint8Array }[];
}

/** Neither blanks nor a plus: what comes before and after a name in a note and in a key. */
const isKeyName = (name: string): boolean => /^[^\s\u0085+]+$/u.test(name) && name.isWellFormed();

/** Four bytes that tell keys of the same name apart. */
export function keyIdOf(name: string, publicKey: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8(`${name}\n`), ED25519, publicKey)).slice(0, KEY_ID_BYTES);
}

/** A name and its public key as a line: `name+hex(key id)+base64(0x01 ‖ public key)`. */
export function formatVkey(name: string, publicKey: Uint8Array): string {
  return `${name}+${toHex(keyIdOf(name, publicKey))}+${toBase64(concatBytes(ED25519, publicKey))}`;
}

/** @returns null for anything that {@link formatVkey} does not write */
export function parseVkey(text: string): { name: string; publicKey: Uint8Array } | null {
  const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([^+]+)\+(.+)$/s.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || fromHex(keyId) === null || bytes?.length !== 1 + PUBLIC_KEY_BYTES) return null;
  const publicKey = bytes.slice(1);
  return formatVkey(name, publicKey) === text ? { name, publicKey } : null;
}

/** What tells public keys apart when people compare them: SHA-256, 64 hexadecimal digits. */
export const keyFingerprint = (publicKey: Uint8Array): string => toHex(sha256(publicKey));

/** A line that is put at the end of a note that somebody else has signed too. */
export function signatureLine(name: string, publicKey: Uint8Array, signature: Uint8Array): string {
  return `— ${name} ${toBase64(concatBytes(keyIdOf(name, publicKey), signature))}\n`;
}

/** @param text ends with a newline */
export function formatNote(text: string, name: string, publicKey: Uint8Array, signature: Uint8Array): string {
  return `${text}\n${signatureLine(name, publicKey, signature)}`;
}

function parseSignature(line: string): SignedNote['signatures'][number] | null {
  const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) };
}

/** Reads a note, whoever signed it. @returns null when it is none; nothing is verified */
export function parseNote(note: string): SignedNote | null {
  // Control characters but newlines are in no note.
  // oxlint-disable-next-line no-control-regex
  if (note.length > MAX_NOTE_CHARACTERS || !note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    return null;
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) return null;
  const lines = note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.map(parseSignature).filter((signature) => signature !== null);
  if (lines.length === 0 || lines.length > MAX_SIGNATURES || signatures.length !== lines.length) return null;
  return { text: note.slice(0, end + 1), signatures };
}

/** The signatures of a note that a key, by its id, says are its own. */
export function signaturesOf({ signatures }: SignedNote, name: string, publicKey: Uint8Array): Uint8Array[] {
  const keyId = keyIdOf(name, publicKey);
  return signatures
    .filter((each) => each.name === name && equalBytes(each.keyId, keyId))
    .map(({ signature }) => signature);
}

/** Whether a key has signed a note under a name. Signatures of other keys are no matter; a wrong one of this key is. */
export function verifyNote(note: SignedNote, name: string, publicKey: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false;
  const own = signaturesOf(note, name, publicKey);
  return own.length > 0 && own.every((signature) => isSignature(signature, note.text, publicKey));
}

/**
 * Has those signatures of a note that a key says are its own checked by the platform where it can, so that
 * {@link verifyNote} is fast. Nothing follows from it. Never rejects.
 */
export async function checkNoteAhead(note: SignedNote, name: string, publicKey: Uint8Array): Promise<void> {
  await Promise.all(signaturesOf(note, name, publicKey).map((each) => checkAhead(each, note.text, publicKey)));
}
