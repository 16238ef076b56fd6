import { deserialize, serialize } from 'node:v8';

/** Versions that differ by one understand each other: what is added to a message is optional at first. */
const VERSION = 1;

/** A message between processes. Amounts and ids are bigints, and maps are maps: the platform's own form keeps them. */
export const encodeMessage = (body: unknown): Uint8Array => serialize([VERSION, body]);

/** @throws TypeError for what is no message of a version that is understood here */
export function decodeMessage(bytes: Uint8Array): unknown {
  const message: unknown = deserialize(bytes);
  if (!Array.isArray(message) || message.length !== 2 || message[0] !== VERSION) {
    throw new TypeError('not a message of this version');
  }
  return message[1];
}
