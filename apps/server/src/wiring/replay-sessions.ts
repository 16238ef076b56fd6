import type { NewReplaySession, SessionControl } from '@plecho/contract';
import type { Pair } from '@plecho/domain';
import { UnavailableError } from '../commands/command.ts';
import type { MarketDesk } from '../engine/desk.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide } from '../engine/market-port.ts';
import { SharedBeat } from '../lib/shared-beat.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { Entropy } from '../network/ports.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import { sessionMarket } from '../replays/definitions.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import { makeReplay } from '../replays/making.ts';
import type {
  DatasetRecord,
  ReplayOwnership,
  ReplayPublisher,
  ReplaySessionRecord,
  ReplaySessionStore,
} from '../replays/ports.ts';
import { MOST_PLAYING, PERSONAL, type ReplaySessionDesk } from '../replays/sessions.ts';
import { sessionView, type SessionView } from '../replays/session-view.ts';
import type { MarketStore } from '../storage/market-store.ts';
import { PersonalReplay, type PersonalReplayOptions } from './personal-replay.ts';
import { TakenReplays } from './taken-replays.ts';

const LISTED = 100;
/** That stand and nobody looks at, of all people: for those who come back to them. */
const MOST_IDLE = 50;
const SWEEP_MS = 1_000;

export interface ReplaySessionsOptions extends Omit<
  PersonalReplayOptions,
  'definition' | 'dataset' | 'session' | 'beat'
> {
  desk: MarketDesk;
  clock: Clock;
  log: Logger;
  entropy: Entropy;
  library: DatasetLibrary;
  store: ReplaySessionStore;
  markets: Pick<MarketStore, 'find'>;
  accountIds: Pick<AccountIds, 'enter' | 'forget'>;
  once: Once<ReplayPublisher>;
  /** Where other processes play too. */
  ownership?: ReplayOwnership;
  /** The side here of a replay that another process has taken, or may have soon; null unless it is shown here. */
  follow?(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): MarketSide | null;
}

/**
 * The personal replays of this process. One is loaded when its owner asks for it, stands until it is played, holds
 * nothing but memory while it stands, and not even that when nobody comes back to it. All that play go by one timer, and
 * where they are is written in one statement.
 */
export class ReplaySessions implements ReplaySessionDesk {
  readonly #options: ReplaySessionsOptions;
  readonly #beat: SharedBeat;
  /** The one that was asked for last is the last. */
  readonly #loaded = new Map<string, PersonalReplay>();
  readonly #loading = new Map<string, Promise<PersonalReplay | null>>();
  /** Those that are about to play, and whose they are. */
  readonly #beginning = new Map<string, bigint>();
  readonly #taken: TakenReplays;
  readonly #stopSweeping: () => void;
  #saving: Promise<void> = Promise.resolve();
  #leaving: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ReplaySessionsOptions) {
    this.#options = options;
    this.#beat = new SharedBeat(options.clock);
    const { ownership, clock, log } = options;
    const onError = (error: unknown): void => log.warn({ err: error }, 'whose the replays are could not be told');
    this.#taken = new TakenReplays({ ownership, clock, onError });
    this.#stopSweeping = options.clock.every(SWEEP_MS, () => void this.#sweep());
  }

  /** How many play, how many hold a lock, and how many are in memory. */
  figures(): { playing: number; awake: number; loaded: number } {
    const all = [...this.#loaded.values()];
    return {
      playing: all.filter(({ isPlaying }) => isPlaying).length,
      awake: all.filter(({ isAwake }) => isAwake).length,
      loaded: all.length,
    };
  }

  /** Whether a replay plays or is traded in here. */
  runs(marketId: string): boolean {
    return this.#loaded.get(marketId)?.isAwake === true;
  }

  isPersonal(marketId: string): boolean {
    return marketId.startsWith(PERSONAL);
  }

  async admit(marketId: string, userId: bigint): Promise<void> {
    await this.#own(marketId, userId);
  }

  async list(userId: bigint): Promise<SessionView[]> {
    const { store, library } = this.#options;
    const records = await store.list(userId, LISTED);
    if (records.length === 0) return [];
    const datasets = await library.list();
    return Promise.all(records.map((record) => this.#viewOf(record, datasets)));
  }

  /** @param playsEnough whether the person has as many that play as may be, on all engines */
  async start(
    userId: bigint,
    wanted: NewReplaySession,
    key: string | null,
    given: string | null = null,
    playsEnough = false,
  ): Promise<SessionView> {
    const { library, once, entropy, clock, accountIds } = this.#options;
    const datasets = await library.list();
    const id = given ?? `${PERSONAL}${Buffer.from(entropy(8)).toString('hex')}`;
    let isNew = false;
    try {
      const marketId = await once(requestKey(userId, 'startReplay', key, wanted), async (storage) => {
        if (playsEnough) throw new Problem('too_many_playing');
        this.#takePlace(id, userId);
        isNew = await makeReplay(storage, { id, userId, wanted, datasets, entropy, now: clock.now() });
        return id;
      });
      // Asked again, it may be another process's by now, where it plays.
      if (!isNew && this.#options.ownership !== undefined) return await this.#stored(marketId, userId, datasets);
      const replay = await this.#own(marketId, userId);
      await accountIds.enter(userId, marketId);
      if (isNew) await replay.control({ action: 'resume' });
      return await this.#viewOf(replay.record(), datasets);
    } finally {
      this.#beginning.delete(id);
    }
  }

  /** Makes a replay that was started ready to be traded in, however far its start had come. @throws Problem unknown_market */
  async view(userId: bigint, marketId: string): Promise<SessionView> {
    const replay = await this.#own(marketId, userId);
    await this.#options.accountIds.enter(userId, marketId);
    return this.#viewOf(replay.record(), [replay.dataset]);
  }

  async control(userId: bigint, marketId: string, asked: SessionControl): Promise<SessionView> {
    const replay = await this.#own(marketId, userId);
    if (asked.action === 'resume') this.#takePlace(marketId, userId);
    try {
      await replay.control(asked);
    } finally {
      if (asked.action === 'resume') this.#beginning.delete(marketId);
    }
    await this.#save([replay]);
    return this.#viewOf(replay.record(), [replay.dataset]);
  }

  /** Writes where everything stands and lets go of it. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopSweeping();
    this.#taken.hush();
    await Promise.all([this.#saving, this.#leaving]);
    await Promise.all([...this.#loaded.values()].map((replay) => replay.release()));
    await this.#save([...this.#loaded.values()]);
    await Promise.all([...this.#loaded.keys()].map((marketId) => this.#taken.leave(marketId, false)));
  }

  #viewOf(record: ReplaySessionRecord, datasets: readonly DatasetRecord[]): Promise<SessionView> {
    const replay = this.#loaded.get(record.marketId);
    const dataset = datasets.find(({ id }) => id === record.datasetId);
    if (dataset === undefined) throw new Error(`the recording ${record.datasetId} is gone`);
    const session = replay?.record() ?? record;
    const definition = sessionMarket(session, dataset);
    return sessionView(this.#options.library, { session, dataset, definition, playing: replay?.isPlaying === true });
  }

  /** @throws Problem unknown_market for everybody but the owner */
  async #own(marketId: string, userId: bigint): Promise<PersonalReplay> {
    const replay = this.isPersonal(marketId) ? await this.#find(marketId) : null;
    if (replay === null || replay.ownerId !== userId) throw new Problem('unknown_market');
    return replay;
  }

  #find(marketId: string): Promise<PersonalReplay | null> {
    const known = this.#loaded.get(marketId);
    if (known !== undefined) {
      known.asked();
      this.#loaded.delete(marketId);
      this.#loaded.set(marketId, known);
      return Promise.resolve(known);
    }
    const loading = this.#loading.get(marketId) ?? this.#load(marketId);
    this.#loading.set(marketId, loading);
    return loading;
  }

  async #load(marketId: string): Promise<PersonalReplay | null> {
    try {
      if ((await this.#options.store.find(marketId)) === null) return null;
      await this.#taken.take(marketId);
      const replay = await this.#open(marketId);
      if (replay !== null && (await this.#taken.serve(marketId))) return replay;
      await this.#lose(marketId);
      if (replay === null) return null;
      throw new UnavailableError(`another process has taken ${marketId}`);
    } catch (error) {
      await this.#giveUp(marketId);
      throw error;
    } finally {
      this.#loading.delete(marketId);
    }
  }

  /** From where whoever had it has left it. */
  async #open(marketId: string): Promise<PersonalReplay | null> {
    const { store, markets, library } = this.#options;
    const session = await store.find(marketId);
    const definition = session === null ? null : await markets.find(marketId);
    const dataset = session === null ? null : await library.find(session.datasetId);
    if (session === null || definition === null || dataset === null || this.#stopped) return null;
    const replay = new PersonalReplay({ ...this.#options, beat: this.#beat, session, definition, dataset });
    await replay.rest();
    if (definition.halted) await replay.standHalted();
    this.#loaded.set(marketId, replay);
    return replay;
  }

  /** @throws Problem too_many_playing, also while the others have not begun yet */
  #takePlace(marketId: string, userId: bigint): void {
    const playing = [...this.#loaded].filter(([, { ownerId, isPlaying }]) => ownerId === userId && isPlaying);
    const beginning = [...this.#beginning].filter(([, ownerId]) => ownerId === userId);
    const others = new Set([...playing, ...beginning].map(([id]) => id));
    others.delete(marketId);
    if (others.size >= MOST_PLAYING) throw new Problem('too_many_playing');
    this.#beginning.set(marketId, userId);
  }

  /** Nobody looks: it pauses. Nobody plays: it lets go. Nobody comes back: it is forgotten. What has moved is written. */
  async #sweep(): Promise<void> {
    this.#leaving ??= this.#leaveLost().finally(() => (this.#leaving = null));
    const moved: PersonalReplay[] = [];
    const idle: PersonalReplay[] = [];
    for (const replay of this.#loaded.values()) {
      if (replay.isAwake) moved.push(replay);
      replay.look();
      if (replay.isIdle) idle.push(replay);
    }
    const tooMany = idle.slice(0, -MOST_IDLE);
    this.#saving = this.#saving.then(async () => {
      if (await this.#save([...moved, ...tooMany])) this.#forget(tooMany);
    });
    await this.#saving;
  }

  /** Those that are idle still, after where they stand has been written. */
  #forget(replays: readonly PersonalReplay[]): void {
    for (const replay of replays) {
      if (!replay.isIdle) continue;
      this.#takeOff(replay);
      void this.#taken.leave(replay.record().marketId, false);
    }
  }

  /** Never rejects. */
  async #leaveLost(): Promise<void> {
    for (const marketId of await this.#taken.lost()) await this.#lose(marketId);
  }

  /** Another process was asked for it, and has it: what it plays here is over. */
  async #lose(marketId: string): Promise<void> {
    const replay = this.#loaded.get(marketId);
    await this.#taken.leave(marketId, true);
    if (replay !== undefined) await this.#letGo(replay);
  }

  /**
   * It could not be made ready, and the others may not know that it is here: it is nobody's, and whoever is asked for it
   * next has it. It may have played already: who asks for one that is loaded waits for nothing. Never rejects.
   */
  async #giveUp(marketId: string): Promise<void> {
    const replay = this.#loaded.get(marketId);
    if (replay !== undefined) {
      await this.#letGo(replay);
      await this.#save([replay]);
    }
    await this.#taken.leave(marketId, false);
  }

  /** What it plays here is over, and whoever shows it here goes on with it elsewhere. */
  async #letGo(replay: PersonalReplay): Promise<void> {
    const { marketId } = replay.record();
    this.#loaded.delete(marketId);
    await replay.release();
    const market = this.#options.desk.get(marketId);
    this.#takeOff(replay, market === null ? null : this.#options.follow?.(market.definition, market.pairs));
  }

  #takeOff(replay: PersonalReplay, elsewhere?: MarketSide | null): void {
    const { marketId, userId } = replay.record();
    replay.forget(elsewhere ?? null);
    this.#loaded.delete(marketId);
    this.#options.accountIds.forget(userId, marketId);
  }

  async #stored(marketId: string, userId: bigint, datasets: readonly DatasetRecord[]): Promise<SessionView> {
    const session = await this.#options.store.find(marketId);
    if (session?.userId !== userId) throw new Problem('unknown_market');
    return this.#viewOf(session, datasets);
  }

  /** @returns false when it could not be written. Never rejects. */
  async #save(replays: readonly PersonalReplay[]): Promise<boolean> {
    try {
      // Before they are asked where they stand: what is lost meanwhile is not said in a later term.
      const terms = replays.map((replay) => this.#taken.term(replay.record().marketId));
      const places = await Promise.all(replays.map((replay) => replay.place()));
      await this.#options.store.save(
        places.flatMap((place, n) => {
          const term = terms[n];
          return term === undefined ? [] : [{ ...place, term }];
        }),
      );
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error }, 'where the replays stand could not be written');
      return false;
    }
  }
}
