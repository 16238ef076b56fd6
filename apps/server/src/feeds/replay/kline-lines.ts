import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';

/** A file that can't be read as klines at all. The message is for the person who gave it. */
export class KlineFileError extends Error {}

export interface KlineLimits {
  /** Of the unpacked text: a bomb is stopped while it unpacks. */
  maxBytes: number;
  maxLineLength: number;
}

/** A year of one-minute candles of one pair is about 65 MB. */
export const DEFAULT_KLINE_LIMITS: KlineLimits = { maxBytes: 300_000_000, maxLineLength: 1_000 };

const tooLarge = (how: 'is' | 'unpacks to', { maxBytes }: KlineLimits): KlineFileError =>
  new KlineFileError(`the file ${how} more than ${maxBytes / 1e6} MB, the most that is read; give it in parts`);

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const notOpened = (error: unknown): never => {
  throw new KlineFileError(`the file can't be opened: ${messageOf(error)}`, { cause: error });
};

async function firstBytes(path: string): Promise<Buffer> {
  // It is read twice and more, and a pipe waits for whoever writes: only what lies there can be taken.
  if (!(await stat(path).catch(notOpened)).isFile()) throw new KlineFileError('it is not a regular file');
  const file = await open(path, 'r').catch(notOpened);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Opens the only CSV file of an archive. */
function openZip(path: string, limits: KlineLimits): Promise<Readable> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: true }, (error, archive) => {
      if (error !== null) return reject(new KlineFileError(`not a readable zip archive: ${error.message}`));
      const fail = (text: string) => {
        archive.close();
        reject(new KlineFileError(text));
      };
      archive.on('error', (cause: Error) => fail(`damaged zip archive: ${cause.message}`));
      if (archive.entryCount !== 1) return fail('a zip archive must hold exactly one CSV file');
      archive.once('entry', (entry: yauzl.Entry) => {
        if (!entry.fileName.endsWith('.csv')) return fail('the file in the zip archive is not a CSV file');
        if (entry.uncompressedSize > limits.maxBytes) return fail(tooLarge('unpacks to', limits).message);
        archive.openReadStream(entry, (cause, stream) => {
          if (cause !== null) return fail(`damaged zip archive: ${cause.message}`);
          return resolve(stream);
        });
      });
      return archive.readEntry();
    });
  });
}

async function openText(path: string, limits: KlineLimits): Promise<Readable> {
  const magic = await firstBytes(path);
  if (magic.length === 4 && magic.readUInt32LE(0) === 0x04034b50) return openZip(path, limits);
  if (magic.length >= 2 && magic.readUInt16BE(0) === 0x1f8b) {
    const file = createReadStream(path);
    const unzip = createGunzip();
    file.on('error', (error) => unzip.destroy(error));
    return file.pipe(unzip);
  }
  // Known at once, before millions of lines have been kept; what is packed tells its size only while it unpacks.
  if ((await stat(path)).size > limits.maxBytes) throw tooLarge('is', limits);
  return createReadStream(path);
}

/**
 * Lines of a kline file: plain, gzip or zip, told apart by their first bytes and not by their name.
 * Line ends may be LF or CRLF.
 *
 * @throws KlineFileError for what can't be unpacked or exceeds the limits.
 */
export async function* klineLines(path: string, limits: KlineLimits = DEFAULT_KLINE_LIMITS): AsyncGenerator<string> {
  const stream = await openText(path, limits);
  let bytes = 0;
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw tooLarge('unpacks to', limits);
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > limits.maxLineLength) throw new KlineFileError('a line is too long for a kline file');
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
  } catch (error) {
    if (error instanceof KlineFileError) throw error;
    throw new KlineFileError(`the file can't be unpacked: ${messageOf(error)}`, { cause: error });
  } finally {
    stream.destroy();
  }
}
