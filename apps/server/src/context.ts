import { randomBytes } from 'node:crypto';
import type { Readiness } from '@plecho/contract';
import { connectionLimits, Connections, type ConnectionLimits } from './api/connections.ts';
import type { Server, Services } from './api/server.ts';
import { createApp } from './app.ts';
import type { Markets as MarketsPort, RunningMarketPort } from './engine/market-port.ts';
import { createAccounts } from './identity/accounts.ts';
import { createDevices, type Devices } from './identity/devices.ts';
import { createPasswords } from './identity/passwords.ts';
import { createSessions, type Sessions } from './identity/sessions.ts';
import { createThrottle, DEFAULT_THROTTLE, type ThrottleLimits } from './identity/throttle.ts';
import { ForwardClock, type Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { watchEventLoop } from './lib/event-loop.ts';
import { TokenBuckets, type BucketLimit } from './lib/token-buckets.ts';
import { createMetrics } from './lib/metrics.ts';
import { openFileLimit } from './lib/open-files.ts';
import type { Sentinel } from './lib/sentinel.ts';
import type { StaticFiles } from './lib/static-files.ts';
import type { Entropy } from './network/ports.ts';
import { AccountIds } from './queries/account-ids.ts';
import { PgAccountReader } from './storage/account-reader.ts';
import { appConfig, asOwner, createPool, type Installation } from './storage/connection.ts';
import { openIdSource } from './storage/id-source.ts';
import { PgAccountLogReader } from './storage/operators/log-reader.ts';
import { PgDeviceStore } from './storage/identity/device-store.ts';
import { PgSessionStore } from './storage/identity/session-store.ts';
import { PgThrottleStore } from './storage/identity/throttle-store.ts';
import { PgUserStore } from './storage/identity/user-store.ts';
import { findOutcome, forgetOutcomes } from './storage/journal/outcome-store.ts';
import { migrate } from './storage/migrate.ts';
import { readNewestTime } from './storage/newest-time.ts';
import { Notifications } from './storage/notifications.ts';
import { StreamHub } from './streams/hub.ts';
import { DEFAULT_STREAM_LIMITS, Streams, type StreamLimits } from './streams/streams.ts';
import { addConnectionFigures, addFigures, addMoneyFigures } from './wiring/figures.ts';
import { guardLedger, resumeOnRequest } from './wiring/ledger-guard.ts';
import { createOperators, type OperatorParts } from './wiring/operators.ts';
import { createPaymentsView } from './wire/payments.ts';
import { Markets, type CreateFeed } from './wiring/markets.ts';
import { openPracticeMoney, type PracticeMoney } from './wiring/practice-money.ts';

const VERSION = '0.1.0';
/** For reads; markets write on other connections. */
const POOL_SIZE = 12;
const HOUSEKEEPING_MS = 600_000;
const PING_TIMEOUT_MS = 2_000;
const STREAM_GRACE_MS = 1_000;
/** Requests in flight get this long; somebody who sends one byte a second must not hold up the end. */
const REQUEST_GRACE_MS = 4_000;

/** Of the connections: requests need some too. */
const STREAM_SHARE = 0.8;

export interface Limits {
  /** From one address; ten times as many from a loopback one. */
  requestsPerMinute: number;
  connections: ConnectionLimits;
  throttle: ThrottleLimits;
  streams: StreamLimits;
  /** Commands of trading from one account. */
  commands: BucketLimit;
}

const connections = connectionLimits(openFileLimit());

export const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: 6_000,
  connections,
  throttle: DEFAULT_THROTTLE,
  streams: {
    ...DEFAULT_STREAM_LIMITS,
    total: Math.min(DEFAULT_STREAM_LIMITS.total, Math.floor(connections.total * STREAM_SHARE)),
  },
  commands: { perSecond: 20, burst: 200 },
};

export interface ContextOptions {
  target: Installation;
  /** The machine's, which may step: the server's own is made from it and only goes forward (rule E11). */
  clock: Clock;
  log: Logger;
  marketSeed?: string | undefined;
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
  createFeed?: CreateFeed;
  /** Shortest pause between two checks of the ledger. */
  ledgerCheckMs?: number;
  onProgress?: (line: string) => void;
}

/** The options with the server's own clock. */
type Running = ContextOptions & { clock: ForwardClock };

/** A running server, not yet listening. */
export interface Context {
  app: Server;
  services: Services;
  markets: MarketsPort;
  /** Rule S10: refuses new work, tells the streams, finishes what is in flight and lets go of the database. */
  close(): Promise<void>;
}

interface House {
  sessions: Sessions;
  devices: Devices;
  throttle: PgThrottleStore;
  pool: ReturnType<typeof createPool>;
}

/** Forgets dead sessions, devices that nobody uses, old attempts and answers that nobody can ask for any more. @returns stops it */
function keepHouse(clock: Clock, log: Logger, { sessions, devices, throttle, pool }: House): () => Promise<void> {
  let working: Promise<unknown> | null = null;
  let isOver = false;
  const stop = clock.every(HOUSEKEEPING_MS, () => {
    working ??= Promise.all([
      sessions.prune(),
      devices.prune(),
      throttle.prune(clock.now()),
      forgetOutcomes(pool, clock.now(), () => isOver),
    ])
      .catch((error: unknown) => log.warn({ err: error }, 'what is out of date could not be removed'))
      .finally(() => (working = null));
  });
  return async () => {
    stop();
    isOver = true;
    await working;
  };
}

async function toReadiness(market: RunningMarketPort): Promise<Readiness['markets'][number]> {
  const [{ life, halt }, { newestPriceAgeMs }] = await Promise.all([market.status(), market.stats()]);
  return {
    market: market.id,
    status: life,
    halted: halt !== null,
    priceAgeMs: newestPriceAgeMs === null ? null : Math.round(newestPriceAgeMs),
  };
}

async function readinessOf(markets: Markets, ledger: Sentinel, draining: boolean, clock: Clock): Promise<Readiness> {
  let cancel = (): void => undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    cancel = clock.after(PING_TIMEOUT_MS, () => resolve('unavailable'));
  });
  const ping = markets.ping().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  const database = await Promise.race([ping, late]);
  cancel();
  const { desk } = markets;
  const main = await desk.running(desk.mainId)?.status();
  return {
    ready: !draining && database === 'ok' && ledger.state !== 'violated' && main?.ready === true,
    draining,
    database,
    ledger: ledger.state,
    markets: await Promise.all(desk.allRunning().map(toReadiness)),
  };
}

async function closeApp(app: Server, clock: Clock): Promise<void> {
  const cancel = clock.after(REQUEST_GRACE_MS, () => app.server.closeAllConnections());
  await app.close();
  cancel();
}

/** What was opened, to be closed in the opposite order, once. */
class Opened {
  readonly #closers: (() => unknown)[] = [];
  #closing: Promise<void> | null = null;

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}

interface Core {
  notifications: Notifications;
  pool: ReturnType<typeof createPool>;
  markets: Markets;
  hub: StreamHub;
  sessions: Sessions;
  money: PracticeMoney;
  people: Pick<OperatorParts, 'ids' | 'users' | 'passwords' | 'throttle'>;
  services: Pick<Services, 'accounts' | 'sessions' | 'markets' | 'dayKeys' | 'reader' | 'accountIds'>;
}

/** Everything but HTTP: the database, people and markets, running. */
async function openCore(options: Running, opened: Opened): Promise<Core> {
  const { clock, log, limits = DEFAULT_LIMITS, onProgress = () => undefined } = options;
  const { marketSeed, entropy = randomBytes, createFeed } = options;
  const target = await migrate(options.target);
  const pool = createPool({ ...appConfig(target), max: POOL_SIZE });
  opened.add(() => pool.end());
  clock.goOnFrom((await asOwner(target, readNewestTime)) ?? clock.now());
  const notifications = new Notifications(target);
  opened.add(() => notifications.close());
  await notifications.open();

  const sessions = createSessions(new PgSessionStore(pool), clock, (error) =>
    log.warn({ err: error }, 'the use of a session could not be noted'),
  );
  await notifications.identity().listen((userId) => sessions.invalidate(userId));
  const throttleStore = new PgThrottleStore(pool);
  const throttle = createThrottle(throttleStore, clock, limits.throttle);
  const passwords = await createPasswords();
  const ids = await openIdSource(pool);
  const users = new PgUserStore(pool);
  const devices = createDevices(new PgDeviceStore(pool), clock);
  const accounts = createAccounts({ users, sessions, devices, clock, ids, passwords, throttle });
  opened.add(keepHouse(clock, log, { sessions, devices, throttle: throttleStore, pool }));

  const markets = new Markets({ target, pool, clock, log, ids, marketSeed, entropy, createFeed, onProgress });
  opened.add(() => markets.stop());
  const { desk } = markets;
  const reader = new PgAccountReader(pool);
  const accountIds = new AccountIds(reader, desk);
  const money = await openPracticeMoney({ pool, clock, log, ids, desk, marketId: desk.mainId });
  opened.add(() => money.stop());
  const hub = new StreamHub({
    markets: desk,
    accountIds,
    reader,
    payments: createPaymentsView({
      ...{ operations: money.payments.operations, wallets: money.wallets, accountIds, clock },
      marketId: desk.mainId,
    }),
    onError: (error) => log.warn({ err: error }, 'a snapshot for a stream could not be read'),
  });
  desk.listen(hub);
  await markets.start();
  await markets.watch(notifications);
  money.listen((userId) => hub.payments(userId));
  money.start();
  const services = { accounts, sessions, markets: desk, dayKeys: markets.dayKeys, reader, accountIds };
  return { notifications, pool, markets, hub, sessions, money, people: { ids, users, passwords, throttle }, services };
}

async function openServer(options: Running, opened: Opened): Promise<Omit<Context, 'close'>> {
  const { clock, log, limits = DEFAULT_LIMITS } = options;
  const {
    notifications,
    pool,
    markets,
    hub,
    sessions,
    money,
    people,
    services: core,
  } = await openCore(options, opened);
  const guard = { clock, log, markets: markets.desk, pool, checkMs: options.ledgerCheckMs };
  const ledger = guardLedger(guard);
  opened.add(() => ledger.stop());
  await resumeOnRequest(guard, ledger, { notifications, schema: options.target.schema });
  const streams = new Streams(hub, sessions, clock, limits.streams);
  const metrics = createMetrics();
  addFigures(metrics, markets.desk, streams, ledger);
  addMoneyFigures(metrics, money);
  const trustProxy = options.trustProxy ?? false;
  const connections = new Connections(limits.connections, trustProxy);
  addConnectionFigures(metrics, connections);
  const loop = watchEventLoop(clock);
  opened.add(() => loop.stop());
  let draining = false;
  const readiness = (): Promise<Readiness> => readinessOf(markets, ledger, draining, clock);
  const operators = createOperators({
    ...{ ...people, ...core, pool, clock, streams, ledger, readiness, version: VERSION, markets: markets.desk },
    failedStarts: () => markets.failedStarts(),
    eventLoop: () => loop.read(),
    pingDatabase: () => markets.ping(),
    onAuditError: (error) => log.error({ err: error }, 'the outcome of an operator call could not be written'),
  });
  const { network, wallets, explorer, payments } = money;
  const services: Services = {
    ...core,
    ...{ network, wallets, explorer, payments },
    answered: (key) => findOutcome(pool, key),
    commandLimit: new TokenBuckets(limits.commands, clock),
    clock,
    version: VERSION,
    operators,
    accountLog: new PgAccountLogReader(pool),
    acceptStream: (socket, identity, secret) => streams.accept(socket, identity, secret),
    readiness,
    metrics: () => metrics.text(),
  };
  const app = await createApp(services, {
    logger: log,
    trustProxy,
    publicUrl: options.publicUrl ?? null,
    metricsToken: options.metricsToken ?? null,
    offlineShell: options.offlineShell ?? true,
    connections,
    isOverloaded: () => loop.isOverloaded(),
    requestsPerMinute: limits.requestsPerMinute,
    pages: options.pages ?? null,
    observer: metrics.observeRequest,
  });
  opened.add(() => closeApp(app, clock));
  opened.add(() => {
    draining = true;
    return streams.close(STREAM_GRACE_MS);
  });
  return { app, services, markets: markets.desk };
}

/** Opens everything in its order. What was opened before a failure is closed again. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const opened = new Opened();
  try {
    const running = { ...options, clock: new ForwardClock(options.clock) };
    return { ...(await openServer(running, opened)), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
