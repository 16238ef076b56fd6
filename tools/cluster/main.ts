/**
 * What `npm run cluster` runs: the product as several processes on this machine, with the database, NATS and the load
 * balancer that they need. All of it ends with this process, and this process with the one that started it, which is told
 * over the channel between them, if there is one, when all of it works: the processes of the product and their ports.
 * `--engine`, `--jobs` and `--edge` say how many there are of each.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, type Config } from '../../apps/server/src/config.ts';
import { siteOf } from '../../apps/server/src/config-host.ts';
import { startEmbedded } from '../../apps/server/src/storage/embedded/embedded.ts';
import { StorageError } from '../../apps/server/src/storage/errors.ts';
import { findProgram, HAPROXY, MissingProgram, NATS, type Program } from '../lib/debian.mjs';
import { freePort, isOpen, isReady } from '../product/process.ts';
import { haproxyConfiguration, natsConfiguration } from './configurations.ts';
import { Fleet } from './fleet.ts';
import { MemberError } from './member.ts';
import { clusterPlan, namedProcesses, USUAL, type Counts, type Place, type Process } from './plan.ts';

/** As of a server: starting again would change nothing. */
const EXIT_CONFIG = 78;
/** Each process may use twenty. */
const CONNECTIONS = 200;
const ASK_EVERY_MS = 100;

const say = (line: string): void => console.log(`Плечо · ${line}`);
const complain = (line: string): void => console.error(`Плечо · ${line}`);

/** @returns its URL, and what lets go of it */
async function openDatabase({ databaseUrl, dataDir }: Config): Promise<[url: string, close: () => Promise<void>]> {
  if (databaseUrl !== undefined) return [databaseUrl, () => Promise.resolve()];
  say('База данных…');
  const database = await startEmbedded(dataDir, { maxConnections: CONNECTIONS });
  const url = new URL(database.url);
  // The connections of this process are named so; those of the others name themselves.
  url.searchParams.delete('application_name');
  return [url.href, () => database.release()];
}

/** What the product does not bring along. */
interface Programs {
  nats: Program;
  haproxy: Program;
}

async function makePlace(config: Config, programs: Programs, databaseUrl: string, edges: number[]): Promise<Place> {
  const folder = config.dataDir;
  const natsPort = await freePort();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nats.conf'), natsConfiguration(natsPort));
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfiguration(config.host, config.port, edges));
  return {
    ...{ ...programs, node: process.execPath, natsPort, databaseUrl, folder, host: config.host, port: config.port },
    // NATS reads what begins with a digit as a number.
    natsPassword: `n${randomBytes(24).toString('hex')}`,
    env: { LOG_LEVEL: 'warn', ...process.env },
  };
}

/** Resolves when somebody wants this to end, the process that started this one by its own end. */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
    process.once('disconnect', resolve);
  });
}

/** Resolves when the load balancer has found an edge that is ready. */
async function untilServed(url: string, signal: AbortSignal): Promise<void> {
  while (!(await isReady(url))) await wait(ASK_EVERY_MS, undefined, { signal });
}

/** @throws ConfigError for a number that is none */
function countsOf(args: string[]): Counts {
  const options = { engine: { type: 'string' }, jobs: { type: 'string' }, edge: { type: 'string' } } as const;
  const given = Object.entries(parseArgs({ args, options }).values);
  const bad = given.find(([, text]) => !/^[1-9]$/.test(text));
  if (bad !== undefined) throw new ConfigError(`--${bad[0]}: must be a number from 1 to 9`);
  return { ...USUAL, ...Object.fromEntries(given.map(([role, text]) => [role, Number(text)])) };
}

/** Runs all of it until somebody wants it to end. @throws MemberError when one of them is beyond help */
async function runFleet(fleet: Fleet, url: string, processes: Process[], stopped: Promise<void>): Promise<void> {
  const ending = new AbortController();
  try {
    say(`${fleet.members.map(({ name }) => name).join(', ')}…`);
    const served = fleet.start().then(() => untilServed(url, ending.signal));
    const isServed = await Promise.race([served.then(() => true), fleet.lost(), stopped.then(() => false)]);
    if (isServed) {
      say(`процессы: ${fleet.members.map(({ name, pid }) => `${name} ${pid ?? '…'}`).join(', ')}`);
      console.log(`Плечо: ${url}`);
      process.send?.(processes);
      await Promise.race([fleet.lost(), stopped]);
    }
    say('Останавливаюсь…');
  } finally {
    ending.abort();
    await fleet.stop();
  }
}

async function run(stopped: Promise<void>): Promise<void> {
  const config = loadConfig({ DATA_DIR: './data/cluster', ...process.env });
  if (await isOpen(config.host, config.port)) throw new ConfigError(`PORT: ${config.port} is taken`);
  const counts = countsOf(process.argv.slice(2));
  const programs = { nats: await findProgram(NATS), haproxy: await findProgram(HAPROXY) };
  const [databaseUrl, closeDatabase] = await openDatabase(config);
  try {
    const processes = await namedProcesses(counts, freePort);
    const edges = processes.filter(({ role }) => role === 'edge').map(({ port }) => port);
    const plan = clusterPlan(await makePlace(config, programs, databaseUrl, edges), processes);
    const url = siteOf(config.host, config.port);
    await runFleet(new Fleet(plan, { say: complain }), url, processes, stopped);
  } finally {
    await closeDatabase();
  }
}

const isExpected = (error: unknown): error is Error =>
  [ConfigError, StorageError, MemberError, MissingProgram].some((kind) => error instanceof kind);

try {
  await run(stopRequest());
} catch (error) {
  complain(isExpected(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}
if (process.connected) process.disconnect();
