import type { Candle } from '@plecho/domain';
import { countedIds, FakeClock } from '@plecho/testkit';
import { describe, expect, it, vi } from 'vitest';
import { MemoryBus } from '../../test/support/memory-bus.ts';
import { ClusterReplays } from '../cluster/replay-sessions.ts';
import { engineOf } from '../cluster/replay-asks.ts';
import { UnavailableError } from '../commands/command.ts';
import { MarketDesk } from '../engine/desk.ts';
import { EndedMarket } from '../engine/ended-market.ts';
import { KeyRegister } from '../engine/key-register.ts';
import { localSide } from '../engine/local-side.ts';
import { createLogger } from '../lib/logger.ts';
import { sessionMarket } from '../replays/definitions.ts';
import { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord, SessionPlace, ReplaySessionRecord } from '../replays/ports.ts';
import { createPool } from '../storage/connection.ts';
import { ReplaySessions, type ReplaySessionsOptions } from './replay-sessions.ts';

const AT = Date.parse('2026-02-05T00:00:00Z') / 1000;
const PRICE = 1_000_000_000n;
const CANDLES = Array.from({ length: 10 }, (_, n): Candle => ({
  ...{ time: AT + n * 60, open: PRICE, high: PRICE, low: PRICE, close: PRICE, volume: 0n },
}));
const DATASET: DatasetRecord = {
  ...{ id: 'd-1', story: null, provenance: 'unverified', sha256: ['ab'.repeat(32)] },
  series: [{ symbol: 'LINKUSDT', priceDecimals: 2, first: AT, last: AT + 540, minutes: 10 }],
};
const OWNER = 7n;

const idOf = (n: number): string => `session-${n}`;
const record = (n: number, ended: boolean): ReplaySessionRecord => ({
  ...{ marketId: idOf(n), userId: OWNER, datasetId: 'd-1', symbols: ['LINKUSDT'], startAt: AT, masked: false },
  ...{ createdAt: 0, playhead: AT * 1000 + n, pathStep: 5_000, speed: 60, ended },
});

/** Those with an odd number have ended, the others rest. */
function setup(shared: Pick<ReplaySessionsOptions, 'ownership' | 'follow'> = {}) {
  const clock = new FakeClock(0);
  const desk = new MarketDesk('main');
  const saved = new Map<string, SessionPlace>();
  const forgotten: string[] = [];
  const subscribed = new Set<string>();
  const storage = { fails: false };
  const find = (marketId: string): ReplaySessionRecord => {
    const n = Number(marketId.split('-')[1]);
    return { ...record(n, n % 2 === 1), ...saved.get(marketId) };
  };
  const app = { user: 'nobody', password: '' };
  const target = { ownerUrl: 'postgres://nobody@127.0.0.1:1/nothing', schema: 'plecho', app };
  const unused = (): never => {
    throw new Error('nobody trades here');
  };
  const sessions = new ReplaySessions({
    ...shared,
    ...{
      desk,
      clock,
      log: createLogger('silent'),
      entropy: unused,
      once: unused,
      writer: unused,
      signer: unused,
      ids: countedIds(unused),
      keys: new KeyRegister(),
    },
    ...{ target, pool: createPool({ connectionString: target.ownerUrl }) },
    library: new DatasetLibrary(
      {
        ...{ list: () => Promise.resolve([DATASET]), find: () => Promise.resolve(DATASET), add: unused },
        read: () => Promise.resolve(CANDLES),
      },
      clock,
    ),
    store: {
      list: () => Promise.resolve([]),
      find: (marketId) => Promise.resolve(find(marketId)),
      save: (places) => {
        if (storage.fails) return Promise.reject(new Error('the database is gone'));
        for (const place of places) saved.set(place.marketId, place);
        return Promise.resolve();
      },
    },
    markets: {
      find: (id) =>
        Promise.resolve({ ...sessionMarket(find(id), DATASET), withdrawn: false, ending: false, halted: false }),
    },
    accountIds: { enter: unused, forget: (_userId, marketId) => void forgotten.push(marketId) },
    isWatched: () => false,
    isSubscribed: (marketId) => subscribed.has(marketId),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let n = 0; n < 50; n += 1) await Promise.resolve();
  };
  return { sessions, desk, saved, forgotten, subscribed, storage, pass };
}

describe('personal replays that nobody comes back to', () => {
  it('three hundred that rest or are over leave fifty in memory, those that were asked for last', async () => {
    const { sessions, desk, saved, forgotten, pass } = setup();
    for (let n = 0; n < 300; n += 1) await sessions.admit(idOf(n), OWNER);
    await sessions.admit(idOf(0), OWNER);
    await pass(5_000);
    expect([sessions.figures().loaded, desk.all().length]).toEqual([300, 300]);
    await pass(6_000);
    expect([sessions.figures().loaded, desk.all().length]).toEqual([50, 50]);
    expect(desk.get(idOf(0))).not.toBeNull();
    expect(desk.get(idOf(1))).toBeNull();
    expect([forgotten.length, saved.get(idOf(1))?.playhead]).toEqual([250, AT * 1000 + 1]);
    await sessions.admit(idOf(1), OWNER);
    expect((await desk.get(idOf(1))?.status())?.now).toBe(AT * 1000 + 1);
  });

  it('keeps what a stream has something of, and everything while the database is gone', async () => {
    const { sessions, desk, subscribed, storage, pass } = setup();
    for (let n = 0; n < 100; n += 1) await sessions.admit(idOf(n), OWNER);
    subscribed.add(idOf(0));
    storage.fails = true;
    await pass(11_000);
    expect(sessions.figures().loaded).toBe(100);
    storage.fails = false;
    await pass(1_000);
    expect(sessions.figures().loaded).toBe(51);
    expect(desk.get(idOf(0))).not.toBeNull();
    subscribed.clear();
    await pass(1_000);
    expect([sessions.figures().loaded, desk.get(idOf(0))]).toEqual([50, null]);
  });

  it('O1 whoever still holds one that was let go of is sent away: another may stand in its place', async () => {
    const { sessions, desk, pass } = setup();
    await sessions.admit(idOf(0), OWNER);
    const held = desk.get(idOf(0));
    for (let n = 1; n <= 50; n += 1) await sessions.admit(idOf(n), OWNER);
    await pass(11_000);
    expect(desk.get(idOf(0))).toBeNull();
    await expect(held?.submit({ type: 'openAccount', userId: OWNER })).rejects.toThrow('was let go of');
    expect([sessions.figures().awake, desk.get(idOf(0))]).toEqual([0, null]);
  });
});

describe('personal replays that another process has taken', () => {
  it('O1 one that is shown here goes on there for whoever holds it, the others are let go of', async () => {
    const lost: string[] = [];
    const done = (): Promise<void> => Promise.resolve();
    const { sessions, desk, pass } = setup({
      ownership: {
        ...{ take: () => Promise.resolve({ term: 1n, heldBy: null }), serve: () => Promise.resolve(() => undefined) },
        ...{ lost: () => Promise.resolve(lost.splice(0)), giveUp: done, fence: done },
      },
      follow: (definition, pairs) =>
        definition.id !== idOf(0)
          ? null
          : localSide(
              new EndedMarket({
                ...{ definition, pairs: [...pairs.values()], members: 77, lastDays: new Map(), log: null },
                ...{ candles: { read: () => Promise.resolve([]) }, earlierOutcome: () => Promise.resolve(null) },
              }),
            ),
    });
    for (const n of [0, 2]) await sessions.admit(idOf(n), OWNER);
    const held = desk.get(idOf(0));
    lost.push(idOf(0), idOf(2));
    await pass(1_000);
    expect(desk.get(idOf(0))).toBe(held);
    expect((await held?.status())?.members).toBe(77);
    expect([desk.get(idOf(2)), sessions.figures().loaded]).toEqual([null, 0]);
  });
});

describe('personal replays that the others could not be told of', () => {
  it('O1 one that NATS was lost for is nobody’s, and whole for whoever asks again', async () => {
    const bus = new MemoryBus();
    const [taken, givenUp]: [bigint[], bigint[]] = [[], []];
    const take = (): Promise<{ term: bigint; heldBy: null }> => {
      const term = BigInt(taken.length + 1);
      taken.push(term);
      return Promise.resolve({ term, heldBy: null });
    };
    const giveUp = (_marketId: string, term: bigint): Promise<void> => Promise.resolve(void givenUp.push(term));
    const owners = { take, giveUp, lost: () => Promise.resolve([]), fence: () => Promise.resolve() };
    const ownership = new ClusterReplays({ bus, owners, serveMarket: () => () => undefined });
    const { sessions, desk, saved } = setup({ ownership });
    ownership.answer(sessions, (marketId) => desk.get(marketId));
    const id = idOf(0);
    const asked = { ask: 'admit', userId: OWNER, marketId: id };

    vi.spyOn(bus, 'flushed').mockRejectedValueOnce(new UnavailableError('there is no connection to NATS'));
    await expect(sessions.admit(id, OWNER)).rejects.toThrow('there is no connection to NATS');
    expect([desk.get(id), sessions.figures().loaded, givenUp]).toEqual([null, 0, [1n]]);
    expect(saved.get(id)).toMatchObject({ playhead: AT * 1000, term: 1n });
    await expect(bus.request(engineOf(id), asked)).rejects.toThrow('nobody answers');

    await sessions.admit(id, OWNER);
    expect(taken).toEqual([1n, 2n]);
    expect(await bus.request(engineOf(id), asked)).toMatchObject({ definition: { id } });
    await sessions.stop();
    expect(saved.get(id)).toMatchObject({ playhead: AT * 1000, term: 2n });
  });
});
