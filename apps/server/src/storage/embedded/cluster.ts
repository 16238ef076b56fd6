import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StorageError } from '../errors.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { copiedFrom, stablePostmaster } from './postmaster.ts';
import type { SystemUser } from './system-user.ts';

const run = promisify(execFile);

export const OWNER = 'plecho_owner';
/** Recovery after a crash reads back the log since the last checkpoint. */
const STABLE_TIMEOUT_MS = 60_000;
const PROBE_TIMEOUT_MS = 5_000;
const START_ATTEMPTS = 20;

/** One server and one machine: no replication, no planner's compiler, little memory, full durability. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'wal_level=minimal',
  'max_wal_senders=0',
  // The log of an idle installation shrinks to the smaller size; under load it is cut back before it reaches the larger.
  'min_wal_size=32MB',
  'max_wal_size=256MB',
  'io_method=sync',
  'jit=off',
  'timezone=UTC',
  'log_min_messages=warning',
  // Without DETAIL, which quotes rows: what people wrote, and their phones.
  'log_error_verbosity=terse',
];

export interface Context {
  home: Home;
  user: SystemUser | null;
  binaries: Binaries;
  maxConnections: number;
}

async function execute({ user }: Context, file: string, args: string[]): Promise<void> {
  try {
    // The working folder of this process may be one that the database's user can't enter.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    await run(file, args, { cwd: '/', env, ...user });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = stderr.split('\n').find((line) => /error:|could not/.test(line)) ?? message;
    throw new StorageError(`PostgreSQL: ${reason}`, { cause: error });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new StorageError('no free port for PostgreSQL');
  return address.port;
}

/** Creates the cluster beside its final place and moves it there whole, so that a killed first start leaves nothing half-made. */
export async function initialise(context: Context): Promise<void> {
  const { home, binaries, user } = context;
  const { cluster } = home;
  if (existsSync(cluster)) return;
  const partial = `${cluster}.${randomBytes(6).toString('hex')}`;
  const passwordFile = `${partial}.password`;
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  if (user !== null) chownSync(passwordFile, user.uid, user.gid);
  await execute(context, binaries.initdb, [
    `--pgdata=${partial}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  rmSync(passwordFile);
  try {
    renameSync(partial, cluster);
  } catch (error) {
    // Another process was first.
    rmSync(partial, { recursive: true });
    if (!existsSync(cluster)) throw error;
  }
}

/** "Do you speak TLS?": a living PostgreSQL answers it with one byte, before it asks who we are. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether a PostgreSQL answers: after a reboot the process id in an old lock file may be anybody's. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(SSL_REQUEST);
    await once(socket, 'data', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Finds the server that already runs on the cluster (left behind by a crash of ours, or of another
 * process beside us) or starts one.
 * @param wantedPort where to start it; by default on a free port
 * @returns its port
 * @throws StorageError also for the copy of a cluster that runs elsewhere: it is not whole, and its lock file leads there
 */
export async function ensureRunning(context: Context, wantedPort?: number): Promise<number> {
  const { cluster } = context.home;
  const original = copiedFrom(cluster);
  if (original !== null) {
    throw new StorageError(
      `${cluster} was copied while its database ran in ${original}: stop that one and copy it again`,
    );
  }
  for (let attempt = 1; ; attempt++) {
    const found = await stablePostmaster(cluster, STABLE_TIMEOUT_MS);
    if (found !== null && (await answers(found.port))) return found.port;
    const port = wantedPort ?? (await freePort());
    const settings = [...SETTINGS, `max_connections=${context.maxConnections}`];
    const options = ['-p', String(port), ...settings.map((setting) => `-c ${setting}`)].join(' ');
    const log = join(context.home.directory, 'postgres.log');
    try {
      const args = ['start', '-w', '-s', '-t', '60', '-D', cluster, '-l', log, '-o', options];
      await execute(context, context.binaries.pgCtl, args);
      return port;
    } catch (error) {
      // Somebody else started it meanwhile, took the port, or the last processes of a killed server are still going.
      if (attempt === START_ATTEMPTS) throw new StorageError(`PostgreSQL does not start, see ${log}`, { cause: error });
      await wait(100 * attempt);
    }
  }
}

/** Stops the server on the cluster; what is not committed is rolled back. */
export function stopCluster(context: Context): Promise<void> {
  const args = ['stop', '-w', '-s', '-m', 'fast', '-t', '60', '-D', context.home.cluster];
  return execute(context, context.binaries.pgCtl, args);
}
