import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from './binaries.ts';
import { ensureRunning, initialise, OWNER, stopCluster, type Context } from './cluster.ts';
import { openHome } from './home.ts';
import { findPostmaster } from './postmaster.ts';
import { databaseUser } from './system-user.ts';

const DATABASE = 'plecho';
const GUARD_MS = 500;
const RELEASE_ATTEMPTS = 20;
const RELEASE_RETRY_MS = 25;

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

/** Another process took it first: it has its name by now, or one of them is no longer there. */
const RACED = new Set(['42P04', '23505', '3D000']);

/** Takes the database that comes with a new cluster: one beside it would hold the same once more, 8 MB of it. */
async function ensureDatabase(url: URL): Promise<void> {
  const template = new URL(url);
  // Nobody can rename what they are in.
  template.pathname = '/template1';
  const client = new Client({ connectionString: template.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`ALTER DATABASE postgres RENAME TO ${DATABASE}`);
  } catch (error) {
    const isRaced = error instanceof Error && 'code' in error && RACED.has(String(error.code));
    if (!isRaced) throw error;
  } finally {
    await client.end();
  }
}

/** Connections of this process carry its name, so that it can tell them from those of others. */
const OWN_NAME = `plecho ${process.pid}`;

/** Whether any other process uses the database; that of one that has just ended may take a moment to be gone. */
async function othersAreConnected(url: URL): Promise<boolean> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1`,
        [OWN_NAME],
      );
      if (rowCount === 0) return false;
      if (attempt === RELEASE_ATTEMPTS) return true;
      await wait(RELEASE_RETRY_MS);
    }
  } finally {
    await client.end();
  }
}

/** Starts the server again, on the same port, whenever it is found dead. @returns stops that */
function keepAlive(context: Context, port: number): () => Promise<void> {
  let starting: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (starting !== null || findPostmaster(context.home.cluster) !== null) return;
    // A failure shows in what needs the database; the next round tries again.
    starting = ensureRunning(context, port)
      .catch(() => undefined)
      .finally(() => (starting = null));
  }, GUARD_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await starting;
  };
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that runs there already. It is a
 * process of its own: when this one is killed it lives on, finishes what it was committing, and is
 * found by the next start. When it dies while this process lives, it is started again.
 * @param options `maxConnections`: of one that has to be started; one that runs keeps its own
 * @throws StorageError with one line for the person at the terminal.
 */
export async function startEmbedded(
  dataDir: string,
  { maxConnections = 100 }: { maxConnections?: number } = {},
): Promise<EmbeddedDatabase> {
  const user = databaseUser();
  const home = openHome(dataDir, user);
  const binaries = findBinaries(user, join(dirname(home.directory), 'postgres-binaries'));
  const context: Context = { home, user, binaries, maxConnections };
  await initialise(context);
  const port = await ensureRunning(context);
  const url = new URL(`postgres://${OWNER}:${home.password}@127.0.0.1:${port}/${DATABASE}`);
  url.searchParams.set('application_name', OWN_NAME);
  await ensureDatabase(url);
  const letDie = keepAlive(context, port);
  const stop = async (): Promise<void> => {
    await letDie();
    if (findPostmaster(home.cluster) !== null) await stopCluster(context);
  };
  return {
    url: url.href,
    directory: home.directory,
    movedBecauseOf: home.movedBecauseOf,
    stop,
    async release() {
      await letDie();
      if (findPostmaster(home.cluster) === null || (await othersAreConnected(url))) return;
      await stop();
    },
  };
}
