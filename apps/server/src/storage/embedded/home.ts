import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { StorageError } from '../errors.ts';
import { barrier, type SystemUser } from './system-user.ts';

/** Where root's databases live when their own data folder is out of reach for the database's user. */
const SYSTEM_HOME = '/var/lib/plecho';

const settings = z.strictObject({ password: z.string().min(20), directory: z.string().min(1) });

/** The embedded database of one data folder. */
export interface Home {
  /** Password of the database's owner. */
  password: string;
  /** PostgreSQL's data directory. */
  directory: string;
  /** Set when the database had to be put outside the data folder: the folder in the way. */
  movedBecauseOf: string | null;
}

function chooseDirectory(dataDir: string, user: SystemUser | null): string {
  const own = join(dataDir, 'postgres');
  if (user === null || barrier(own, user) === null) return own;
  return join(SYSTEM_HOME, randomBytes(8).toString('hex'), 'postgres');
}

/** Creates the file whole, unless another process does so first. */
function writeOnce(file: string, text: string): void {
  const partial = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(partial, text, { mode: 0o600 });
  try {
    linkSync(partial, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(partial);
  }
}

/**
 * Reads where the database of `dataDir` is and how to enter it; decides both at the first start.
 * @throws StorageError when the folder can't be used.
 */
export function openHome(dataDir: string, user: SystemUser | null): Home {
  const file = join(dataDir, 'postgres.json');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) {
      const fresh = { password: randomBytes(24).toString('base64url'), directory: chooseDirectory(dataDir, user) };
      writeOnce(file, JSON.stringify(fresh));
    }
    const { password, directory } = settings.parse(JSON.parse(readFileSync(file, 'utf8')));
    mkdirSync(dirname(directory), { recursive: true, mode: 0o755 });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (user !== null) chownSync(directory, user.uid, user.gid);
    return { password, directory, movedBecauseOf: user === null ? null : barrier(join(dataDir, 'postgres'), user) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`DATA_DIR ${dataDir} can't be used: ${reason}`, { cause: error });
  }
}
