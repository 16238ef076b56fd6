import type { Candle } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { IntegrityError } from '../commands/batch.ts';
import type { AccountEvent } from '../engine/events.ts';
import { AlertRoom } from './alert-room.ts';
import { AlertWatch } from './alert-watch.ts';
import type { AlertStore, NewRing, StoredAlert } from './ports.ts';

const START = 1_790_000_000_000;
const CROSS: StoredAlert = {
  ...{ id: 1n, userId: 1n, marketId: 'main', pause: null, expiresAt: null, createdAt: START, rings: 0 },
  ...{ restsUntil: null, position: null, terms: { kind: 'cross', symbol: 'AUSDT', direction: 'up', level: 100n } },
};
const NEAR: StoredAlert = {
  ...{ ...CROSS, id: 2n, position: { side: 'long', liquidationPrice: 50n } },
  terms: { kind: 'liquidation', symbol: 'AUSDT', direction: 'down', percent: 1_000, positionId: 7n },
};

/** A storage that a test keeps waiting or lets fail. */
class Storage implements AlertStore {
  alerts: StoredAlert[] = [];
  reading: Promise<void> = Promise.resolve();
  fault: Error | null = null;
  /** The alert with which nothing is written. */
  refused: bigint | null = null;
  readonly rung: NewRing[] = [];
  readonly dropped: bigint[] = [];

  async ofMarket(): Promise<StoredAlert[]> {
    const seen = this.alerts;
    await this.reading;
    if (this.fault !== null) throw this.fault;
    return seen;
  }

  async byIds(ids: readonly bigint[]): Promise<StoredAlert[]> {
    return (await this.ofMarket()).filter(({ id }) => ids.includes(id));
  }

  ring(rings: readonly NewRing[]): Promise<ReadonlySet<bigint>> {
    if (this.fault !== null) return Promise.reject(this.fault);
    if (rings.some(({ id }) => id === this.refused)) return Promise.reject(new IntegrityError('out of range'));
    this.rung.push(...rings);
    return Promise.resolve(new Set(rings.map(({ id }) => id)));
  }

  arm(): Promise<void> {
    return Promise.resolve();
  }

  drop(ids: readonly bigint[]): Promise<void> {
    this.dropped.push(...ids);
    return Promise.resolve();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function watching(alerts: StoredAlert[]) {
  const clock = new FakeClock(START);
  const storage = new Storage();
  storage.alerts = alerts;
  const here = new Set(['main']);
  const failures: unknown[] = [];
  const watch = new AlertWatch({
    ...{ store: storage, clock, markets: { get: () => null } },
    isHere: (id) => here.has(id),
    onFailure: (error) => failures.push(error),
  });
  let seq = 0n;
  const tick = (price: bigint, marketId = 'main'): void =>
    watch.price(marketId, { seq: (seq += 1n), symbol: 'AUSDT', price, time: START + Number(seq) });
  const second = async (): Promise<void> => {
    clock.advance(1_000);
    await settled();
  };
  return { watch, storage, here, failures, tick, second };
}

const moved = (liquidationPrice: bigint): AccountEvent =>
  ({
    ...{ marketId: 'main', removedPositions: [] },
    positions: [{ id: 7n, side: 'long', liquidationPrice }],
  }) as unknown as AccountEvent;
const closed = { ...moved(0n), positions: [], removedPositions: [7n] };

/** The alert «closes at 104 or above», and prices of before it was read: [price, ms of the market's time]. */
async function closing(early: readonly (readonly [bigint, number])[], past: readonly Candle[]) {
  const clock = new FakeClock(START);
  const storage = new Storage();
  const terms = { kind: 'close', symbol: 'AUSDT', direction: 'up', interval: '1m', level: 104n } as const;
  storage.alerts = [{ ...CROSS, terms, createdAt: 0 }];
  const room = new AlertRoom({
    ...{ marketId: 'main', store: storage, clock, past: () => Promise.resolve([...past]) },
    onFailure: (error) => expect.fail(String(error)),
  });
  const tick = (price: bigint, time: number): void => room.price({ seq: 1n, symbol: 'AUSDT', price, time });
  for (const [price, time] of early) tick(price, time);
  room.look();
  await settled();
  return { storage, tick };
}

const candle = (time: number, close: bigint): Candle => ({
  ...{ time, open: 101n, high: 105n, low: 100n, close, volume: 0n },
});

describe('what candles closed at before alerts were read', () => {
  it('M8 is their last price and no earlier extreme', async () => {
    const early = [[100n, 59_000] as const, [105n, 59_300] as const, [102n, 59_600] as const];
    const { storage, tick } = await closing(early, [candle(0, 102n)]);
    tick(101n, 60_100);
    await settled();
    expect(storage.rung).toEqual([]);
    tick(104n, 119_900);
    tick(90n, 120_000);
    await settled();
    expect(storage.rung).toMatchObject([{ id: 1n, price: 104n, at: 120_000 }]);
  });

  it('M8 is what the candle says where it closed before, whatever its wick was', async () => {
    const early = [[101n, 59_000] as const, [105n, 59_300] as const, [102n, 59_600] as const, [103n, 60_100] as const];
    const wick = await closing(early, [candle(0, 102n), candle(60, 103n)]);
    wick.tick(103n, 60_200);
    wick.tick(103n, 120_000);
    await settled();
    expect(wick.storage.rung).toEqual([]);
    const { storage } = await closing(early, [candle(0, 104n), candle(60, 103n)]);
    await settled();
    expect(storage.rung).toMatchObject([{ id: 1n, price: 104n, at: 60_000 }]);
  });
});

describe('whoever watches alerts', () => {
  it('M9 fails nothing while the storage is gone, and rings what was reached meanwhile when it is back, once', async () => {
    const { watch, storage, failures, tick, second } = watching([CROSS]);
    storage.fault = new Error('no database');
    for (const price of [99n, 101n, 98n]) tick(price);
    await settled();
    expect([failures.length > 0, storage.rung]).toEqual([true, []]);
    storage.fault = null;
    await second();
    expect(storage.rung).toMatchObject([{ id: 1n, price: 101n }]);
    tick(102n);
    await second();
    expect([storage.rung.length, watch.figures]).toEqual([1, { alerts: 0, waiting: 0 }]);
  });

  it('M8 tries again what could not be written, with the price that it was reached at', async () => {
    const { storage, watch, tick, second } = watching([CROSS]);
    tick(99n);
    await settled();
    storage.fault = new Error('no database');
    tick(100n);
    tick(90n);
    await settled();
    expect(watch.figures).toEqual({ alerts: 1, waiting: 1 });
    storage.fault = null;
    await second();
    expect([storage.rung, watch.figures.waiting]).toMatchObject([[{ id: 1n, price: 100n }], 0]);
  });

  it('M8 M9 gives up what the storage refuses, says so, and writes everything else', async () => {
    const alerts = [1n, 2n, 3n].map((id) => ({ ...CROSS, id }));
    const { storage, watch, failures, tick, second } = watching([...alerts, { ...NEAR, id: 4n }]);
    storage.refused = 2n;
    tick(99n);
    await settled();
    tick(100n);
    watch.account(closed);
    await settled();
    expect(storage.rung.map(({ id }) => id).toSorted()).toEqual([1n, 3n]);
    expect([storage.dropped, failures.map(String)]).toEqual([
      [4n],
      ['Error: alert 2 is given up: the storage refuses to ring it'],
    ]);
    await second();
    expect([failures.length, watch.figures.waiting]).toEqual([1, 0]);
  });

  it('M8 goes by what becomes of a position also while the alerts are being read', async () => {
    const { watch, storage, tick } = watching([NEAR]);
    let read = (): void => undefined;
    storage.reading = new Promise((resolve) => (read = resolve));
    tick(90n);
    await settled();
    watch.account(moved(80n));
    read();
    await settled();
    // Now 10 % above 80, and no longer above 50.
    tick(88n);
    await settled();
    expect(storage.rung.map(({ id, price }) => [id, price])).toEqual([[2n, 88n]]);
    const other = watching([NEAR]);
    other.tick(90n);
    await settled();
    other.watch.account(closed);
    await settled();
    expect([other.storage.dropped, other.storage.rung]).toEqual([[2n], []]);
  });

  it('hears of what is set and removed, and reads all of it when word may have been missed', async () => {
    const { watch, storage, tick, second } = watching([]);
    tick(99n);
    await settled();
    storage.alerts = [CROSS];
    watch.heard({ userId: 1n, change: { marketId: 'main', alertId: 1n, isNew: true } });
    await settled();
    expect(watch.figures.alerts).toBe(1);
    watch.heard({ userId: 1n, change: { marketId: 'main', alertId: 1n, isNew: false } });
    expect(watch.figures.alerts).toBe(0);
    watch.heard(null);
    await settled();
    expect(watch.figures.alerts).toBe(1);
    storage.alerts = [];
    watch.heard(null);
    await second();
    expect(watch.figures.alerts).toBe(0);
  });

  it('leaves a market alone that is another process’s', async () => {
    const { watch, storage, here, tick, second } = watching([CROSS]);
    tick(101n, 'elsewhere');
    await settled();
    expect(storage.rung).toEqual([]);
    tick(99n);
    await settled();
    expect(watch.figures.alerts).toBe(1);
    here.clear();
    await second();
    tick(101n);
    await second();
    expect([storage.rung, watch.figures.alerts]).toEqual([[], 0]);
    await watch.stop();
  });
});
