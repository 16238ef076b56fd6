import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const LENGTH_BYTES = 2;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Entries one after another, each behind its length in two bytes: a bundle as it is served. */
export function joinEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** What {@link joinEntries} has joined, in the same memory. @throws RangeError for bytes that it has not made */
export function splitEntries(bytes: Buffer): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const from = at + LENGTH_BYTES;
    at = from + bytes.readUInt16BE(at);
    if (at > bytes.length) throw new RangeError('a bundle of log entries is cut off');
    entries.push(new Uint8Array(bytes.buffer, bytes.byteOffset + from, at - from));
  }
  return entries;
}

/** A bundle as it is stored. Compressed beside the event loop. */
export const packBundle = (entries: readonly Uint8Array[]): Promise<Buffer> => deflate(joinEntries(entries));

/** @returns the bundle as it is served */
export const unpackBundle = (data: Buffer): Promise<Buffer> => inflate(data);
