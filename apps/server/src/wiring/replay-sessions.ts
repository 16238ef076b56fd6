import type { NewSession, SessionControl } from '@plecho/contract';
import type { MarketDesk } from '../engine/desk.ts';
import { pathStep } from '../feeds/replay/index.ts';
import { SharedBeat } from '../lib/shared-beat.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { Entropy } from '../network/ports.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import { choose } from '../replays/choice.ts';
import { sessionMarket } from '../replays/definitions.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord, ReplayPublisher, SessionRecord, SessionStore } from '../replays/ports.ts';
import type { ReplaySessionDesk } from '../replays/sessions.ts';
import { sessionView, type SessionView } from '../replays/session-view.ts';
import type { MarketStore } from '../storage/market-store.ts';
import { PersonalReplay, type PersonalReplayOptions } from './personal-replay.ts';

const PREFIX = 'session-';
/** That have not ended, of a person. */
const MOST_KEPT = 20;
/** That play at the same time, of a person. */
const MOST_PLAYING = 3;
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
  store: SessionStore;
  markets: Pick<MarketStore, 'find'>;
  accountIds: Pick<AccountIds, 'enter' | 'forget'>;
  once: Once<ReplayPublisher>;
}

/** With 2^48 to draw from, that the smaller numbers come more often is nothing. */
const drawBelow = (entropy: Entropy, below: number): number => Buffer.from(entropy(6)).readUIntBE(0, 6) % below;

interface NewReplay {
  id: string;
  userId: bigint;
  wanted: NewSession;
  datasets: readonly DatasetRecord[];
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
  readonly #stopSweeping: () => void;
  #saving: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: ReplaySessionsOptions) {
    this.#options = options;
    this.#beat = new SharedBeat(options.clock);
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

  isPersonal(marketId: string): boolean {
    return marketId.startsWith(PREFIX);
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

  async start(userId: bigint, wanted: NewSession, key: string | null): Promise<SessionView> {
    const { library, once, entropy, accountIds } = this.#options;
    const datasets = await library.list();
    const id = `${PREFIX}${Buffer.from(entropy(8)).toString('hex')}`;
    try {
      const marketId = await once(requestKey(userId, 'startReplay', key, wanted), (storage) =>
        this.#make(storage, { id, userId, wanted, datasets }),
      );
      const replay = await this.#own(marketId, userId);
      await accountIds.enter(userId, marketId);
      if (marketId === id) await replay.control({ action: 'resume' });
      return await this.#viewOf(replay.record(), datasets);
    } finally {
      this.#beginning.delete(id);
    }
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
    await this.#saving;
    await Promise.all([...this.#loaded.values()].map((replay) => replay.release()));
    await this.#save([...this.#loaded.values()]);
  }

  /** @returns its id. @throws Problem with what is in the way */
  async #make(storage: ReplayPublisher, { id, userId, wanted, datasets }: NewReplay): Promise<string> {
    this.#takePlace(id, userId);
    if ((await storage.unfinished(userId)) >= MOST_KEPT) throw new Problem('too_many_sessions');
    const { dataset, symbols, startAt } = choose(datasets, wanted, (below) => drawBelow(this.#options.entropy, below));
    const { masked, speed } = wanted;
    const record: SessionRecord = {
      ...{ marketId: id, userId, datasetId: dataset.id, symbols, startAt, masked, speed, ended: false },
      ...{ createdAt: this.#options.clock.now(), playhead: 0, pathStep: pathStep(speed) },
    };
    const market = sessionMarket(record, dataset);
    await storage.addMarket(market, record.createdAt);
    await storage.addSession({ ...record, playhead: market.startAt * 1000 - 1 });
    return id;
  }

  #viewOf(record: SessionRecord, datasets: readonly DatasetRecord[]): Promise<SessionView> {
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
    const { store, markets, library } = this.#options;
    try {
      const session = await store.find(marketId);
      const definition = session === null ? null : await markets.find(marketId);
      const dataset = session === null ? null : await library.find(session.datasetId);
      if (session === null || definition === null || dataset === null || this.#stopped) return null;
      const replay = new PersonalReplay({ ...this.#options, beat: this.#beat, session, definition, dataset });
      await replay.rest();
      this.#loaded.set(marketId, replay);
      return replay;
    } finally {
      this.#loading.delete(marketId);
    }
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
      const { marketId, userId } = replay.record();
      replay.forget();
      this.#loaded.delete(marketId);
      this.#options.accountIds.forget(userId, marketId);
    }
  }

  /** @returns false when it could not be written. Never rejects. */
  async #save(replays: readonly PersonalReplay[]): Promise<boolean> {
    try {
      await this.#options.store.save(await Promise.all(replays.map((replay) => replay.place())));
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error }, 'where the replays stand could not be written');
      return false;
    }
  }
}
