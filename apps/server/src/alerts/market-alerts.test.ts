import { candleTime, changeOf, INTERVAL_SECONDS, nearLiquidation, type AlertWindow } from '@plecho/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketAlerts, type AlertWork } from './market-alerts.ts';
import type { AlertTerms, NewRing, StoredAlert, WatchedPosition } from './ports.ts';

const SYMBOLS = ['AUSDT', 'BUSDT'] as const;
const START = 1_790_000_000_000;

interface Tick {
  symbol: string;
  price: bigint;
  at: number;
}

const alertOf = (id: bigint, terms: AlertTerms, given: Partial<StoredAlert> = {}): StoredAlert => ({
  ...{ id, userId: 1n, marketId: 'main', terms, pause: null, expiresAt: null, createdAt: START - 1 },
  ...{ rings: 0, restsUntil: null, position: null, ...given },
});

/** The alerts with a storage that writes at once. */
function watched(alerts: readonly StoredAlert[]) {
  const rings: NewRing[] = [];
  const dropped: bigint[] = [];
  const book: MarketAlerts = new MarketAlerts((work) => write(work));
  const write = (work: AlertWork): void => {
    if (work.do === 'drop') dropped.push(work.id);
    if (work.do === 'ring') rings.push(work.ring);
  };
  for (const alert of alerts) book.add(alert);
  const tick = ({ symbol, price, at }: Tick): NewRing[] => {
    book.passed(at);
    book.price(symbol, price, at);
    const rung = rings.splice(0);
    for (const { id, rings: n, at: rangAt } of rung) {
      const alert = book.get(id);
      if (alert?.pause == null) book.remove(id);
      else {
        const terms: AlertTerms = alert.terms.kind === 'cross' ? { ...alert.terms, direction: 'either' } : alert.terms;
        book.add({ ...alert, terms, rings: n + 1, restsUntil: rangAt + alert.pause * 1000 });
      }
    }
    return rung;
  };
  return { book, dropped, tick };
}

/** What one alert does, told from all the prices so far: as the words of its kind say it, and nothing cleverer. */
class Naive {
  readonly #alert: StoredAlert;
  #direction: 'up' | 'down' | 'either';
  #restsUntil: number | null = null;
  #isOver = false;
  readonly #seen: Tick[] = [];
  #rings = 0;

  constructor(alert: StoredAlert) {
    this.#alert = alert;
    this.#direction = alert.terms.direction;
  }

  tick(tick: Tick): NewRing | null {
    const { terms, expiresAt, pause, id } = this.#alert;
    const before = this.#seen.filter(({ symbol }) => symbol === terms.symbol).at(-1);
    this.#seen.push(tick);
    if (expiresAt !== null && tick.at >= expiresAt) this.#isOver = true;
    if (this.#isOver || tick.symbol !== terms.symbol) return null;
    if (this.#restsUntil !== null && tick.at < this.#restsUntil) return null;
    const reached = this.#reached(tick, before);
    if (reached === null) return null;
    const ring = { id, rings: this.#rings, ...reached };
    this.#rings += 1;
    this.#restsUntil = pause === null ? null : reached.at + pause * 1000;
    this.#isOver = pause === null;
    if (terms.kind === 'cross') this.#direction = 'either';
    return ring;
  }

  #reached({ price, at }: Tick, before: Tick | undefined): Omit<NewRing, 'id' | 'rings'> | null {
    const { terms, position } = this.#alert;
    if (terms.kind === 'cross') {
      if (this.#direction === 'either') {
        if (price !== terms.level) this.#direction = price < terms.level ? 'up' : 'down';
        return null;
      }
      const isThere = this.#direction === 'up' ? price >= terms.level : price <= terms.level;
      return isThere ? { direction: this.#direction, price, at, change: null } : null;
    }
    if (terms.kind === 'change') {
      const part = (terms.window * 1000) / 300;
      const within = this.#seen.filter(
        (tick) => tick.symbol === terms.symbol && Math.floor(tick.at / part) > Math.floor(at / part) - 300,
      );
      const prices = within.map((tick) => tick.price).toSorted((a, b) => (a < b ? -1 : 1));
      const [rise, fall] = [changeOf(prices[0] ?? price, price), changeOf(prices.at(-1) ?? price, price)];
      const isUp = terms.direction !== 'down' && rise >= BigInt(terms.percent);
      if (isUp) return { direction: 'up', price, at, change: Number(rise) };
      const isDown = terms.direction !== 'up' && -fall >= BigInt(terms.percent);
      return isDown ? { direction: 'down', price, at, change: Number(fall) } : null;
    }
    if (terms.kind === 'close') {
      const { interval, level } = terms;
      if (before === undefined || candleTime(before.at, interval) === candleTime(at, interval)) return null;
      const isBeyond = terms.direction === 'up' ? before.price >= level : before.price <= level;
      const closedAt = (candleTime(before.at, interval) + INTERVAL_SECONDS[interval]) * 1000;
      const direction = terms.direction === 'up' ? 'up' : 'down';
      return isBeyond ? { direction, price: before.price, at: closedAt, change: null } : null;
    }
    const { side, liquidationPrice } = position as WatchedPosition & { liquidationPrice: bigint };
    const distance = side === 'long' ? price - liquidationPrice : liquidationPrice - price;
    if (distance * 10_000n > BigInt(terms.percent) * price) return null;
    return { direction: side === 'long' ? 'down' : 'up', price, at, change: null };
  }
}

const symbol = fc.constantFrom(...SYMBOLS);
const level = fc.bigInt(900n, 1_100n);
const way = fc.constantFrom('up' as const, 'down' as const);
const percent = fc.integer({ min: 10, max: 1_500 });
const terms: fc.Arbitrary<AlertTerms> = fc.oneof(
  fc.record({ kind: fc.constant('cross' as const), symbol, level, direction: way }),
  fc.record({
    ...{ kind: fc.constant('change' as const), symbol, percent },
    ...{ window: fc.constantFrom<AlertWindow>(300, 900), direction: fc.oneof(way, fc.constant('either' as const)) },
  }),
  fc.record({
    ...{ kind: fc.constant('close' as const), symbol, level, direction: way },
    interval: fc.constantFrom('1m' as const, '5m' as const),
  }),
  fc.record({
    ...{ kind: fc.constant('liquidation' as const), symbol, percent, direction: way },
    positionId: fc.bigInt(1n, 5n),
  }),
);
const alert = fc.record({
  terms,
  pause: fc.option(fc.constantFrom(60, 300)),
  lasts: fc.option(fc.integer({ min: 1, max: 3_000_000 })),
  side: fc.constantFrom('long' as const, 'short' as const),
  liquidation: fc.bigInt(850n, 1_150n),
});
const tick = fc.record({ symbol, price: fc.bigInt(850n, 1_150n), after: fc.integer({ min: 1, max: 90_000 }) });

describe('the alerts of a market', () => {
  it('M8 ring what a loop over all of them finds, with the same price and time', () => {
    fc.assert(
      fc.property(fc.array(alert, { maxLength: 12 }), fc.array(tick, { maxLength: 60 }), (drawn, steps) => {
        const alerts = drawn.map((each, n) =>
          alertOf(BigInt(n + 1), each.terms, {
            pause: each.terms.kind === 'close' ? null : each.pause,
            expiresAt: each.lasts === null ? null : START + each.lasts,
            position: { side: each.side, liquidationPrice: each.liquidation },
          }),
        );
        const { tick: next } = watched(alerts);
        const loop = alerts.map((each) => new Naive(each));
        let at = START;
        for (const { after, ...step } of steps) {
          at += after;
          const here = { ...step, at };
          const expected = loop.map((each) => each.tick(here)).filter((ring) => ring !== null);
          expect(next(here).toSorted((a, b) => Number(a.id - b.id))).toEqual(expected);
        }
      }),
    );
  });

  it('M8 two hundred on one tick ring once each', () => {
    const alerts = Array.from({ length: 200 }, (_, n) =>
      alertOf(BigInt(n + 1), { kind: 'cross', symbol: 'AUSDT', direction: 'up', level: 1_000n + BigInt(n) }),
    );
    const { tick: next, book } = watched(alerts);
    expect(
      next({ symbol: 'AUSDT', price: 2_000n, at: START })
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(alerts.map(({ id }) => id).toSorted());
    expect(next({ symbol: 'AUSDT', price: 2_000n, at: START + 1 })).toEqual([]);
    expect(book.size).toBe(0);
  });

  it('M8 one that is out of date rings nothing, however late that is looked at', () => {
    const works: AlertWork[] = [];
    const book = new MarketAlerts((work) => works.push(work));
    const cross = { kind: 'cross', symbol: 'AUSDT', direction: 'up', level: 1_000n } as const;
    book.add(alertOf(1n, cross, { expiresAt: START + 1_000 }));
    book.price('AUSDT', 1_000n, START + 1_000);
    expect([works, book.size]).toEqual([[{ do: 'drop', id: 1n }], 0]);
  });

  it('M8 a change beyond all bounds rings, and says as much as can be written', () => {
    const rise = { kind: 'change', symbol: 'AUSDT', direction: 'either', percent: 500, window: 300 } as const;
    const { tick: next } = watched([alertOf(1n, rise)]);
    const price = 1_000n * 214_750n;
    expect(next({ symbol: 'AUSDT', price: 1_000n, at: START })).toEqual([]);
    expect(next({ symbol: 'AUSDT', price, at: START + 1 })).toMatchObject([{ id: 1n, price, change: 2 ** 31 - 1 }]);
  });

  it('the level of a liquidation moves with its position and ends with it', () => {
    const near = alertOf(
      1n,
      { kind: 'liquidation', symbol: 'AUSDT', direction: 'down', percent: 1_000, positionId: 7n },
      { position: { side: 'long', liquidationPrice: 900n } },
    );
    const { tick: next, book, dropped } = watched([near, { ...near, id: 2n, pause: 60 }]);
    expect(nearLiquidation('long', 900n, 1_000)).toBe(1_000n);
    expect(next({ symbol: 'AUSDT', price: 1_001n, at: START })).toEqual([]);
    book.moved(7n, { side: 'long', liquidationPrice: 450n });
    expect(next({ symbol: 'AUSDT', price: 501n, at: START + 1 })).toEqual([]);
    expect(
      next({ symbol: 'AUSDT', price: 500n, at: START + 2 })
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1n, 2n]);
    book.moved(7n, null);
    expect([book.size, dropped]).toEqual([0, [2n]]);
    book.add({ ...near, id: 3n, position: null });
    expect([book.size, dropped]).toEqual([0, [2n, 3n]]);
  });
});

const MINUTE = 60_000;
const candle = (time: number, low: bigint, high: bigint, close: bigint) => ({
  ...{ time: time / 1000, open: close, high, low, close, volume: 0n },
});

describe('what was before the first price', () => {
  const minute = Math.floor(START / MINUTE) * MINUTE;

  it('counts for a change within a time', async () => {
    const { book, tick: next } = watched([
      alertOf(1n, { kind: 'change', symbol: 'AUSDT', direction: 'up', percent: 500, window: 900 }),
    ]);
    expect(next({ symbol: 'AUSDT', price: 1_050n, at: minute + 1 })).toEqual([]);
    for (const [, alerts] of book.symbols()) {
      await alerts.lookBack(() =>
        Promise.resolve([
          candle(minute - 20 * MINUTE, 1n, 1n, 1n),
          candle(minute - 5 * MINUTE, 1_000n, 1_010n, 1_005n),
        ]),
      );
    }
    expect(next({ symbol: 'AUSDT', price: 1_050n, at: minute + 2 })).toMatchObject([{ id: 1n, change: 500 }]);
  });

  it('M8 counts for a candle that closed since the alert was set, once', async () => {
    const set = minute - 3 * MINUTE + 30_000;
    const close = { kind: 'close', symbol: 'AUSDT', interval: '1m', level: 1_000n } as const;
    const rung: AlertWork[] = [];
    const book = new MarketAlerts((work) => rung.push(work));
    book.add(alertOf(1n, { ...close, direction: 'up' }, { createdAt: set }));
    book.add(alertOf(2n, { ...close, direction: 'down' }, { createdAt: set }));
    book.price('AUSDT', 1_001n, minute + 1);
    const past = [
      // Closed before they were set, and, at the end, the open one.
      candle(minute - 4 * MINUTE, 1n, 1n, 1n),
      candle(minute - 2 * MINUTE, 999n, 1_020n, 1_010n),
      candle(minute - MINUTE, 1_001n, 1_001n, 1_001n),
      candle(minute, 900n, 900n, 900n),
    ];
    for (let look = 0; look < 2; look += 1) {
      for (const [, alerts] of book.symbols()) await alerts.lookBack(() => Promise.resolve(past));
    }
    expect(rung).toEqual([
      {
        do: 'ring',
        ring: { id: 1n, rings: 0, direction: 'up', price: 1_010n, at: minute - MINUTE, change: null },
      },
    ]);
  });
});
