import type { ProcessRole } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Opened } from '../lib/opened.ts';
import type { Entropy } from '../network/ports.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import { Drills } from '../replays/drills/drills.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { ReplaySessionDesk } from '../replays/sessions.ts';
import { SharedReplays } from '../replays/shared.ts';
import type { createPool, Target } from '../storage/connection.ts';
import { drillPublisher, PgDrillStore } from '../storage/drill-store.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';
import { MarketStore } from '../storage/market-store.ts';
import { PgReplaySessionStore, replayPublisher } from '../storage/replay-session-store.ts';
import type { ShownMarkets } from '../streams/shown-markets.ts';
import type { Cluster } from './cluster.ts';
import type { MarketSupervisor } from './markets.ts';
import { ReplaySessions } from './replay-sessions.ts';

export interface ReplaysOptions {
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: IdSource;
  entropy: Entropy;
  /** Of this process: engines play personal replays. */
  roles: readonly ProcessRole[];
  /** null: the process is alone. */
  cluster: Cluster | null;
  supervisor: MarketSupervisor;
  accountIds: AccountIds;
  library: DatasetLibrary;
  shown: Pick<ShownMarkets, 'isWatched' | 'isSubscribed'>;
}

/** Replays of recordings. */
export interface Replays {
  library: DatasetLibrary;
  /** Those for everybody, and drills. */
  shared: SharedReplays;
  drills: Drills;
  /** Personal ones that are played here, and where they are asked for. */
  played: ReplaySessions;
  sessions: ReplaySessionDesk;
  /** Answers other processes for those that are played here, once there are markets. */
  answer(): void;
}

export function openReplays(options: ReplaysOptions, opened: Opened): Replays {
  const { target, pool, clock, log, ids, entropy, roles, cluster, supervisor, accountIds, library, shown } = options;
  const { desk, keys } = supervisor;
  const markets = new MarketStore(pool);
  const once = createOnce(pool, clock, replayPublisher);
  const ownership = roles.includes('engine') ? cluster?.replayOwnership() : undefined;
  const played = new ReplaySessions({
    ...{ target, pool, clock, log, ids, entropy, library, accountIds, desk, markets, once, keys },
    isWatched: (market) => shown.isWatched(market),
    isSubscribed: (market) => shown.isSubscribed(market),
    store: new PgReplaySessionStore(pool),
    writer: () => supervisor.sharedWriter(),
    signer: () => supervisor.logKeys,
    ...(ownership === undefined ? {} : { ownership }),
    ...(cluster === null ? {} : { follow: cluster.followTaken }),
  });
  opened.add(() => played.stop());
  const remote = cluster?.replays((userId, market) => accountIds.forget(userId, market));
  opened.add(() => remote?.stop());
  const sessions: ReplaySessionDesk = remote ?? played;
  const answer = (): void => {
    const stop = ownership?.answer(played, (id) => desk.get(id));
    opened.add(() => stop?.());
  };
  const drills = new Drills({
    ...{ store: new PgDrillStore(pool), library, markets: desk, clock, entropy },
    once: createOnce(pool, clock, drillPublisher),
    refresh: () => supervisor.refresh(),
  });
  return { library, shared: new SharedReplays({ clock, entropy, library, once }), drills, played, sessions, answer };
}
