import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { StorageError } from '../errors.ts';
import { barrier, type SystemUser } from './system-user.ts';

/** Where root's databases live when their own data folder is out of reach for the database's user. */
const SYSTEM_HOME = '/var/lib/plecho';
/** In the data folder, where nothing is in the way of the database's user. */
const OWN = 'postgres';
/** PostgreSQL's files in the folder of a database, once they are all there. */
const CLUSTER = 'cluster';

const settings = z.strictObject({ password: z.string().min(20), directory: z.string().min(1) });

/** The embedded database of one data folder. */
export interface Home {
  /** Password of the database's owner. */
  password: string;
  /** Everything of the database lies in it. */
  directory: string;
  /** PostgreSQL's data directory. */
  cluster: string;
  /** Set when the database had to be put outside the data folder: the folder in the way. */
  movedBecauseOf: string | null;
}

/** @returns relative to the data folder, which may be moved or copied, when it is inside */
function chooseDirectory(dataDir: string, user: SystemUser | null): string {
  if (user === null || barrier(join(dataDir, OWN), user) === null) return OWN;
  return join(SYSTEM_HOME, randomBytes(8).toString('hex'), OWN);
}

/** A database inside is the folder's own, also where a path was kept that was true before the folder was moved. */
function findDirectory(dataDir: string, kept: string): string {
  const own = resolve(dataDir, OWN);
  return existsSync(join(own, CLUSTER)) ? own : resolve(dataDir, kept);
}

/** Gives files back what a copy of them may have lost: that they are the database's user's, and nobody else's. */
function claim(directory: string, user: SystemUser | null): void {
  const cluster = join(directory, CLUSTER);
  if (!existsSync(cluster)) return;
  chmodSync(cluster, 0o700);
  if (user === null || statSync(cluster).uid === user.uid) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, name), user.uid, user.gid);
  }
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
    const { password, directory: kept } = settings.parse(JSON.parse(readFileSync(file, 'utf8')));
    const directory = findDirectory(dataDir, kept);
    mkdirSync(dirname(directory), { recursive: true, mode: 0o755 });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (user !== null) chownSync(directory, user.uid, user.gid);
    const own = resolve(dataDir, OWN);
    const inTheWay = user === null ? null : barrier(own, user);
    if (inTheWay !== null && directory === own) {
      throw new Error(`the system user of PostgreSQL, who its database belongs to, may not enter ${inTheWay}`);
    }
    claim(directory, user);
    return { password, directory, cluster: join(directory, CLUSTER), movedBecauseOf: inTheWay };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`DATA_DIR ${dataDir} can't be used: ${reason}`, { cause: error });
  }
}
