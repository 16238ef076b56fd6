import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageError } from '../errors.ts';

/** PostgreSQL refuses to run as root; started by root, it runs as this system user. */
const NAME = 'postgres';

export interface SystemUser {
  uid: number;
  gid: number;
}

function lookUp(): SystemUser | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === NAME && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

/**
 * The user the database has to run as, created when it is missing.
 * @returns null when this process is not root: the database then runs as the same user.
 * @throws StorageError when there is no such user and none can be created.
 */
export function databaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const existing = lookUp();
  if (existing !== null) return existing;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', NAME], { stdio: 'pipe' });
  } catch (error) {
    throw new StorageError(
      `PostgreSQL can't run as root and the system user "${NAME}" could not be created: start as another user or set DATABASE_URL`,
      { cause: error },
    );
  }
  const created = lookUp();
  if (created === null) throw new StorageError(`the system user "${NAME}" could not be created`);
  return created;
}

/** The first folder on the way to `path` that `user` may not enter; null when the way is free. */
export function barrier(path: string, user: SystemUser): string | null {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return null;
}
