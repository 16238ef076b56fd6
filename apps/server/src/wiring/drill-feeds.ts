import type { Pair } from '@plecho/domain';
import { ReplayFeed, type Track } from '../feeds/replay/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { begun, interrupted, type DrillChange, type DrillPlay } from '../replays/drills/drill.ts';
import type { DrillRecord, DrillStore } from '../replays/drills/ports.ts';
import { drillTracks, windowShift } from '../replays/drills/window.ts';
import type { DatasetLibrary } from '../replays/library.ts';

const LOOK_MS = 1_000;

export interface DrillFeedsOptions {
  store: Pick<DrillStore, 'find' | 'change' | 'save'>;
  library: DatasetLibrary;
  clock: Clock;
  log: Logger;
  /**
   * Resolves with the term in which all that was fired in a market that runs here is committed; null when it is not, or
   * not known to be. Never rejects.
   */
  committedIn(marketId: string): Promise<bigint | null>;
}

interface Playing {
  feed: ReplayFeed;
  cancelCountdown: () => void;
  /** Reads how it is to be played, one reading after another. */
  turn: Promise<void>;
}

const kept = (play: DrillPlay | null): DrillChange | null => (play === null ? null : { play, ends: false });

/**
 * Plays the drills whose markets run in this process as the database says they are played: operators write there, whichever
 * process they ask, and word of it comes at once. A look every second makes up for word that was lost.
 */
export class DrillFeeds {
  readonly #options: DrillFeedsOptions;
  readonly #playing = new Map<string, Playing>();
  readonly #stopLooking: () => void;

  constructor(options: DrillFeedsOptions) {
    this.#options = options;
    this.#stopLooking = options.clock.every(LOOK_MS, () => void this.#look());
  }

  /** The feed of a drill where it was left: it stands, and everybody is told so, until an operator lets it go on. */
  async open(marketId: string): Promise<ReplayFeed> {
    const { store, clock, library } = this.#options;
    const drill = await store.change(marketId, clock.now(), (at) => kept(interrupted(at)));
    if (drill === null) throw new Error(`there is no drill for the market ${marketId}`);
    const { speed, pathStep, playhead } = drill;
    const startAt = drill.startAt + windowShift(drill);
    const tracks = await tracksOf(library, drill);
    const feed = new ReplayFeed({ clock, startAt, speed, pathStep, paused: true, playedBefore: playhead }, tracks);
    this.#forget(marketId);
    this.#playing.set(marketId, { feed, cancelCountdown: () => undefined, turn: Promise.resolve() });
    return feed;
  }

  /** The pairs of its market. */
  async pairs(marketId: string): Promise<Pair[]> {
    const { store, library } = this.#options;
    const drill = await store.find(marketId);
    if (drill === null) throw new Error(`there is no drill for the market ${marketId}`);
    return (await tracksOf(library, drill)).map(({ pair }) => pair);
  }

  /** Word that a drill is to be played in another way; null: any may be. */
  changed(marketId: string | null): void {
    const { store, log } = this.#options;
    const ids = marketId === null ? [...this.#playing.keys()] : [marketId];
    for (const id of ids) {
      const playing = this.#playing.get(id);
      if (playing === undefined) continue;
      playing.turn = playing.turn
        .then(async () => this.#obey(id, playing, await store.find(id)))
        .catch((error: unknown) => log.warn({ err: error, market: id }, 'how a drill is played could not be read'));
    }
  }

  stop(): void {
    this.#stopLooking();
    for (const marketId of this.#playing.keys()) this.#forget(marketId);
  }

  #forget(marketId: string): void {
    this.#playing.get(marketId)?.cancelCountdown();
    this.#playing.delete(marketId);
  }

  #obey(marketId: string, playing: Playing, drill: DrillRecord | null): void {
    if (drill === null || this.#playing.get(marketId) !== playing) return;
    const { feed } = playing;
    const { speed } = feed.playback();
    if (drill.speed !== speed) feed.setSpeed(drill.speed);
    if (drill.state === 'playing' && !drill.ending) feed.resume();
    else feed.pause();
    playing.cancelCountdown();
    const { clock } = this.#options;
    const begins = drill.playsAt === null ? null : Math.max(0, drill.playsAt - drill.readAt);
    playing.cancelCountdown = begins === null ? () => undefined : clock.after(begins, () => void this.#begin(marketId));
  }

  /** The countdown is over. What fails is tried again at the next look. */
  async #begin(marketId: string): Promise<void> {
    const { store, clock, log } = this.#options;
    try {
      await store.change(marketId, clock.now(), (at) => kept(begun(at, at.readAt)));
      this.changed(marketId);
    } catch (error) {
      log.warn({ err: error, market: marketId }, 'a drill could not begin');
    }
  }

  async #look(): Promise<void> {
    for (const [marketId, { feed }] of this.#playing) if (feed.isStopped) this.#forget(marketId);
    this.changed(null);
    const places = [...this.#playing].map(async ([marketId, { feed }]) => {
      const place = { marketId, playhead: feed.played, pathStep: feed.pathStep };
      const term = await this.#options.committedIn(marketId);
      return term === null ? null : { ...place, term };
    });
    try {
      await this.#options.store.save((await Promise.all(places)).filter((place) => place !== null));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'where the drills stand could not be written');
    }
  }
}

async function tracksOf(library: DatasetLibrary, drill: DrillRecord): Promise<Track[]> {
  const dataset = await library.find(drill.datasetId);
  if (dataset === null) throw new Error(`the recording ${drill.datasetId} is gone`);
  return drillTracks(library, drill, dataset);
}
