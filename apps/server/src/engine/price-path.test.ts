import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC, price, TestMarket, tradingMarket } from '../../test/test-market.ts';
import type { PriceRecord } from '../commands/batch.ts';
import { PricePath } from './price-path.ts';

const record = (seq: number, at: number): PriceRecord => ({
  seq: BigInt(seq),
  symbol: BTC,
  price: BigInt(at),
  time: seq,
});
const told = (best: string, worst: string, path = 'ticks') => ({ best: price(best), worst: price(worst), path });

describe('the path of a price', () => {
  it('E7 knows the best and the worst price since any tick', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(prices, fc.nat(), fc.constantFrom('long' as const, 'short' as const), (ticks, pick, side) => {
        const path = new PricePath();
        const records = ticks.map((at, n) => record(n + 1, at));
        for (const each of records) path.add(each);
        const from = pick % ticks.length;
        const lived = ticks.slice(from);
        const [best, worst] =
          side === 'long' ? [Math.max(...lived), Math.min(...lived)] : [Math.min(...lived), Math.max(...lived)];
        const [entryRecord, exit] = [records[from] ?? record(0, 0), records.at(-1) ?? record(0, 0)];
        expect(path.extremes({ side, entryRecord, added: [] }, exit)).toEqual({
          ...{ best: BigInt(best), worst: BigInt(worst), path: 'ticks' },
        });
      }),
    );
  });

  it('E8 names the first tick at which the price was best since any tick, as who follows them one by one', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(prices, fc.nat(), fc.constantFrom('sell' as const, 'buy' as const), (ticks, pick, quote) => {
        const path = new PricePath();
        const peaks = ticks
          .map((at, n) => record(n + 1, at))
          .map(({ seq, price: at, time }) => ({ seq, price: at, time }));
        for (const peak of peaks) path.add({ ...peak, symbol: BTC });
        const from = pick % ticks.length;
        const best = peaks
          .slice(from)
          .reduce((a, b) => ((quote === 'sell' ? b.price > a.price : b.price < a.price) ? b : a));
        expect(path.peak(BTC, quote, peaks[from]!)).toEqual(best);
      }),
    );
  });

  it('E7 knows every tick of a price that stands still, or goes to and fro, for however long', () => {
    for (const priceAt of [() => 100, (seq: number) => 100 + (seq % 2)]) {
      const path = new PricePath();
      for (let seq = 1; seq <= 50_000; seq++) path.add(record(seq, priceAt(seq)));
      const [entryRecord, last] = [record(5, priceAt(5)), record(50_000, priceAt(50_000))];
      expect(path.extremes({ side: 'long', added: [], entryRecord }, last)).toEqual({
        ...{ best: BigInt(priceAt(1)), worst: 100n, path: 'ticks' },
      });
    }
  });

  it('is bounded: of a price that has only risen for very long the oldest points are not known tick by tick', () => {
    const path = new PricePath();
    const last = record(20_000, 20_000);
    for (let seq = 1; seq <= 20_000; seq++) path.add(record(seq, seq));
    expect(path.extremes({ side: 'long', added: [], entryRecord: record(19_990, 19_990) }, last)).toEqual({
      ...{ best: 20_000n, worst: 19_990n, path: 'ticks' },
    });
    expect(path.extremes({ side: 'long', added: [], entryRecord: record(5, 5) }, last)).toBeNull();
    path.recall(BTC, []);
    expect(path.extremes({ side: 'long', added: [], entryRecord: record(5, 5) }, last)).toEqual({
      ...{ best: 20_000n, worst: 5n, path: 'candles' },
    });
  });

  it('E7 knows what buys and sells are done at of its newest price, and nothing of the price after it', () => {
    for (const [spreads, exits, later] of [
      [new Map([[BTC, 20_000n]]), [7n, 8n], 9n],
      [new Map(), [6n], 7n],
    ] as const) {
      const path = new PricePath({ spreads });
      for (const seq of [3, 6]) path.add(record(seq, 100));
      const pathAt = (seq: bigint) =>
        path.extremes({ side: 'long', added: [], entryRecord: record(3, 100) }, { ...record(6, 100), seq })?.path;
      expect(exits.map(pathAt)).toEqual(exits.map(() => 'ticks'));
      expect(pathAt(later)).toBeUndefined();
    }
  });

  it('E7 of candles with a spread takes what closing got, like of ticks', () => {
    const path = new PricePath({ spreads: new Map([[BTC, 20_000n]]) });
    const candle = { time: 60, open: price('100'), high: price('111.1'), low: price('89.1'), close: price('100') };
    path.recall(BTC, [{ ...candle, volume: 0n }]);
    const entry = { seq: 1n, symbol: BTC, price: price('100'), time: 1 };
    const of = (side: 'long' | 'short') =>
      path.extremes({ side, added: [], entryRecord: entry }, { ...entry, seq: 9n });
    expect(of('long')).toEqual(told('108.9', '89.1', 'candles'));
    expect(of('short')).toEqual(told('90.9', '111.1', 'candles'));
  });

  it('does not claim to know what came while prices were not heard', () => {
    const path = new PricePath();
    const entry = record(1, 100);
    path.add(entry);
    path.interrupt();
    path.add(record(3, 101));
    expect(path.extremes({ side: 'long', added: [], entryRecord: entry }, record(3, 101))).toBeNull();
    expect(path.extremes({ side: 'long', added: [], entryRecord: record(3, 101) }, record(3, 101))?.path).toBe('ticks');
  });
});

describe('a trade', () => {
  it('E7 carries the best and worst price of its life, from its very first tick to its last', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '120');
    await market.tick(BTC, '100');
    const position = await market.open(account, { stopLoss: price('97') });
    for (const at of ['104', '98', '101']) await market.tick(BTC, at);
    await market.close(position, 5_000n);
    for (const at of ['99', '103', '96.5']) await market.tick(BTC, at);
    expect(market.trades.map(({ extremes }) => extremes)).toEqual([told('104', '98'), told('104', '96.5')]);
  });

  it('E7 of a firing that waited is told without the ticks that came after its price', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { takeProfit: price('105') });
    market.weather.slow = true;
    const waiting = market.open(account, { side: 'short' });
    await market.idle();
    for (const at of ['99', '105', '80']) await market.tick(BTC, at);
    market.weather.slow = false;
    market.journal.release();
    await waiting;
    await market.idle();
    expect(market.trades.find(({ reason }) => reason === 'takeProfit')?.extremes).toEqual(told('105', '99'));
  });

  it('E7 survives a database that was gone, and a season says that it closed it', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { side: 'short' });
    await market.tick(BTC, '94');
    market.weather.fates = ['lost'];
    await expect(market.open(account)).rejects.toThrow();
    market.clock.advance(200);
    await market.tick(BTC, '100');
    await market.submit({ type: 'startSeason', accountId: account });
    expect(market.trades).toMatchObject([{ extremes: told('94', '100'), reason: 'user', seasonEnd: true }]);
  });

  it('E8 of a position from before the start has the whole candles of that time, and says so', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const opened = Math.floor(position.entryRecord.time / 1000);
    const candle = (time: number, high: string, low: string) => {
      const [highest, lowest] = [price(high), price(low)];
      return { time, open: lowest, high: highest, low: lowest, close: lowest, volume: 0n };
    };
    const minute = opened - (opened % 60);
    const after = await TestMarket.restarted(market, {
      series: (_symbol, interval) =>
        Promise.resolve(interval === '1m' ? [candle(minute, '150', '50'), candle(minute + 60, '103', '97')] : []),
    });
    await after.tick(BTC, '101', 120_000);
    await after.close(position);
    expect(after.trades.map(({ extremes }) => extremes)).toEqual([told('103', '97', 'candles')]);
  });

  it('E8 is written without them when candles can not be read', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const after = await TestMarket.restarted(market, { series: () => Promise.reject(new Error('gone')) });
    await after.tick(BTC, '101');
    await after.close(position);
    expect(after.trades.map(({ extremes }) => extremes)).toEqual([null]);
    expect(after.failures).toEqual(['the best and worst prices of open positions are not known']);
  });
});
