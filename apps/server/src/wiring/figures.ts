import type { AlertWatch } from '../alerts/alert-watch.ts';
import { OPERATION_TYPES, PROCESS_ROLES, type OperationType, type ProcessRole } from '@plecho/domain';
import type { GuestStore } from '../identity/ports.ts';
import type { Connections } from '../api/connections.ts';
import type { Markets, MarketStats } from '../engine/market-port.ts';
import { createMetrics, type Metrics, type Reading } from '../lib/metrics.ts';
import type { SentinelView } from '../lib/sentinel.ts';
import type { ProcessDirectory } from '../operators/ports.ts';
import { isSilent } from '../operators/processes.ts';
import type { PaymentTotals } from '../payments/payments.ts';
import { PgMarketOwners } from '../storage/cluster/market-owners.ts';
import { PgProcessStore } from '../storage/cluster/process-store.ts';
import type { Queryable } from '../storage/connection.ts';
import type { Streams } from '../streams/streams.ts';
import type { Cluster } from './cluster.ts';
import type { MarketSupervisor } from './markets.ts';
import type { PracticeMoney } from './practice-money.ts';
import type { ReplaySessions } from './replay-sessions.ts';

export interface FigureSources {
  /** The process, if it is one of several. */
  cluster: Pick<Cluster, 'process' | 'losses'> | null;
  /** Of requests: whoever reads figures must not hold up what processes say of themselves. */
  pool: Queryable;
  schema: string;
  supervisor: Pick<MarketSupervisor, 'desk' | 'runs'>;
  streams: Streams;
  ledger: SentinelView;
  guests: GuestStore;
  money: PracticeMoney;
  alerts: AlertWatch;
  replays: ReplaySessions;
  connections: Connections;
}

/** Figures of this process for machines. */
export function openFigures({ cluster, pool, schema, supervisor, ...sources }: FigureSources): Metrics {
  const metrics = createMetrics();
  const { desk } = supervisor;
  const own = { allRunning: () => desk.allRunning().filter(({ id }) => supervisor.runs(id)) };
  addFigures(metrics, own, sources.streams, sources.ledger);
  if (cluster !== null) {
    addProcessFigure(metrics, cluster.process);
    addClusterFigures(metrics, {
      ...{ directory: new PgProcessStore(pool), owners: new PgMarketOwners(pool, schema) },
      losses: () => cluster.losses,
    });
  }
  addGuestFigure(metrics, sources.guests);
  addMoneyFigures(metrics, sources.money);
  addAlertFigures(metrics, sources.alerts);
  addReplayFigures(metrics, sources.replays);
  addConnectionFigures(metrics, sources.connections);
  return metrics;
}

/** Personal replays, which operators see as numbers alone. */
function addReplayFigures(metrics: Metrics, sessions: Pick<ReplaySessions, 'figures'>): void {
  metrics.add('plecho_replay_sessions', 'Personal replays by what they do', ['state'], () => {
    const { playing, awake, loaded } = sessions.figures();
    return [
      { labels: { state: 'playing' }, value: playing },
      { labels: { state: 'awake' }, value: awake },
      { labels: { state: 'loaded' }, value: loaded },
    ];
  });
}

/** A database that is away takes only the figure with it that is read there. */
const stored = <T>(read: () => Promise<T>, toReadings: (value: T) => Reading[]): (() => Promise<Reading[]>) => {
  return () => read().then(toReadings, () => []);
};

/** How many try without registering. */
function addGuestFigure(metrics: Metrics, guests: Pick<GuestStore, 'count'>): void {
  const read = stored(
    () => guests.count(),
    (value) => [{ value }],
  );
  metrics.add('plecho_guests', 'Guests who were not ended', [], read);
}

export interface ClusterFigures {
  directory: ProcessDirectory;
  owners: Pick<PgMarketOwners, 'list'>;
  /** How often the connection to NATS was lost here. */
  losses(): number;
}

/** All processes of the installation and the markets that none of them has: the same whichever process is asked. */
export function addClusterFigures(metrics: Metrics, { directory, owners, losses }: ClusterFigures): void {
  const readProcesses = stored(
    () => directory.list(),
    (processes) => {
      const count = (role: ProcessRole, silent: boolean): number =>
        processes.filter((process) => process.roles.includes(role) && isSilent(process) === silent).length;
      return PROCESS_ROLES.flatMap((role) => [
        { labels: { role, state: 'alive' }, value: count(role, false) },
        { labels: { role, state: 'silent' }, value: count(role, true) },
      ]);
    },
  );
  metrics.add('plecho_processes', 'Processes that have not left, by what they do', ['role', 'state'], readProcesses);
  const readUnowned = stored(
    () => owners.list(),
    ({ markets }) =>
      markets.map(({ id, isHeld, isSilent: silent }) => ({ labels: { market: id }, value: Number(!isHeld || silent) })),
  );
  metrics.add('plecho_market_unowned', '1 while no living process has the market', ['market'], readUnowned);
  metrics.add('plecho_nats_lost_total', 'Times the connection to NATS was lost', [], () => [{ value: losses() }]);
}

/** Which of several processes the figures are of. */
export function addProcessFigure(
  metrics: Metrics,
  { id, roles, version }: { id: string; roles: readonly ProcessRole[]; version: string },
): void {
  metrics.add('plecho_process_info', 'Always 1: what this process is', ['process', 'roles', 'version'], () => [
    { labels: { process: id, roles: roles.join(','), version }, value: 1 },
  ]);
}

/** What operators see of markets, streams and the ledger. @param markets those of this process: each tells its own */
export function addFigures(
  metrics: Metrics,
  markets: Pick<Markets, 'allRunning'>,
  streams: Pick<Streams, 'size' | 'cut'>,
  ledger: SentinelView,
): void {
  const readAll = async (read: (id: string, stats: MarketStats) => Reading[]): Promise<Reading[]> => {
    const all = await Promise.all(markets.allRunning().map(async (market) => read(market.id, await market.stats())));
    return all.flat();
  };
  const perMarket = (name: string, help: string, read: (stats: MarketStats) => number | null): void => {
    metrics.add(`plecho_market_${name}`, help, ['market'], () =>
      readAll((id, stats): Reading[] => {
        const value = read(stats);
        return value === null ? [] : [{ labels: { market: id }, value }];
      }),
    );
  };
  perMarket('commands_total', 'Commands answered', (stats) => stats.commands);
  perMarket('firings_total', 'Triggers carried out', (stats) => stats.firings);
  perMarket('batches_total', 'Batches committed', (stats) => stats.batches);
  perMarket('batch_failures_total', 'Batches not known to be committed', (stats) => stats.failures);
  perMarket('backlog', 'Commands and triggers that wait', (stats) => stats.backlog);
  perMarket('halted', '1 when trading is stopped because a check failed', (stats) => Number(stats.phase === 'halted'));
  perMarket('valid_ticks_total', 'Prices accepted', (stats) => stats.validTicks);
  perMarket('price_age_seconds', 'Age of the newest price by the clock of the market', ({ newestPriceAgeMs }) =>
    newestPriceAgeMs === null ? null : newestPriceAgeMs / 1000,
  );
  perMarket('candles_pending', 'Finished candles that are not stored yet', (stats) => stats.candlesPending);
  perMarket('log_entries', 'Entries of the log of prices', ({ log }) => (log === null ? null : Number(log.size)));
  const age = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1000);
  perMarket('log_lag_seconds', 'How long the oldest price waits that is not logged', ({ log }) => age(log?.lagMs));
  perMarket('log_append_age_seconds', 'Since entries were added', ({ log }) => age(log?.appendedMs));
  perMarket('log_checkpoint_age_seconds', 'Since a checkpoint was signed', ({ log }) => age(log?.checkpointMs));
  metrics.add('plecho_market_rejected_ticks_total', 'Prices refused as invalid', ['market', 'reason'], () =>
    readAll((id, { rejected }) =>
      Object.entries(rejected).map(([reason, value]) => ({ labels: { market: id, reason }, value })),
    ),
  );
  metrics.add('plecho_stream_clients', 'Open streams', [], () => [{ value: streams.size }]);
  metrics.add('plecho_stream_cut_total', 'Streams cut because nobody read them', [], () => [{ value: streams.cut }]);
  metrics.add('plecho_ledger_violated', '1 after a check of the ledger that found something wrong', [], () => [
    { value: Number(ledger.state === 'violated') },
  ]);
  metrics.add('plecho_ledger_checked_seconds', 'Time of the last check of the ledger; 0 before the first', [], () => [
    { value: (ledger.checkedAt ?? 0) / 1000 },
  ]);
}

/** Who is connected, and who had to go for it. */
function addConnectionFigures(metrics: Metrics, connections: Connections): void {
  const add = (name: string, help: string, read: () => number): void =>
    metrics.add(`plecho_connections_${name}`, help, [], () => [{ value: read() }]);
  add('open', 'Open connections', () => connections.open);
  add('dropped_total', 'New connections turned away because all places were taken', () => connections.dropped);
  add('reaped_total', 'Quiet connections closed to make room for new ones', () => connections.reaped);
}

/** The alerts of the markets of this process. */
function addAlertFigures(metrics: Metrics, watch: Pick<AlertWatch, 'figures'>): void {
  metrics.add('plecho_alerts', 'Alerts that are watched here', [], () => [{ value: watch.figures.alerts }]);
  metrics.add('plecho_alerts_pending', 'What alerts have come to and is not written yet', [], () => [
    { value: watch.figures.waiting },
  ]);
}

/** What of practice money is under way, and what has been brought to its end since the start. */
function addMoneyFigures(metrics: Metrics, money: PracticeMoney): void {
  const perType = (name: string, help: string, pick: (figures: PaymentTotals) => Record<OperationType, number>): void =>
    metrics.add(`plecho_operations_${name}`, help, ['type'], () => {
      const counts = pick(money.figures());
      return OPERATION_TYPES.map((type) => ({ labels: { type }, value: counts[type] }));
    });
  perType('pending', 'Deposits, withdrawals and card top-ups that have not ended yet', ({ pending }) => pending);
  perType('completed_total', 'Operations that succeeded', ({ completed }) => completed);
  perType('failed_total', 'Operations that came to nothing', ({ failed }) => failed);
  metrics.add('plecho_network_mempool', 'Transactions of the practice network that wait', ['network'], () =>
    [...money.mempool()].map(([network, value]) => ({ labels: { network }, value })),
  );
}
