import type { DrillControl } from '@plecho/contract';
import type { Candle } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { ReplayFeed } from '../feeds/replay/index.ts';
import { CollectingSink } from '../feeds/test/collect.ts';
import { createLogger } from '../lib/logger.ts';
import { controlled, type DrillPlay } from '../replays/drills/drill.ts';
import type { DrillPlace, DrillRecord, DrillStore } from '../replays/drills/ports.ts';
import { DatasetLibrary } from '../replays/library.ts';
import type { DatasetStore } from '../replays/ports.ts';
import { DrillFeeds } from './drill-feeds.ts';

const START = Date.parse('2026-02-05T12:00:00Z') / 1000;
const MARKET = 'drill-1';
const SPEED = 60;
const LOOK_MS = 1_000;
const SYMBOL = 'LINKUSDT';
const BEHIND_MS = 5_000;
const PRICE = 1_000_000_000n;
const NEW: DrillRecord = {
  ...{ marketId: MARKET, classId: 1n, classCode: 'HARB2R7K', datasetId: 'd-1', symbols: [SYMBOL], startAt: START },
  ...{
    minutes: 120,
    masked: false,
    createdAt: 0,
    readAt: 0,
    state: 'waiting',
    playsAt: null,
    speed: SPEED,
    version: 1,
  },
  ...{ playhead: START * 1000 - 1, pathStep: 5_000, ending: false, ended: false, members: 0 },
};
const candle = (_: unknown, minute: number): Candle => ({
  ...{ time: START + minute * 60, open: PRICE, high: PRICE, low: PRICE, close: PRICE, volume: 1n },
});

/** What is stored of one drill. */
class OneDrill implements Pick<DrillStore, 'find' | 'change' | 'save'> {
  drill: DrillRecord;
  isGone = false;
  readonly saved: DrillPlace[] = [];
  readonly #now: () => number;

  constructor(drill: DrillRecord, now: () => number) {
    this.drill = drill;
    this.#now = now;
  }

  find = (): Promise<DrillRecord> => Promise.resolve({ ...this.drill, readAt: this.#now() });

  change: DrillStore['change'] = (_id, _now, decide) => {
    if (this.isGone) return Promise.reject(new Error('the database is gone'));
    const drill = { ...this.drill, readAt: this.#now() };
    this.drill = { ...drill, ...decide(drill)?.play };
    return Promise.resolve(this.drill);
  };

  save = (places: readonly DrillPlace[]): Promise<void> => {
    this.saved.push(...places);
    return Promise.resolve();
  };
}

/** Everything that was waited for has gone on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function setup(play: Partial<DrillRecord> = {}) {
  const clock = new FakeClock(1_000_000);
  // The clock of this process says another time than that of the database.
  const store = new OneDrill({ ...NEW, ...play }, () => clock.now() - BEHIND_MS);
  const recording = {
    ...{ id: 'd-1', story: null, provenance: 'unverified' as const, sha256: [] },
    series: [{ symbol: SYMBOL, priceDecimals: 3, first: START, last: START + 119 * 60, minutes: 120 }],
  };
  const datasets: DatasetStore = {
    list: () => Promise.resolve([recording]),
    find: () => Promise.resolve(recording),
    add: () => Promise.resolve(false),
    read: () => Promise.resolve(Array.from({ length: 120 }, candle)),
  };
  const market = { isCommitted: true };
  const feeds = new DrillFeeds({
    ...{ store, library: new DatasetLibrary(datasets, clock), clock, log: createLogger('silent') },
    committedIn: () => Promise.resolve(market.isCommitted ? 1n : null),
  });
  const feed = await feeds.open(MARKET);
  // As its market does.
  await feed.start(new CollectingSink(), feed.playedBefore);
  /** An operator does something, and word of it comes unless it is lost. */
  const control = async (
    asked: DrillControl extends infer C ? (C extends DrillControl ? Omit<C, 'version'> : never) : never,
    isTold = true,
  ): Promise<void> => {
    const { drill } = store;
    const ask = ({ readAt: now }: DrillRecord): ReturnType<typeof controlled> =>
      controlled(drill, { ...asked, version: drill.version }, { isOver: false, now });
    await store.change(MARKET, clock.now(), ask);
    if (isTold) feeds.changed(MARKET);
    await turn();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await turn();
  };
  return { store, market, feeds, feed, control, pass };
}

/** How far it is played while time passes, ms of the market's clock. */
async function playedIn(ms: number, feed: ReplayFeed, pass: (ms: number) => Promise<void>): Promise<number> {
  const before = feed.played;
  await pass(ms);
  return feed.played - before;
}

describe('a drill in the process that has its market', () => {
  it.each<[DrillPlay['state'], DrillPlay['state']]>([
    ['playing', 'paused'],
    ['paused', 'paused'],
    ['countdown', 'waiting'],
    ['waiting', 'waiting'],
  ])('O1 that was %s when the one before was gone stands %s where it was left', async (state, stands) => {
    const playhead = (START + 600) * 1000;
    const { store, feed, pass } = await setup({ state, playhead, playsAt: state === 'countdown' ? 1_000_500 : null });
    expect(store.drill).toMatchObject({ state: stands, playsAt: null, version: state === stands ? 1 : 2 });
    expect(feed.played).toBe(playhead);
    expect(await playedIn(60_000, feed, pass)).toBe(0);
  });

  it('plays when the countdown is over and not before, at its speed, until somebody pauses it', async () => {
    const { store, feed, control, pass } = await setup();
    await control({ action: 'start', seconds: 5 });
    expect(await playedIn(4_999, feed, pass)).toBe(0);
    expect(store.drill.state).toBe('countdown');
    await pass(1);
    expect(store.drill.state).toBe('playing');
    const played = await playedIn(10_000, feed, pass);
    expect(played).toBeGreaterThan(9_000 * SPEED);
    // The very beginning is a millisecond before the first tick.
    expect(played).toBeLessThanOrEqual(10_000 * SPEED + 1);
    await control({ action: 'speed', speed: 1 });
    expect(await playedIn(10_000, feed, pass)).toBeLessThanOrEqual(10_000);
    await control({ action: 'pause' });
    expect(await playedIn(60_000, feed, pass)).toBe(0);
  });

  it('stands when its countdown is stopped, and when it is to end', async () => {
    const { store, feed, control, pass } = await setup();
    await control({ action: 'start', seconds: 5 });
    await control({ action: 'pause' });
    expect(await playedIn(60_000, feed, pass)).toBe(0);
    expect(store.drill.state).toBe('waiting');
    store.drill = { ...store.drill, state: 'playing', ending: true };
    expect(await playedIn(60_000, feed, pass)).toBe(0);
  });

  it('hears within a second of what word was lost of, and begins when the database is back', async () => {
    const { store, feed, control, pass } = await setup();
    await control({ action: 'start', seconds: 5 }, false);
    await pass(LOOK_MS);
    store.isGone = true;
    expect(await playedIn(10_000, feed, pass)).toBe(0);
    store.isGone = false;
    // One look finds that it is time, and what follows it plays.
    await pass(LOOK_MS);
    await pass(0);
    expect(store.drill.state).toBe('playing');
    expect(await playedIn(2_000, feed, pass)).toBeGreaterThan(0);
  });

  it('E8 is written as having come as far as all that was fired is committed', async () => {
    const { store, market, feed, control, pass } = await setup({ state: 'paused' });
    await control({ action: 'resume' });
    market.isCommitted = false;
    await pass(3 * LOOK_MS);
    expect(store.saved.every(({ playhead }) => playhead < START * 1000)).toBe(true);
    market.isCommitted = true;
    await control({ action: 'pause' });
    await pass(LOOK_MS);
    expect(store.saved.at(-1)).toEqual({ marketId: MARKET, term: 1n, playhead: feed.played, pathStep: feed.pathStep });
  });
});
