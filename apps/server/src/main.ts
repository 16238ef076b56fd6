import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { UnavailableError } from './commands/command.ts';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { siteOf } from './config-host.ts';
import { createContext, type Context } from './context.ts';
import { systemClock } from './lib/clock.ts';
import { giveBackMemory } from './lib/give-back-memory.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { loadStaticFiles } from './lib/static-files.ts';
import { PRODUCT_SCHEMA } from './storage/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from './storage/embedded/embedded.ts';
import { NewerDatabaseError, StorageError } from './storage/errors.ts';

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Rule S10: within 10 s of being asked the process is gone, come what may. */
const GRACE_MS = 9_500;

/**
 * Starting again would change nothing: a setting can't be used, the port is taken, or the database is of a later version
 * (EX_CONFIG of sysexits.h).
 */
const EXIT_CONFIG = 78;

/** For the person at the terminal, among the lines of the log. */
function say(line: string): void {
  process.stdout.write(`Плечо · ${line}\n`);
}

async function openDatabase(config: Config): Promise<EmbeddedDatabase | null> {
  if (config.databaseUrl !== undefined) return null;
  const database = await startEmbedded(config.dataDir);
  if (database.movedBecauseOf !== null) {
    say(`База данных лежит в ${database.directory}: в ${database.movedBecauseOf} её пользователю не войти`);
  }
  return database;
}

/** @param opened told about what has to be closed again, the newest last */
async function start(config: Config, log: Logger, opened: (close: () => Promise<void>) => void): Promise<Context> {
  say('База данных…');
  const opening = openDatabase(config);
  opened(async () => (await opening.catch(() => null))?.release());
  const database = await opening;
  const pages = await loadStaticFiles(WEB_APP);
  if (pages === null) say('Веб-приложение не собрано (это делает npm start): отвечает только /api');
  const context = await createContext({
    target: { ownerUrl: database?.url ?? config.databaseUrl ?? '', schema: PRODUCT_SCHEMA },
    clock: systemClock,
    log,
    roles: config.roles,
    natsUrl: config.natsUrl,
    marketSeed: config.marketSeed,
    marketNames: config.marketNames,
    binance: config.binance,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    metricsToken: config.metricsToken,
    offlineShell: config.offlineShell,
    pages,
    onProgress: say,
  });
  opened(() => context.close());
  // While nobody waits for an answer yet.
  await giveBackMemory();
  await context.app.listen({ port: config.port, host: config.host });
  return context;
}

function addressOf(config: Config, { app }: Context): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return siteOf(config.host, port);
}

const LISTEN_ERRORS: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL']);

/** Whether PORT and HOST name a place where nobody can listen. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'listen' &&
  'code' in error &&
  LISTEN_ERRORS.has(error.code);

const isFinal = (error: unknown): boolean =>
  error instanceof ConfigError || error instanceof NewerDatabaseError || isTaken(error);

/** One line for what the person at the terminal can mend, everything for the rest. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StorageError || error instanceof UnavailableError)
    return error.message;
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  return isTaken(error) ? `${error.message} (PORT, HOST)` : error.message;
}

const closers: (() => Promise<void>)[] = [];
let stopping = false;
async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

// The terminal may be closed: the next line must not end the process before it has stopped its database.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err, signal }) => {
    stopping = true;
    if (err !== undefined) log.fatal({ err }, 'unexpected error');
    say(signal === undefined ? 'Останавливаюсь…' : `Останавливаюсь (${signal})…`);
    await closeAll();
  });
  // Whoever started it with a channel is gone: nobody would start it again, or stop it.
  process.once('disconnect', () => {
    if (!stopping) process.kill(process.pid, 'SIGTERM');
  });
  const context = await start(config, log, (close) => closers.push(close));
  process.stdout.write(`Плечо: ${addressOf(config, context)}\n`);
} catch (error) {
  // A start that is cut short by a stop fails because of it; the stop ends the process when it is done.
  if (!stopping) {
    process.stderr.write(`Плечо · ${explain(error)}\n`);
    await closeAll();
    process.exit(isFinal(error) ? EXIT_CONFIG : 1);
  }
}
