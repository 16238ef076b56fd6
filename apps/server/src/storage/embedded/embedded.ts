import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { StorageError } from '../errors.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { openHome, type Home } from './home.ts';
import { settledPostmaster } from './postmaster.ts';
import { databaseUser, type SystemUser } from './system-user.ts';

const run = promisify(execFile);

const DATABASE = 'plecho';
const OWNER = 'plecho_owner';
/** Recovery after a crash reads back the log since the last checkpoint. */
const SETTLE_TIMEOUT_MS = 60_000;
const PROBE_TIMEOUT_MS = 5_000;
const START_ATTEMPTS = 20;
const RELEASE_ATTEMPTS = 20;
const RELEASE_RETRY_MS = 25;

/** One server and one machine: no replication, no planner's compiler, little memory, full durability. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
  'io_method=sync',
  'jit=off',
  'timezone=UTC',
  'log_min_messages=warning',
];

export interface EmbeddedDatabase {
  /** Connection string of the database's owner. */
  url: string;
  /** Set when the database had to be put outside the data folder: the folder in the way. */
  movedBecauseOf: string | null;
  directory: string;
  /** Stops the database, whoever started it, unless another process is using it. */
  release(): Promise<void>;
  /** Stops the database. */
  stop(): Promise<void>;
}

interface Context {
  home: Home;
  user: SystemUser | null;
  binaries: Binaries;
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
async function initialise(context: Context): Promise<string> {
  const { home, binaries, user } = context;
  const cluster = join(home.directory, 'cluster');
  if (existsSync(cluster)) return cluster;
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
  return cluster;
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
 * @returns its port
 */
async function ensureRunning(context: Context, cluster: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const found = await settledPostmaster(cluster, SETTLE_TIMEOUT_MS);
    if (found !== null && (await answers(found.port))) return found.port;
    const port = await freePort();
    const options = ['-p', String(port), ...SETTINGS.map((setting) => `-c ${setting}`)].join(' ');
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

async function ensureDatabase(url: URL): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    const raced = error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505');
    if (!raced) throw error;
  } finally {
    await client.end();
  }
}

/** Whether any other process uses the database; our own connections may take a moment to be gone. */
async function othersAreConnected(url: URL): Promise<boolean> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) return false;
      if (attempt === RELEASE_ATTEMPTS) return true;
      await wait(RELEASE_RETRY_MS);
    }
  } finally {
    await client.end();
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that runs there already. It is a
 * process of its own: when this one is killed it lives on, finishes what it was committing, and is
 * found by the next start.
 *
 * @throws StorageError with one line for the person at the terminal.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const user = databaseUser();
  const home = openHome(dataDir, user);
  const binaries = findBinaries(user, join(dirname(home.directory), 'postgres-binaries'));
  const context: Context = { home, user, binaries };
  const cluster = await initialise(context);
  const port = await ensureRunning(context, cluster);
  const url = new URL(`postgres://${OWNER}:${home.password}@127.0.0.1:${port}/${DATABASE}`);
  await ensureDatabase(url);
  const stop = (): Promise<void> =>
    execute(context, binaries.pgCtl, ['stop', '-w', '-s', '-m', 'fast', '-t', '60', '-D', cluster]);
  return {
    url: url.href,
    directory: home.directory,
    movedBecauseOf: home.movedBecauseOf,
    stop,
    async release() {
      if (!(await othersAreConnected(url))) await stop();
    },
  };
}
