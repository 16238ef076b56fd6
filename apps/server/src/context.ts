import { randomBytes } from 'node:crypto';
import { PROCESS_ROLES, type ProcessRole } from '@plecho/domain';
import { Connections } from './api/connections.ts';
import type { Server, Services } from './api/server.ts';
import { createApp } from './app.ts';
import { loadConfig, type Config } from './config.ts';
import type { Markets } from './engine/market-port.ts';
import type { PasswordCost } from './identity/passwords.ts';
import { ForwardClock, type Clock } from './lib/clock.ts';
import { watchEventLoop, type LoopMonitor } from './lib/event-loop.ts';
import type { Logger } from './lib/logger.ts';
import type { Metrics } from './lib/metrics.ts';
import { Opened } from './lib/opened.ts';
import type { StaticFiles } from './lib/static-files.ts';
import type { Entropy } from './network/ports.ts';
import { createReadiness } from './operators/readiness.ts';
import { AccountIds } from './queries/account-ids.ts';
import { DatasetLibrary } from './replays/library.ts';
import { PgAccountReader } from './storage/account-reader.ts';
import { asOwner, type Installation } from './storage/connection.ts';
import { PgDatasetStore } from './storage/dataset-store.ts';
import { openIdSource } from './storage/id-source.ts';
import { PgGuestStore } from './storage/identity/guest-store.ts';
import { migrate } from './storage/migrate.ts';
import { readNewestTime } from './storage/newest-time.ts';
import { Notifications } from './storage/notifications.ts';
import { createIdPool, createRequestPool } from './storage/pools.ts';
import { ShownMarkets } from './streams/shown-markets.ts';
import type { Streams } from './streams/streams.ts';
import { openAlerts, watchAlerts } from './wiring/alerts.ts';
import { openAdmission } from './wiring/classes.ts';
import { Cluster, type ClusterOptions } from './wiring/cluster.ts';
import { openFigures } from './wiring/figures.ts';
import { openEntryBars } from './wiring/entry-bars.ts';
import { guestJobs } from './wiring/guests.ts';
import { houseJobs } from './wiring/house.ts';
import { startJobs } from './wiring/jobs.ts';
import { openLedgerGuard } from './wiring/ledger-guard.ts';
import { DEFAULT_LIMITS, type Limits } from './wiring/limits.ts';
import type { CreateFeed } from './wiring/market-feeds.ts';
import { MarketSupervisor, type SupervisorOptions } from './wiring/markets.ts';
import { openOperators } from './wiring/operators.ts';
import { openPeople } from './wiring/people.ts';
import { openPracticeMoney } from './wiring/practice-money.ts';
import { openReplays } from './wiring/replays.ts';
import { createServices } from './wiring/services.ts';
import { openStreams } from './wiring/streams.ts';

const VERSION = '0.1.0';
const STREAM_GRACE_MS = 1_000;
/** An edge that stops says so for as long before it takes no more connections: its load balancer looks twice meanwhile. */
const DRAIN_MS = 1_000;
/** Requests in flight get this long; somebody who sends one byte a second must not hold up the end. */
const REQUEST_GRACE_MS = 4_000;

export interface ContextOptions {
  target: Installation;
  /** The machine's, which may step: the server's own is made from it and only goes forward (rule E11). */
  clock: Clock;
  log: Logger;
  /** What this process does of what there is to do: all of it unless given. */
  roles?: readonly ProcessRole[];
  /** Where it meets the others of its installation, if there are any. */
  natsUrl?: URL | undefined;
  marketSeed?: string | undefined;
  marketNames?: Config['marketNames'];
  /** The exchange's own addresses unless given. */
  binance?: Config['binance'];
  /** Random bytes for the last key of the main market; the system's unless given. */
  entropy?: Entropy;
  /** Address ranges of trusted proxies. */
  trustProxy?: string[] | false;
  publicUrl?: URL | undefined;
  metricsToken?: string | undefined;
  /** Whether browsers may keep the web app's files; they may by default. */
  offlineShell?: boolean;
  pages?: StaticFiles | null;
  limits?: Limits;
  /** Of passwords; the product's unless given. */
  passwordCost?: PasswordCost;
  createFeed?: CreateFeed;
  /** Shortest pause between two checks of the ledger. */
  ledgerCheckMs?: number;
  onProgress?: (line: string) => void;
}

/** A running server, not yet listening. */
export interface Context {
  app: Server;
  services: Services;
  markets: Markets;
  /** Rule S10: refuses new work, tells the streams, finishes what is in flight and lets go of the database. */
  close(): Promise<void>;
}

type Settings = ReturnType<typeof settingsOf>;

/** The options with what is not given, and with the server's own clock. */
function settingsOf(options: ContextOptions) {
  const {
    roles = PROCESS_ROLES,
    entropy = randomBytes,
    limits = DEFAULT_LIMITS,
    binance = loadConfig({}).binance,
  } = options;
  return {
    ...options,
    ...{ roles, entropy, limits, binance },
    clock: new ForwardClock(options.clock),
    trustProxy: options.trustProxy ?? false,
    publicUrl: options.publicUrl ?? null,
    metricsToken: options.metricsToken ?? null,
    offlineShell: options.offlineShell ?? true,
    pages: options.pages ?? null,
    onProgress: options.onProgress ?? (() => undefined),
  };
}

/** The database: its schema, connections and notices. The clock goes on from the newest time that it has seen. */
async function openStorage({ target: installation, clock }: Settings, opened: Opened) {
  const target = await migrate(installation);
  const pool = createRequestPool(target);
  opened.add(() => pool.end());
  clock.goOnFrom((await asOwner(target, readNewestTime)) ?? clock.now());
  const notifications = new Notifications(target, clock);
  opened.add(() => notifications.close());
  await notifications.open();
  const idPool = createIdPool(target);
  opened.add(() => idPool.end());
  return { target, pool, notifications, ids: await openIdSource(idPool) };
}

/** The others of the installation; null: this process is alone. */
async function joinCluster(
  { natsUrl, roles, clock, log, entropy }: Settings,
  { target, pool }: Pick<ClusterOptions, 'target' | 'pool'>,
  opened: Opened,
): Promise<Cluster | null> {
  if (natsUrl === undefined) return null;
  const cluster = await Cluster.join({ natsUrl, roles, version: VERSION, target, pool, clock, log, entropy });
  opened.add(() => cluster.leave());
  return cluster;
}

/** The shared markets, not started yet. */
function openMarkets(
  settings: Settings,
  parts: Pick<SupervisorOptions, 'target' | 'pool' | 'ids' | 'library'>,
  cluster: Cluster | null,
  opened: Opened,
): MarketSupervisor {
  const { clock, log, marketSeed, marketNames, binance, entropy, createFeed, onProgress } = settings;
  const supervisor = new MarketSupervisor({
    ...{ ...parts, clock, log, marketSeed, marketNames, binance, entropy, createFeed, onProgress },
    ...(cluster === null ? {} : { cluster: (desk) => cluster.markets(desk) }),
  });
  opened.add(() => supervisor.stop());
  return supervisor;
}

/** Everything that there is, and who gets what of it. */
async function openAll(settings: Settings, opened: Opened): Promise<Omit<Context, 'close'>> {
  const { clock, log, roles, entropy, limits, passwordCost } = settings;
  const { target, pool, notifications, ids } = await openStorage(settings, opened);
  const loop = watchEventLoop(clock);
  opened.add(() => loop.stop());
  const cluster = await joinCluster(settings, { target, pool }, opened);

  const attempts = limits.throttle;
  const people = await openPeople({ pool, notifications, clock, log, ids, attempts, passwordCost });
  const guests = new PgGuestStore(pool);

  const library = new DatasetLibrary(new PgDatasetStore(pool), clock);
  const supervisor = openMarkets(settings, { target, pool, ids, library }, cluster, opened);
  const markets: Markets = supervisor.desk;
  const reader = new PgAccountReader(pool);
  const accountIds = new AccountIds(reader, markets);
  const money = await openPracticeMoney({ pool, clock, log, ids, desk: markets, marketId: markets.mainId });
  const shown = new ShownMarkets(cluster?.interest);
  const replays = openReplays(
    { target, pool, clock, log, ids, entropy, roles, cluster, supervisor, accountIds, library, shown },
    opened,
  );
  const admission = openAdmission(pool, markets);
  const alerts = openAlerts(pool, clock);

  const { hub, streams } = await openStreams(
    {
      ...{ clock, log, cluster, notifications, sessions: people.sessions, limits: limits.streams },
      ...{ markets, accountIds, reader, shown, money, replays, admission, alerts },
    },
    opened,
  );
  const watch = await watchAlerts({
    ...{ pool, clock, log, markets, notifications, changed: (userId) => hub.alerts(userId) },
    isHere: (market) => supervisor.runs(market) || replays.played.runs(market),
  });
  opened.add(() => watch.stop());
  await cluster?.appear({ loop, streams, shown, supervisor });
  opened.add(() => cluster?.disappear());
  await supervisor.start();
  await supervisor.watch(notifications);
  replays.answer();

  const { schema } = target;
  const guarded = { notifications, schema, checkMs: settings.ledgerCheckMs, replays: replays.played };
  const ledger = await openLedgerGuard({ pool, clock, log, markets, cluster, ...guarded }, opened);
  const connections = new Connections(limits.connections, settings.trustProxy);
  const metrics = openFigures({
    ...{ cluster, pool, schema, supervisor, streams, ledger, guests, money, connections },
    ...{ alerts: watch, replays: replays.played },
  });
  const readiness = createReadiness({
    ...{ clock, markets, ledger, isEdge: roles.includes('edge'), isDraining: () => streams.isClosing },
    ...{ pingDatabase: () => supervisor.ping(), pingBus: cluster === null ? undefined : () => cluster.ping() },
  });
  const { cancelEntries, jobs: entryBars } = openEntryBars({ pool, desk: markets, clock, log });
  const operators = openOperators({
    ...{ version: VERSION, pool, clock, log, ids, entropy, loop, cluster, people, supervisor },
    ...{ reader, accountIds, streams, ledger, readiness, cancelEntries },
  });
  const farewells = guestJobs({ store: guests, desk: markets, clock, log });
  const jobs = [houseJobs({ pool, clock, log, people }), farewells, entryBars, money.jobs, ledger];
  const isAlone = cluster === null;
  if (isAlone || roles.includes('jobs')) opened.add(await startJobs({ target, clock, log, jobs, isAlone }));

  const services = createServices({
    ...{ version: VERSION, pool, clock, ids, entropy, commands: limits.commands, metrics: () => metrics.text() },
    ...{ people, supervisor, reader, accountIds, money, replays, admission, alerts, streams, operators, readiness },
    ...{ cluster, cancelEntries },
  });
  const app = await openDoors(settings, services, { connections, metrics, loop }, opened);
  opened.add(() => drain(streams, clock, !isAlone && roles.includes('edge')));
  return { app, services, markets };
}

/** Tells streams that the server stops. @param isBalanced a load balancer has to hear it, too */
async function drain(streams: Streams, clock: Clock, isBalanced: boolean): Promise<void> {
  const heard = new Promise<void>((resolve) => (isBalanced ? clock.after(DRAIN_MS, resolve) : resolve()));
  await Promise.all([streams.close(STREAM_GRACE_MS), heard]);
}

/** The HTTP application with all its routes. */
async function openDoors(
  { clock, log, limits, roles, trustProxy, publicUrl, metricsToken, offlineShell, pages }: Settings,
  services: Services,
  { connections, metrics, loop }: { connections: Connections; metrics: Metrics; loop: LoopMonitor },
  opened: Opened,
): Promise<Server> {
  const app = await createApp(services, {
    ...{ logger: log, trustProxy, publicUrl, metricsToken, offlineShell, pages, connections },
    isOverloaded: () => loop.isOverloaded(),
    requestsPerMinute: limits.requestsPerMinute,
    observer: metrics.observeRequest,
    isEdge: roles.includes('edge'),
  });
  opened.add(async () => {
    const cancel = clock.after(REQUEST_GRACE_MS, () => app.server.closeAllConnections());
    await app.close();
    cancel();
  });
  return app;
}

/** Opens everything in its order. What was opened before a failure is closed again. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const opened = new Opened();
  try {
    return { ...(await openAll(settingsOf(options), opened)), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
