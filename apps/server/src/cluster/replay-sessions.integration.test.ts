import { randomBytes, randomUUID } from 'node:crypto';
import type { NewReplaySession } from '@plecho/contract';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { insertUsers } from '../../test/harness/trading.ts';
import { RECORDED_AT, RECORDED_PAIR } from '../../test/support/replays.ts';
import { UnavailableError } from '../commands/command.ts';
import { MarketDesk } from '../engine/desk.ts';
import { KeyRegister } from '../engine/key-register.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { AccountIds } from '../queries/account-ids.ts';
import { DatasetLibrary } from '../replays/library.ts';
import { PgAccountReader } from '../storage/account-reader.ts';
import { appConfig, createPool, type Target } from '../storage/connection.ts';
import { PgDatasetStore } from '../storage/dataset-store.ts';
import { openIdSource } from '../storage/id-source.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';
import { WriterConnection } from '../storage/journal/writer-connection.ts';
import { MarketStore } from '../storage/market-store.ts';
import { PgReplayOwners } from '../storage/replay-owners.ts';
import { TEST_SIGNER } from '../../test/simulation/memory-log.ts';
import { PgReplaySessionStore, replayPublisher } from '../storage/replay-session-store.ts';
import { ReplaySessions } from '../wiring/replay-sessions.ts';
import { Bus } from './bus.ts';
import { ClusterReplays, RemoteReplaySessions } from './replay-sessions.ts';

/** An engine waits for everything by so much less. */
const HASTE = 20;
const MINUTES = 7 * 1_440;
const DATASET = 'd-of-the-cluster';
const UNIT = 100_000_000n;

const db = useDatabase();
const nats = useNats();
const log = createLogger('silent');
let users: bigint[];

/** A process that plays: killed, it keeps nothing; frozen, it keeps its connections and does nothing. */
class Engine {
  readonly name: string;
  readonly desk = new MarketDesk('main');
  /** Terms by market, as they were served. */
  readonly served = new Map<string, bigint>();
  readonly sessions: ReplaySessions;
  readonly #bus: Bus;
  readonly #pool: Pool;
  readonly #stopAnswering: () => void;
  #isFrozen = false;

  private constructor(name: string, bus: Bus, ids: Awaited<ReturnType<typeof openIdSource>>, target: Target) {
    this.name = name;
    this.#bus = bus;
    const pool = createPool({ ...appConfig(target), max: 4 });
    this.#pool = pool;
    const writer = new WriterConnection(target);
    const clock = this.#clock();
    const ownership = new ClusterReplays({
      ...{ bus, owners: new PgReplayOwners(pool, target.schema, name) },
      serveMarket: (marketId, term) => {
        this.served.set(marketId, term);
        return () => void this.served.delete(marketId);
      },
    });
    const markets = new MarketStore(pool);
    this.sessions = new ReplaySessions({
      ...{ target, pool, clock, log, ids, markets, ownership, desk: this.desk, entropy: randomBytes },
      keys: new KeyRegister(),
      library: new DatasetLibrary(new PgDatasetStore(pool), clock),
      accountIds: new AccountIds(new PgAccountReader(pool), this.desk),
      store: new PgReplaySessionStore(pool),
      once: createOnce(pool, clock, replayPublisher),
      writer: () => writer,
      signer: () => TEST_SIGNER,
      isWatched: () => true,
      isSubscribed: () => false,
    });
    this.#stopAnswering = ownership.answer(this.sessions, (id) => this.desk.get(id));
  }

  static async open(): Promise<Engine> {
    const name = `engine-${randomUUID()}`;
    const url = new URL(db.target.ownerUrl);
    url.searchParams.set('application_name', name);
    const engine = new Engine(name, await connect(name), await openIdSource(db.pool), {
      ...{ ...db.target, ownerUrl: url.href },
    });
    await engine.#bus.flushed();
    return engine;
  }

  get loaded(): number {
    return this.sessions.figures().loaded;
  }

  /** It hears nothing any more from the other processes. */
  async cutOff(): Promise<void> {
    await this.#bus.close();
  }

  async freeze(): Promise<void> {
    this.#isFrozen = true;
    await this.#bus.close();
  }

  async kill(): Promise<void> {
    await this.freeze();
    await db.owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      this.name,
    ]);
  }

  async stop(): Promise<void> {
    this.#stopAnswering();
    await this.sessions.stop();
    await this.#pool.end();
    await this.#bus.close();
  }

  #clock(): Clock {
    const unlessFrozen = (run: () => void) => () => {
      if (!this.#isFrozen) run();
    };
    return {
      ...systemClock,
      every: (ms, run) => systemClock.every(ms / HASTE, unlessFrozen(run)),
      after: (ms, run) => systemClock.after(ms / HASTE, unlessFrozen(run)),
    };
  }
}

/** A process that shows. */
class Edge {
  /** Markets that are on its desk, with the symbols of their pairs. */
  readonly shown = new Map<string, string[]>();
  /** Markets that its streams show. */
  readonly watched = new Set<string>();
  readonly sessions: RemoteReplaySessions;
  readonly #bus: Bus;

  private constructor(bus: Bus) {
    this.#bus = bus;
    this.sessions = new RemoteReplaySessions({
      ...{ bus, isSubscribed: (id) => this.watched.has(id) },
      clock: { ...systemClock, every: (ms, run) => systemClock.every(ms / HASTE, run) },
      show: ({ id }, pairs) => void this.shown.set(id, [...pairs.keys()]),
      hide: (id) => void this.shown.delete(id),
    });
  }

  static async open(): Promise<Edge> {
    return new Edge(await connect('edge'));
  }

  async stop(): Promise<void> {
    this.sessions.stop();
    await this.#bus.close();
  }
}

const connect = (name: string): Promise<Bus> =>
  Bus.connect({ url: nats.url, installation: db.target.schema, name, onError: (error) => log.error(error) });

let edges: [Edge, Edge];
let engines: Engine[];
beforeAll(async () => {
  users = await insertUsers(db.pool, 2);
  const candles = Array.from({ length: MINUTES }, (_, n) => {
    const close = 10n * UNIT + (BigInt(n % 3) * UNIT) / 100n;
    return { ...{ time: RECORDED_AT + n * 60, open: 10n * UNIT, high: close, low: 10n * UNIT, close }, volume: 5n };
  });
  const { symbol, priceDecimals } = RECORDED_PAIR;
  await new PgDatasetStore(db.pool).add(
    {
      ...{ id: DATASET, story: null, provenance: 'unverified', sha256: ['ab'.repeat(32)] },
      pairs: [{ symbol, priceDecimals, candles }],
    },
    Date.now(),
  );
  edges = [await Edge.open(), await Edge.open()];
  engines = [];
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});
afterAll(() => Promise.all(edges.map((edge) => edge.stop())));

async function engine(): Promise<Engine> {
  const opened = await Engine.open();
  engines.push(opened);
  return opened;
}

const wanted: NewReplaySession = {
  ...{ dataset: DATASET, symbols: [RECORDED_PAIR.symbol], startAt: RECORDED_AT + 3 * 86_400, speed: 60, masked: false },
};
const [one, other] = [(): Edge => edges[0], (): Edge => edges[1]];
const user = (): bigint => users[0] ?? 0n;
const stranger = (): bigint => users[1] ?? 0n;
/** So often a start is asked for, 10 s each: together nearly as long as a test may take. */
const ATTEMPTS = 20;
/** Asked again under its key when nobody has answered in time, as a person does: a machine can be as busy as that. */
async function start(key: string = randomUUID()): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await one().sessions.start(user(), wanted, key)).session.marketId;
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === ATTEMPTS) throw error;
    }
  }
}
const having = (marketId: string): Engine[] => engines.filter(({ served }) => served.has(marketId));
const finish = (marketId: string): Promise<unknown> => one().sessions.control(user(), marketId, { action: 'finish' });

it('a replay that is started over one edge is shown, listed and controlled over another, wherever it is', async () => {
  await engine();
  await engine();
  const marketId = await start();
  expect(having(marketId)).toHaveLength(1);
  await one().sessions.admit(marketId, user());
  await other().sessions.admit(marketId, user());
  for (const { shown } of edges) expect(shown.get(marketId)).toEqual([RECORDED_PAIR.symbol]);
  expect(await other().sessions.list(user())).toMatchObject([{ session: { marketId }, playing: true }]);
  expect(await other().sessions.control(user(), marketId, { action: 'pause' })).toMatchObject({ playing: false });
  expect(await one().sessions.list(user())).toMatchObject([{ playing: false }]);

  for (const edge of edges) {
    await expect(edge.sessions.admit(marketId, stranger())).rejects.toThrow('unknown_market');
    await expect(edge.sessions.control(stranger(), marketId, { action: 'finish' })).rejects.toThrow('unknown_market');
    await expect(edge.sessions.admit('session-0123', user())).rejects.toThrow('unknown_market');
    expect(await edge.sessions.list(stranger())).toEqual([]);
  }
  expect(await finish(marketId)).toMatchObject({ session: { ended: true } });
});

it('L6 a start that is asked again over another edge is the one replay, and it plays on', async () => {
  await engine();
  await engine();
  const [first, again] = await Promise.all([
    one().sessions.start(user(), wanted, 'the same'),
    other().sessions.start(user(), wanted, 'the same'),
  ]);
  expect(again.session.marketId).toBe(first.session.marketId);
  const repeated = await other().sessions.start(user(), wanted, 'the same');
  expect(repeated).toMatchObject({ session: { marketId: first.session.marketId }, playing: true });
  await finish(first.session.marketId);
});

it('L7 a start with an id is the one replay, however often and wherever it is asked, also when it is over', async () => {
  await engine();
  await engine();
  const id = 'session-00000000000000aa';
  const asked = [one(), other(), one()].map(({ sessions }) => sessions.start(user(), wanted, null, id));
  for (const { session } of await Promise.all(asked)) expect(session.marketId).toBe(id);
  expect((await other().sessions.list(user())).filter(({ session }) => session.marketId === id)).toHaveLength(1);
  await finish(id);
  expect((await other().sessions.start(user(), wanted, null, id)).session).toMatchObject({ marketId: id, ended: true });
  await expect(one().sessions.start(stranger(), wanted, null, id)).rejects.toThrow('unknown_market');
});

it('plays no more of a person than allowed, on whatever engines', async () => {
  await engine();
  await engine();
  const playing = [await start(), await start(), await start('the third')];
  await expect(start()).rejects.toThrow('too_many_playing');
  expect(await start('the third')).toBe(playing[2]);
  await one().sessions.control(user(), playing[0] ?? '', { action: 'pause' });
  const fourth = await start();
  await expect(one().sessions.control(user(), playing[0] ?? '', { action: 'resume' })).rejects.toThrow(
    'too_many_playing',
  );
  for (const marketId of [...playing, fourth]) await finish(marketId);
});

it('O1 two engines that are asked at once for one that is nowhere: one of them has it', async () => {
  const first = await engine();
  const marketId = await start();
  await other().sessions.control(user(), marketId, { action: 'pause' });
  await first.stop();
  const { rows } = await db.pool.query('SELECT owner, term FROM replay_sessions WHERE market_id = $1', [marketId]);
  expect(rows).toEqual([{ owner: null, term: 1n }]);
  engines.length = 0;
  await Promise.all([engine(), engine(), engine()]);
  await Promise.all([0, 1, 2, 3].flatMap(() => edges.map(({ sessions }) => sessions.admit(marketId, user()))));
  expect(engines.map(({ loaded }) => loaded).toSorted()).toEqual([0, 0, 1]);
  expect(having(marketId)).toHaveLength(1);
  await finish(marketId);
});

it('O1 of two that take one in the same moment the later is refused, and has it when the other had time to answer', async () => {
  const first = await engine();
  const marketId = await start();
  await first.stop();
  engines.length = 0;
  const [one, another] = ['one', 'another'].map((name) => new PgReplayOwners(db.pool, db.target.schema, name));
  const taken = await Promise.all([one?.take(marketId), another?.take(marketId)]);
  expect(taken.map((each) => each?.term ?? null).toSorted()).toEqual([2n, null]);
  const [winner, loser] = taken[0] === null ? [another, one] : [one, another];
  expect([await loser?.take(marketId), (await winner?.take(marketId))?.term]).toEqual([null, 3n]);
  await db.owner.query("UPDATE replay_sessions SET taken_at = taken_at - interval '2 seconds' WHERE market_id = $1", [
    marketId,
  ]);
  expect((await loser?.take(marketId))?.term).toBe(4n);
  await loser?.giveUp(marketId, 4n);
  await engine();
  await finish(marketId);
});

it('E8 L7 of an engine that is killed another goes on where it was saved, paused', async () => {
  const killed = await engine();
  const marketId = await start();
  const term = killed.served.get(marketId) ?? 0n;
  const begun = RECORDED_AT * 1000 + 3 * 86_400_000;
  const saved = async (): Promise<number> => (await new PgReplaySessionStore(db.pool).find(marketId))?.playhead ?? 0;
  await expect.poll(saved).toBeGreaterThan(begun + 1_000);
  const heir = await engine();
  await killed.kill();
  const playhead = await saved();
  expect(await other().sessions.list(user())).toContainEqual(
    expect.objectContaining({ playing: false, session: expect.objectContaining({ marketId }) as unknown }),
  );
  const view = await other().sessions.control(user(), marketId, { action: 'speed', speed: 10 });
  expect(view).toMatchObject({ playing: false, session: { speed: 10 } });
  expect(view.session.playhead).toBeGreaterThanOrEqual(playhead);
  expect(heir.served.get(marketId)).toBeGreaterThan(term);
  expect(await one().sessions.control(user(), marketId, { action: 'resume' })).toMatchObject({ playing: true });
  await finish(marketId);
});

it('O1 an engine that hears nothing any more lets go of what another was asked for', async () => {
  const deaf = await engine();
  const marketId = await start();
  await db.pool.query(`UPDATE replay_sessions SET taken_at = taken_at - interval '1 hour'`);
  const heir = await engine();
  await deaf.cutOff();
  expect(await one().sessions.control(user(), marketId, { action: 'resume' })).toMatchObject({ playing: true });
  expect([deaf.loaded, heir.loaded, deaf.served.size]).toEqual([0, 1, 0]);
  // The other has it as soon as its lock is given up; what is left of it here goes after that.
  await expect.poll(() => deaf.desk.get(marketId)).toBeNull();
  await finish(marketId);
});

it('O1 the connection of an engine that is frozen is ended: it writes nothing when it comes back', async () => {
  const frozen = await engine();
  const marketId = await start();
  const term = frozen.served.get(marketId) ?? 0n;
  await db.pool.query(`UPDATE replay_sessions SET taken_at = taken_at - interval '1 hour'`);
  const heir = await engine();
  await frozen.freeze();
  expect(await one().sessions.control(user(), marketId, { action: 'resume' })).toMatchObject({ playing: true });
  expect(heir.sessions.figures()).toEqual({ playing: 1, awake: 1, loaded: 1 });
  expect(frozen.loaded).toBe(1);
  await finish(marketId);
  // What it was about to say of where the replay stands.
  const store = new PgReplaySessionStore(db.pool);
  const at = await store.find(marketId);
  if (at === null) throw new Error('it is gone');
  await store.save([{ ...at, playhead: at.playhead + 60_000, term }]);
  expect((await store.find(marketId))?.playhead).toBe(at.playhead);
});

it('L7 somebody who only watches is shown what another engine has taken over from one that is gone', async () => {
  const killed = await engine();
  const marketId = await start();
  await one().sessions.admit(marketId, user());
  one().watched.add(marketId);
  await db.pool.query(`UPDATE replay_sessions SET taken_at = taken_at - interval '1 hour'`);
  const heir = await engine();
  await killed.kill();
  await expect.poll(() => heir.served.has(marketId)).toBe(true);
  one().watched.clear();
  await finish(marketId);
});
