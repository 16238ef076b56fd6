import { open } from 'node:fs/promises';
import { InputError } from './errors.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read',
};

const wordsOf = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
};

/** What comes in may be a pipe, a file or a socket; only this reads all of them. */
async function readStdin(most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

async function read(path: string, most: number): Promise<Uint8Array> {
  if (path === '-') return readStdin(most);
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(most);
    let length = 0;
    while (length < most) {
      const { bytesRead } = await file.read(buffer, length, most - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

/**
 * Reads a file, but no more of it than `limit` bytes and one: what is longer is known by that, also what has no end.
 * @param path "-" for what comes in
 * @throws InputError in one line when it can't be read
 */
export async function readAtMost(path: string, limit: number): Promise<Uint8Array> {
  try {
    return await read(path, limit + 1);
  } catch (error) {
    throw new InputError(`${path}: ${wordsOf(error)}`, { cause: error });
  }
}
