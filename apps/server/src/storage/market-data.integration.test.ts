import type { Candle, Interval } from '@plecho/domain';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { lastOwner, MARKET, NOW } from '../../test/harness/trading.ts';
import { addEarlierReplay, RECORDED_AT } from '../../test/support/replays.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { PgCandleStore } from './candle-store.ts';
import { createPool, ownerConfig } from './connection.ts';
import { PgJournal } from './journal/journal.ts';
import { MarketStore, withdrawReplay } from './market-store.ts';
import { Notifications } from './notifications.ts';
import { OwnRecordingStore } from './own-recording-store.ts';
import { inTerm } from './transaction.ts';

const db = useDatabase();
const TITLE = 'Повтор: BTCUSDT и ещё 1, 1 января 1970';
const REPLAY: MarketDefinition = {
  ...{ ...MARKET, id: 'replay-1', kind: 'replay', title: TITLE, label: TITLE },
  parameters: {
    ...{ sha256: ['ab'.repeat(32), '01'.repeat(32)], from: '1970-01-01T00:00:00.000Z', speed: 60 },
    provenance: 'unverified',
  },
};

let owner: Pool;
beforeAll(() => {
  owner = createPool({ ...ownerConfig(db.target), max: 1 });
});
afterAll(() => owner.end());

const candle = (time: number, close = 150n): Candle => ({ time, open: 100n, high: 200n, low: 50n, close, volume: 7n });

describe('markets', () => {
  it('keeps a market as it was defined, once, and lets it end', async () => {
    const ofOwner = new MarketStore(db.owner);
    expect(await ofOwner.create(MARKET, NOW)).toBe(true);
    expect(await ofOwner.create({ ...MARKET, startBalance: 1n }, NOW)).toBe(false);
    const markets = new MarketStore(db.pool);
    expect(await markets.find(MARKET.id)).toEqual({ ...MARKET, withdrawn: false, ending: false, halted: false });
    expect(await markets.find('other')).toBeNull();
    expect(await markets.list()).toEqual([{ ...MARKET, withdrawn: false, ending: false, halted: false }]);
  });

  it('a replay is announced and ends once; one from before recordings were for everybody has its own', async () => {
    const markets = new MarketStore(db.pool);
    const recordings = new OwnRecordingStore(db.pool);
    const notifications = new Notifications(db.target);
    await notifications.open();
    const heard: (string | null)[] = [];
    await notifications.markets((id) => heard.push(id));
    await addEarlierReplay(owner, REPLAY, 3);
    await expect.poll(() => heard).toEqual(['replay-1']);
    expect(await withdrawReplay(db.owner, 'replay-1')).toBe(true);
    expect(await withdrawReplay(db.owner, 'replay-1')).toBe(false);
    expect(await withdrawReplay(db.owner, MARKET.id)).toBe(false);
    await expect.poll(() => heard).toEqual(['replay-1', 'replay-1']);
    await notifications.close();
    expect(await markets.find('replay-1')).toEqual({
      ...{ ...REPLAY, withdrawn: true, ending: false, halted: false },
    });
    expect(await recordings.list('replay-1')).toEqual([
      { symbol: 'LINKUSDT', priceDecimals: 2, first: RECORDED_AT, last: RECORDED_AT + 120 },
    ]);
    const source = recordings.source('replay-1');
    const timesFrom = async (from: number, limit: number) =>
      (await source.read('LINKUSDT', from, limit)).map(({ time }) => time - RECORDED_AT);
    expect(await timesFrom(RECORDED_AT + 1, 10)).toEqual([60, 120]);
    expect(await timesFrom(0, 1)).toEqual([0]);
    expect(await timesFrom(RECORDED_AT + 121, 10)).toEqual([]);
    await markets.setEnded('replay-1');
    await markets.setEnded('replay-1');
    expect((await markets.find('replay-1'))?.ended).toBe(true);
  });
});

describe('candles', () => {
  let store: PgCandleStore;
  beforeAll(async () => {
    store = new PgCandleStore(db.pool, MARKET.id, await lastOwner(db.target));
  });
  const put = (symbol: string, interval: Interval, ...candles: Candle[]) =>
    store.append(candles.map((one) => ({ symbol, interval, candle: one })));

  it('reads back the newest before a time, ascending; a repeated candle replaces', async () => {
    await put('BTCUSDT', '1m', ...[0, 60, 120, 180].map((time) => candle(time)));
    await put('BTCUSDT', '1m', candle(120, 160n), candle(120, 170n));
    expect(await store.read('BTCUSDT', '1m', 2, null)).toEqual([candle(120, 170n), candle(180)]);
    expect(await store.read('BTCUSDT', '1m', 10, 120)).toEqual([candle(0), candle(60)]);
    expect(await store.read('BTCUSDT', '5m', 10, null)).toEqual([]);
    expect(await new PgCandleStore(db.pool, 'replay-1').read('BTCUSDT', '1m', 10, null)).toEqual([]);
  });

  it('O1 what an owner had prepared changes nothing once another has taken the market', async () => {
    await new MarketStore(db.owner).create({ ...MARKET, id: 'taken' }, NOW);
    const earlier = new PgJournal(db.target, 'taken');
    const of = (journal: PgJournal): PgCandleStore => new PgCandleStore(db.pool, 'taken', journal);
    const minute = (time: number, close: bigint) => [
      { symbol: 'BTCUSDT', interval: '1m' as const, candle: candle(time, close) },
    ];
    await expect(of(earlier).append(minute(0, 150n))).rejects.toThrow('nobody has taken the market taken here');
    await earlier.claim();
    await of(earlier).append(minute(0, 150n));
    // It is paused in the middle of a batch, and then loses its connection.
    const paused = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const unfinished = inTerm(db.pool, earlier, async (client) => {
      await client.query('UPDATE candle_packs SET newest = newest');
      paused.resolve();
      await goesOn.promise;
    });
    await paused.promise;
    await earlier.close();
    // Whoever takes the market does not wait for it.
    const heir = await lastOwner(db.target, 'taken');
    await of(heir).append(minute(60, 160n));
    goesOn.resolve();
    await expect(unfinished).rejects.toThrow('O1: term 1 of the market taken is over');
    await expect(of(earlier).append(minute(60, 170n))).rejects.toThrow('O1: term 1 of the market taken is over');
    await expect(of(earlier).append(minute(120, 170n))).rejects.toThrow('is over');
    await expect(of(earlier).pack(600, 10)).rejects.toThrow('is over');
    await expect(of(earlier).deleteBefore('1m', 600, 10)).rejects.toThrow('is over');
    await expect(inTerm(db.pool, earlier, (client) => new MarketStore(client).setEnded('taken'))).rejects.toThrow(
      'is over',
    );
    expect(await of(heir).read('BTCUSDT', '1m', 10, null)).toEqual([candle(0), candle(60, 160n)]);
    expect((await new MarketStore(db.pool).find('taken'))?.ended).toBe(false);
  });

  it('stores a backfill of many pairs and intervals at once', async () => {
    const times = Array.from({ length: 6_000 }, (_, n) => n * 300);
    await store.append(
      ['AUSDT', 'BUSDT'].flatMap((symbol) =>
        times.map((time) => ({ symbol, interval: '5m' as const, candle: candle(time) })),
      ),
    );
    const spans = (await store.spans()).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    expect(spans).toEqual([
      { symbol: 'AUSDT', interval: '5m', oldest: 0, newest: 1_799_700 },
      { symbol: 'BTCUSDT', interval: '1m', oldest: 0, newest: 180 },
      { symbol: 'BUSDT', interval: '5m', oldest: 0, newest: 1_799_700 },
    ]);
  });

  it('gives the minutes of all pairs in a range', async () => {
    await put('ETHUSDT', '1m', candle(60), candle(240));
    expect(await store.minutes(60, 240)).toEqual(
      new Map([
        ['BTCUSDT', [candle(60), candle(120, 170n), candle(180)]],
        ['ETHUSDT', [candle(60)]],
      ]),
    );
  });

  it('deletes what is too old, a bounded number at a time, and packed days as a whole', async () => {
    // 21 days of two pairs, of which the last is not whole: 20 packs of 288 candles and 240 rows each.
    expect(await store.deleteBefore('5m', 300_000, 5)).toBe(5);
    expect(await store.deleteBefore('5m', 300_000, 5)).toBe(1);
    expect((await store.spans()).find(({ symbol }) => symbol === 'AUSDT')?.oldest).toBe(3 * 86_400);
    expect(await store.deleteBefore('5m', 1_728_000 + 600, 600)).toBe(2 * 17 + 2 * 2);
    expect((await store.spans()).find(({ symbol }) => symbol === 'AUSDT')?.oldest).toBe(1_728_600);
    expect(await store.read('BTCUSDT', '1m', 10, null)).toHaveLength(4);
  });

  it('packs candles without anybody seeing it, also those that come late or are told apart later', async () => {
    const before = 86_400 + 3_600;
    const minutes = Array.from({ length: 1_800 }, (_, n) => candle(n * 60, BigInt(100 + (n % 100))));
    const [late, ...others] = minutes.toSpliced(700, 1);
    const whole = minutes.slice(0, 1_440);
    await put('ETHUSDT', '1m', ...others);
    await put('ETHUSDT', '1h', candle(0), candle(3_600));
    await put('ETHUSDT', '1d', candle(0));
    const packAll = async (): Promise<void> => {
      for (let n = 1; n > 0;) n = await store.pack(before, 2);
    };
    const rowsOf = async (table: string): Promise<number> =>
      Number(
        (
          await db.pool.query(`SELECT count(*) AS n FROM ${table} WHERE series_id IN
        (SELECT id FROM candle_series WHERE symbol = 'ETHUSDT')`)
        ).rows[0].n,
      );
    await packAll();
    expect([await rowsOf('candles'), await rowsOf('candle_packs')]).toEqual([1_800 - 1_500 + 1, 3]);
    await put('ETHUSDT', '1m', ...[late, minutes[700]].filter((one) => one !== undefined));
    const changed = { ...whole[5]!, high: 1_000n };
    await put('ETHUSDT', '1m', changed);
    const expected = minutes.with(5, changed);
    for (const state of ['rows beside a pack', 'packed again']) {
      expect(await store.read('ETHUSDT', '1m', 5_000, null), state).toEqual(expected);
      expect(await store.read('ETHUSDT', '1m', 10, 86_400 + 120), state).toEqual(expected.slice(1_432, 1_442));
      expect((await store.minutes(86_340, 86_460)).get('ETHUSDT'), state).toEqual(expected.slice(1_439, 1_441));
      const span = { symbol: 'ETHUSDT', interval: '1m', oldest: 0, newest: 1_799 * 60 };
      expect(await store.spans(), state).toContainEqual(span);
      const day = { time: span.newest, open: 100n, high: 200n, low: 50n, close: 199n, volume: 7n * 1_440n };
      expect((await store.lastDays()).get('ETHUSDT'), state).toEqual(day);
      await packAll();
    }
    expect(await rowsOf('candles')).toBe(301);
    // A whole day takes the place of everything that was there.
    await put('ETHUSDT', '1m', changed);
    await put('ETHUSDT', '1m', ...whole);
    expect(await store.read('ETHUSDT', '1m', 5_000, null)).toEqual(minutes);
    expect(await store.read('ETHUSDT', '1h', 5, null)).toEqual([candle(0), candle(3_600)]);
    expect(await store.read('ETHUSDT', '1d', 5, null)).toEqual([candle(0)]);
  });
});
