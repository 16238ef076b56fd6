import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Packs bytes beside the main thread. */
export const gzipped: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(gzip);
