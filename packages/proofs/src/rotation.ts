import { fromBase64, toBase64 } from './bytes.ts';
import { parseNote, PUBLIC_KEY_BYTES, verifyNote } from './note.ts';

const FIRST_LINE = 'plecho-key-rotation@1';

/** From one key of an installation to the next. */
export interface KeyRotation {
  installation: string;
  oldKey: Uint8Array;
  newKey: Uint8Array;
  /** Wall clock, ISO 8601 in UTC. */
  at: string;
}

/** Under which name both keys sign the rotation from one to the other. */
export const rotationName = (installation: string): string => `plecho.log/${installation}`;

/** The text that both keys sign. */
export function rotationText({ installation, oldKey, newKey, at }: KeyRotation): string {
  return `${[FIRST_LINE, installation, toBase64(oldKey), toBase64(newKey), at].join('\n')}\n`;
}

function parseRotation(text: string): KeyRotation | null {
  const [, installation = '', oldText = '', newText = '', at = ''] = text.split('\n');
  const [oldKey, newKey] = [fromBase64(oldText), fromBase64(newText)];
  if (oldKey?.length !== PUBLIC_KEY_BYTES || newKey?.length !== PUBLIC_KEY_BYTES) return null;
  const rotation = { installation, oldKey, newKey, at };
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(at);
  return isTime && rotationText(rotation) === text ? rotation : null;
}

/** A rotation, read and verified. @returns null when it is none, of another installation, or not signed by both keys */
export function openRotation(note: string, installation: string): KeyRotation | null {
  const signed = parseNote(note);
  const rotation = signed === null ? null : parseRotation(signed.text);
  if (signed === null || rotation?.installation !== installation) return null;
  const name = rotationName(installation);
  return [rotation.oldKey, rotation.newKey].every((key) => verifyNote(signed, name, key)) ? rotation : null;
}
