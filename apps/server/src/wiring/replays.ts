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
import { PgSessionStore, replayPublisher } from '../storage/session-store.ts';
import type { Cluster } from './cluster.ts';
import type { MarketSupervisor } from './markets.ts';
import { ReplaySessions } from './replay-sessions.ts';

/** Which markets people are shown, whichever process shows them. */
export interface ShownMarkets {
  isWatched(marketId: string): boolean;
  isSubscribed(marketId: string): boolean;
}

export interface ReplaysOptions {
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: IdSource;
  entropy: Entropy;
  /** Whether this process plays personal replays. */
  isEngine: boolean;
  /** null: the process is alone. */
  cluster: Cluster | null;
  supervisor: MarketSupervisor;
  accountIds: AccountIds;
  library: DatasetLibrary;
  isShown: ShownMarkets;
}

/** Replays of recordings: those for everybody, personal ones that are played here, and where they are asked for. */
export function openReplays(options: ReplaysOptions, opened: Opened) {
  const { target, pool, clock, log, ids, entropy, isEngine, cluster, supervisor, accountIds, library, isShown } =
    options;
  const { desk } = supervisor;
  const markets = new MarketStore(pool);
  const once = createOnce(pool, clock, replayPublisher);
  const ownership = isEngine ? cluster?.replayOwnership() : undefined;
  const played = new ReplaySessions({
    ...{ target, pool, clock, log, ids, entropy, library, accountIds, desk, markets, once, ...isShown },
    store: new PgSessionStore(pool),
    writer: () => supervisor.sharedWriter(),
    signer: () => supervisor.logKeys,
    saveEnded: (market) => markets.setEnded(market),
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
  return { played, sessions, shared: new SharedReplays({ clock, entropy, library, once }), drills, answer };
}
