import { randomBytes } from 'node:crypto';
import { Connections } from './api/connections.ts';
import type { Server, Services } from './api/server.ts';
import { createApp } from './app.ts';
import { loadConfig, type Config } from './config.ts';
import type { Markets } from './engine/market-port.ts';
import { createAccounts } from './identity/accounts.ts';
import { createDevices } from './identity/devices.ts';
import { createPasswords, type PasswordCost } from './identity/passwords.ts';
import { createSessions } from './identity/sessions.ts';
import { createThrottle } from './identity/throttle.ts';
import { ForwardClock, type Clock } from './lib/clock.ts';
import { Lessons } from './lessons/lessons.ts';
import type { Logger } from './lib/logger.ts';
import { LISTED_PAIRS } from './feeds/listed-pairs.ts';
import { watchEventLoop } from './lib/event-loop.ts';
import { TokenBuckets } from './lib/token-buckets.ts';
import { keepHouse } from './lib/housekeeping.ts';
import { createMetrics } from './lib/metrics.ts';
import { Opened } from './lib/opened.ts';
import { ROLES, type Role } from './lib/roles.ts';
import type { StaticFiles } from './lib/static-files.ts';
import type { Entropy } from './network/ports.ts';
import { createOperatorAccess } from './operators/access.ts';
import { createAuditTrail } from './operators/audit.ts';
import { createOperatorHealth } from './operators/health.ts';
import { createReadiness } from './operators/readiness.ts';
import { ScenarioAdministration } from './operators/scenarios.ts';
import { UserAdministration } from './operators/users.ts';
import { AccountIds } from './queries/account-ids.ts';
import { Leaderboard } from './queries/leaderboard.ts';
import { Guesses } from './queries/guesses.ts';
import { DatasetLibrary } from './replays/library.ts';
import { Uploads } from './replays/uploads.ts';
import { PgAccountReader } from './storage/account-reader.ts';
import { PgAlertStore } from './storage/alerts/alert-store.ts';
import { PgMarketOwners } from './storage/cluster/market-owners.ts';
import { PgProcessStore } from './storage/cluster/process-store.ts';
import { appConfig, asOwner, createPool, type Installation } from './storage/connection.ts';
import { PgDatasetStore } from './storage/dataset-store.ts';
import { openIdSource } from './storage/id-source.ts';
import { MarketStore } from './storage/market-store.ts';
import { PgLessonStore } from './storage/lesson-store.ts';
import { PgAuditStore } from './storage/operators/audit-store.ts';
import { PgAccountLogReader } from './storage/operators/log-reader.ts';
import { PgOperatorStore } from './storage/operators/operator-store.ts';
import { readPaymentFigures } from './storage/operators/payment-figures.ts';
import { PgScenarioStore } from './storage/operators/scenario-store.ts';
import { PgOperationReader } from './storage/operators/operation-reader.ts';
import { PgGuestStore } from './storage/identity/guest-store.ts';
import { PgDeviceStore } from './storage/identity/device-store.ts';
import { PgSessionStore } from './storage/identity/session-store.ts';
import { PgThrottleStore } from './storage/identity/throttle-store.ts';
import { PgUserStore } from './storage/identity/user-store.ts';
import { createOnce, findOutcome, forgetOutcomes } from './storage/journal/outcome-store.ts';
import { tidyUnwrittenLogs } from './storage/log/prune.ts';
import { migrate } from './storage/migrate.ts';
import { PgGuessStore } from './storage/guess-store.ts';
import { PgNoteStore } from './storage/note-store.ts';
import { PgResultReader } from './storage/results/result-reader.ts';
import { PgPersonaStore } from './storage/persona-store.ts';
import { readNewestTime } from './storage/newest-time.ts';
import { Notifications } from './storage/notifications.ts';
import { StreamHub } from './streams/hub.ts';
import { Streams } from './streams/streams.ts';
import { openAlerts, watchAlerts } from './wiring/alerts.ts';
import { openAdmission, openClasses } from './wiring/classes.ts';
import { Cluster } from './wiring/cluster.ts';
import {
  addAlertFigures,
  addClusterFigures,
  addConnectionFigures,
  addFigures,
  addGuestFigure,
  addMoneyFigures,
  addProcessFigure,
  addReplayFigures,
} from './wiring/figures.ts';
import { LedgerGuard, resumeOnRequest } from './wiring/ledger-guard.ts';
import { guestJobs } from './wiring/guests.ts';
import { startJobs } from './wiring/jobs.ts';
import { DEFAULT_LIMITS, type Limits } from './wiring/limits.ts';
import { openReplays, type ShownMarkets } from './wiring/replays.ts';
import { drawKeys } from './wiring/main-market.ts';
import { createAlertsView } from './wire/alerts.ts';
import { toWireDrill } from './wire/drills.ts';
import { createPaymentsView } from './wire/payments.ts';
import { MarketSupervisor, type CreateFeed } from './wiring/markets.ts';
import { openPracticeMoney, type PracticeMoney } from './wiring/practice-money.ts';
import { openProofs } from './wiring/proofs.ts';

const VERSION = '0.1.0';
/** For reads; markets write on other connections. */
const POOL_SIZE = 12;
const STREAM_GRACE_MS = 1_000;
/** Requests in flight get this long; somebody who sends one byte a second must not hold up the end. */
const REQUEST_GRACE_MS = 4_000;

export interface ContextOptions {
  target: Installation;
  /** The machine's, which may step: the server's own is made from it and only goes forward (rule E11). */
  clock: Clock;
  log: Logger;
  /** What this process does of what there is to do: all of it unless given. */
  roles?: readonly Role[];
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

/** The options with the server's own clock. */
type Running = ContextOptions & { clock: ForwardClock };
type Storage = Awaited<ReturnType<typeof openStorage>>;
type People = Awaited<ReturnType<typeof openPeople>>;
type Trading = Awaited<ReturnType<typeof openTrading>>;

const does = ({ roles = ROLES }: ContextOptions, role: Role): boolean => roles.includes(role);

/** First the database: its schema, connections and notices, and the time that it has seen; and a look at this process. */
async function openStorage({ target: installation, clock }: Running, opened: Opened) {
  const target = await migrate(installation);
  const pool = createPool({ ...appConfig(target), max: POOL_SIZE });
  opened.add(() => pool.end());
  clock.goOnFrom((await asOwner(target, readNewestTime)) ?? clock.now());
  const notifications = new Notifications(target);
  opened.add(() => notifications.close());
  await notifications.open();
  const loop = watchEventLoop(clock);
  opened.add(() => loop.stop());
  // On a connection of their own: a decision must not wait for the reads that share the others.
  const idPool = createPool({ ...appConfig(target), max: 1 });
  opened.add(() => idPool.end());
  return { target, pool, notifications, loop, ids: await openIdSource(idPool) };
}

/** The others of the installation, unless this process is alone. */
async function openCluster(options: Running, { target, pool }: Storage, opened: Opened): Promise<Cluster | null> {
  const { natsUrl, roles = ROLES, clock, log, entropy = randomBytes } = options;
  if (natsUrl === undefined) return null;
  const cluster = await Cluster.join({ natsUrl, roles, version: VERSION, target, pool, clock, log, entropy });
  opened.add(() => cluster.leave());
  return cluster;
}

/** Then people: who may come in, and what is forgotten about them in time. */
async function openPeople(options: Running, { pool, notifications, ids }: Storage) {
  const { clock, log, limits = DEFAULT_LIMITS } = options;
  const sessions = createSessions(new PgSessionStore(pool), clock, (error) =>
    log.warn({ err: error }, 'the use of a session could not be noted'),
  );
  await notifications.identity().listen((userId) => sessions.invalidate(userId));
  const attempts = new PgThrottleStore(pool);
  const rings = new PgAlertStore(pool);
  const throttle = createThrottle(attempts, clock, limits.throttle);
  const passwords = await createPasswords(options.passwordCost);
  const users = new PgUserStore(pool);
  const devices = createDevices(new PgDeviceStore(pool), clock);
  const accounts = createAccounts({ users, sessions, devices, clock, ids, passwords, throttle });
  const forget = (isOver: () => boolean): Promise<unknown> =>
    Promise.all([
      sessions.prune(),
      devices.prune(),
      attempts.prune(clock.now()),
      rings.forget(),
      forgetOutcomes(pool, clock.now(), isOver),
      tidyUnwrittenLogs(pool, isOver),
    ]);
  const house = keepHouse(clock, forget, (error) =>
    log.warn({ err: error }, 'what is out of date could not be removed'),
  );
  return { sessions, users, guests: new PgGuestStore(pool), passwords, throttle, accounts, house };
}

/** Whose operations or coins have changed, wherever that was, is told by the stream. */
function tellOfPayments(hub: StreamHub, money: PracticeMoney, cluster: Cluster | null): void {
  money.listen((userId) => {
    hub.payments(userId);
    cluster?.payments.tell(userId);
  });
  cluster?.payments.listen((userId) => hub.payments(userId));
}

/** Then the markets, practice money, and the hub that hears of what happens to both. */
async function openTrading(
  options: Running,
  { target, pool, notifications, ids, loop }: Storage,
  people: People,
  cluster: Cluster | null,
  opened: Opened,
) {
  const { clock, log, marketSeed, marketNames, entropy = randomBytes, createFeed, limits = DEFAULT_LIMITS } = options;
  const { binance = loadConfig({}).binance, onProgress = () => undefined } = options;
  const library = new DatasetLibrary(new PgDatasetStore(pool), clock);
  const supervisor = new MarketSupervisor({
    ...{ target, pool, clock, log, ids, library, marketSeed, marketNames, binance, entropy, createFeed, onProgress },
    ...(cluster === null ? {} : { cluster: (desk) => cluster.markets(desk) }),
  });
  opened.add(() => supervisor.stop());
  const markets: Markets = supervisor.desk;
  const marketId = markets.mainId;
  const reader = new PgAccountReader(pool);
  const accountIds = new AccountIds(reader, markets);
  const money = await openPracticeMoney({ pool, clock, log, ids, desk: markets, marketId });
  const isShown: ShownMarkets = {
    isWatched: (market) => hub.isWatched(market) || cluster?.interest.isWatched(market) === true,
    isSubscribed: (market) => hub.isSubscribed(market) || cluster?.interest.isWatched(market) === true,
  };
  const parts = { target, pool, clock, log, ids, entropy, cluster, supervisor, accountIds, library };
  const replays = openReplays({ ...parts, isEngine: does(options, 'engine'), isShown }, opened);
  const alerts = openAlerts(pool, clock);
  const admission = openAdmission(pool, markets);
  const feed = cluster?.accounts((event) => hub.account(event));
  opened.add(() => feed?.stop());
  const hub: StreamHub = new StreamHub({
    ...{ markets, accountIds, reader },
    admit: (market, userId) =>
      replays.sessions.isPersonal(market) ? replays.sessions.admit(market, userId) : admission.toLook(market, userId),
    drill: async (market) => toWireDrill(await replays.drills.read(market)),
    payments: createPaymentsView({
      operations: money.payments.operations,
      wallets: money.wallets,
      ...{ accountIds, marketId, clock },
    }),
    alerts: createAlertsView(alerts),
    onError: (error) => log.warn({ err: error }, 'a snapshot for a stream could not be read'),
    ...(cluster === null ? {} : { frames: cluster.frames, interest: cluster.interest }),
    ...(feed === undefined ? {} : { followAccount: feed.follow }),
  });
  const streams = new Streams(hub, people.sessions, clock, limits.streams);
  markets.listen(hub);
  const watch = await watchAlerts({
    ...{ pool, clock, log, markets, notifications, changed: (userId) => hub.alerts(userId) },
    isHere: (market) => supervisor.runs(market) || replays.played.runs(market),
  });
  opened.add(() => watch.stop());
  await cluster?.appear({
    figures: () => ({
      loopP99Ms: loop.read().delayP99Ms,
      memoryBytes: process.memoryUsage.rss(),
      streams: streams.size,
    }),
    owned: () => supervisor.owned(),
    isShownHere: (market) => hub.isSubscribed(market),
  });
  opened.add(() => cluster?.disappear());
  await supervisor.start();
  await supervisor.watch(notifications);
  replays.answer();
  await notifications.drills((market) => hub.drill(market));
  tellOfPayments(hub, money, cluster);
  return { supervisor, markets, reader, accountIds, money, alerts, watch, streams, library, admission, ...replays };
}

/** Then what watches over them: the ledger, and figures for machines. */
async function openWatch(
  options: Running,
  storage: Storage,
  cluster: Cluster | null,
  trading: Trading,
  opened: Opened,
) {
  const { clock, log, limits = DEFAULT_LIMITS, trustProxy = false } = options;
  const { pool, notifications } = storage;
  const { supervisor, markets, money, streams } = trading;
  const guard = { clock, log, markets, pool, checkMs: options.ledgerCheckMs };
  const ledger = new LedgerGuard({
    ...guard,
    ...(cluster === null ? {} : { news: cluster.ledger, subjects: () => markets.allRunning() }),
  });
  opened.add(() => ledger.close());
  if (cluster !== null) {
    // Personal replays are known where they are played alone.
    const replays = new LedgerGuard({ ...guard, subjects: () => markets.personalRunning() });
    replays.start();
    opened.add(() => replays.close());
  }
  await resumeOnRequest(guard, ledger, { notifications, schema: options.target.schema });
  const connections = new Connections(limits.connections, trustProxy);
  const metrics = createMetrics();
  const own = { allRunning: () => markets.allRunning().filter(({ id }) => supervisor.runs(id)) };
  addFigures(metrics, own, streams, ledger);
  if (cluster !== null) {
    addProcessFigure(metrics, cluster.process);
    addClusterFigures(metrics, {
      // On the connections of requests: whoever reads figures must not hold up what processes say of themselves.
      ...{ directory: new PgProcessStore(pool), owners: new PgMarketOwners(pool, storage.target.schema) },
      losses: () => cluster.losses,
    });
  }
  addGuestFigure(metrics, new PgGuestStore(pool));
  addMoneyFigures(metrics, money);
  addAlertFigures(metrics, trading.watch);
  addReplayFigures(metrics, trading.played);
  addConnectionFigures(metrics, connections);
  let draining = false;
  const drain = (): Promise<void> => {
    draining = true;
    return streams.close(STREAM_GRACE_MS);
  };
  const pingDatabase = (): Promise<void> => supervisor.ping();
  const readiness = createReadiness({
    ...{ clock, markets, ledger, pingDatabase, isDraining: () => draining },
    ...{ isEdge: does(options, 'edge'), pingBus: cluster === null ? undefined : () => cluster.ping() },
  });
  return { ledger, connections, metrics, readiness, pingDatabase, drain };
}

type Watch = Awaited<ReturnType<typeof openWatch>>;

/** The operator area over all of it. */
function openOperators(
  { clock, log, entropy = randomBytes }: Running,
  storage: Storage,
  cluster: Cluster | null,
  people: People,
  trading: Trading,
  watch: Watch,
) {
  const { pool, ids, loop } = storage;
  const { users, sessions, passwords, throttle } = people;
  const { supervisor, markets, reader, accountIds, streams } = trading;
  const { ledger, readiness, pingDatabase } = watch;
  const store = new PgOperatorStore(pool);
  return {
    access: createOperatorAccess({ store, sessions, passwords, throttle, clock }),
    audit: createAuditTrail(new PgAuditStore(pool), clock, (error) =>
      log.error({ err: error }, 'the outcome of an operator call could not be written'),
    ),
    users: new UserAdministration({ store, users, sessions, markets, reader, accountIds, clock, ids }),
    scenarios: new ScenarioAdministration({
      ...{ markets, ends: new MarketStore(pool), clock, ids, entropy },
      once: createOnce(pool, clock, (client) => new PgScenarioStore(client)),
      drawBase: () => drawKeys(entropy),
      ownSymbols: new Set(LISTED_PAIRS.map(({ symbol }) => symbol)),
      refresh: () => supervisor.refresh(),
    }),
    operations: new PgOperationReader(pool),
    health: createOperatorHealth({
      ...{ version: VERSION, clock, readiness, markets, streams, ledger, pingDatabase },
      failedStarts: () => supervisor.failedStarts(),
      payments: () => readPaymentFigures(pool),
      eventLoop: () => loop.read(),
      ...(cluster === null ? {} : { processes: { directory: cluster.directory, here: cluster.process.id } }),
    }),
  };
}

/** At last the doors: the HTTP application with all its routes. */
async function openDoors(
  options: Running,
  services: Services,
  { loop }: Storage,
  { connections, metrics }: Watch,
  opened: Opened,
): Promise<Server> {
  const { clock, log, limits = DEFAULT_LIMITS } = options;
  const app = await createApp(services, {
    logger: log,
    trustProxy: options.trustProxy ?? false,
    publicUrl: options.publicUrl ?? null,
    metricsToken: options.metricsToken ?? null,
    offlineShell: options.offlineShell ?? true,
    connections,
    isOverloaded: () => loop.isOverloaded(),
    requestsPerMinute: limits.requestsPerMinute,
    pages: options.pages ?? null,
    observer: metrics.observeRequest,
    isEdge: does(options, 'edge'),
  });
  opened.add(async () => {
    const cancel = clock.after(REQUEST_GRACE_MS, () => app.server.closeAllConnections());
    await app.close();
    cancel();
  });
  return app;
}

async function openAll(options: Running, opened: Opened): Promise<Omit<Context, 'close'>> {
  const { clock, log, limits = DEFAULT_LIMITS } = options;
  const storage = await openStorage(options, opened);
  const cluster = await openCluster(options, storage, opened);
  const people = await openPeople(options, storage);
  const trading = await openTrading(options, storage, people, cluster, opened);
  const watch = await openWatch(options, storage, cluster, trading, opened);
  const guests = guestJobs({
    ...{ store: people.guests, desk: trading.markets, clock },
    onError: (error) => log.warn({ err: error }, 'a guest who has gone could not be ended'),
  });
  const jobs = [people.house, guests, trading.money.jobs, watch.ledger];
  const isAlone = cluster === null;
  if (isAlone || does(options, 'jobs'))
    opened.add(await startJobs({ target: storage.target, clock, log, jobs, isAlone }));
  const { pool } = storage;
  const { markets, reader, accountIds } = trading;
  const { network, wallets, explorer, payments } = trading.money;
  const results = new PgResultReader(pool);
  const operators = openOperators(options, storage, cluster, people, trading, watch);
  const services: Services = {
    ...{ clock, version: VERSION, markets, reader, accountIds, network, wallets, explorer, payments },
    accounts: people.accounts,
    alerts: trading.alerts,
    sessions: people.sessions,
    dayKeys: trading.supervisor.dayKeys,
    notes: new PgNoteStore(pool),
    guesses: new Guesses(new PgGuessStore(pool), clock),
    personas: new PgPersonaStore(pool, clock),
    results,
    leaderboard: new Leaderboard(results, clock),
    answered: (key) => findOutcome(pool, key),
    commandLimit: new TokenBuckets(limits.commands, clock),
    operators,
    classes: {
      ...openClasses({
        ...{ pool, clock, ids: storage.ids, entropy: options.entropy ?? randomBytes, markets },
        ...{ throttle: people.throttle, scenarios: operators.scenarios, replays: trading.shared },
        ...{ library: trading.library, refresh: () => trading.supervisor.refresh() },
      }),
      admission: trading.admission,
    },
    accountLog: new PgAccountLogReader(pool),
    ...openProofs(pool, trading.supervisor.logKeys),
    replays: {
      library: trading.library,
      uploads: new Uploads(trading.library.store, clock, cluster?.imports),
      sessions: trading.sessions,
      shared: trading.shared,
    },
    drills: trading.drills,
    lessons: new Lessons({
      ...{ store: new PgLessonStore(pool), clock, markets, accountIds, reader, wallets },
      sessions: trading.sessions,
    }),
    acceptStream: (socket, identity, secret) => trading.streams.accept(socket, identity, secret),
    readiness: watch.readiness,
    metrics: () => watch.metrics.text(),
  };
  const app = await openDoors(options, services, storage, watch, opened);
  opened.add(watch.drain);
  return { app, services, markets };
}

/** Opens everything in its order. What was opened before a failure is closed again. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const opened = new Opened();
  try {
    const running = { ...options, clock: new ForwardClock(options.clock) };
    return { ...(await openAll(running, opened)), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
