import { aggregateCandles, type Candle, type Interval } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { BTC, ORDER, price, TestMarket, tradingMarket } from '../../test/test-market.ts';
import { HaltedTimes } from './halted-times.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const TRAILING = { trailing: { unit: 'percent' as const, value: 500n } };
const HALT = new Error('the books do not add up');

/** All prices of a market as its candles: also those that came during a halt. */
class Prices {
  readonly #minutes = new Map<number, Candle>();

  async tick(market: TestMarket, at: string, afterMs = 1_000): Promise<void> {
    await market.tick(BTC, at, afterMs);
    const time = Math.floor(market.clock.now() / MINUTE) * 60;
    const [close, known] = [price(at), this.#minutes.get(time)];
    const [high, low] = [known?.high ?? close, known?.low ?? close];
    this.#minutes.set(time, {
      ...{ time, open: known?.open ?? close, close, volume: 0n },
      ...{ high: high > close ? high : close, low: low < close ? low : close },
    });
  }

  readonly series = (symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> => {
    const all = symbol === BTC ? aggregateCandles([...this.#minutes.values()], interval) : [];
    return Promise.resolve(all.filter(({ time }) => before === null || time < before).slice(-limit));
  };
}

async function halted(market: TestMarket, prices: Prices, at: readonly string[], everyMs = MINUTE): Promise<void> {
  market.host.halt(HALT);
  for (const each of at) await prices.tick(market, each, everyMs);
}

const exits = (market: TestMarket) => market.trades.map(({ reason, exitPrice }) => [reason, exitPrice]);

/** What is open goes on in a new process. */
async function restarted(market: TestMarket, { series }: Pick<Prices, 'series'>): Promise<TestMarket> {
  const next = await TestMarket.restarted(market, { series });
  await next.idle();
  return next;
}

describe('the prices of a halt', () => {
  it.each([
    { when: 'never', steps: ['resume'] },
    { when: 'after it', steps: ['resume', 'restart'] },
    { when: 'during it', steps: ['restart', 'resume'] },
    { when: 'during it and twice after it', steps: ['restart', 'resume', 'restart', 'restart'] },
  ])('E8 E9 move no trailing stop in a market that is started again $when', async ({ steps }) => {
    const prices = new Prices();
    const { market: first, account } = await tradingMarket();
    let market = first;
    await market.open(account, TRAILING);
    await prices.tick(market, '102', MINUTE);
    await prices.tick(market, '101', MINUTE);
    await halted(market, prices, ['101', '110', '100']);
    for (const step of steps) {
      if (step === 'restart') market = await restarted(market, prices);
      else expect(await market.host.resume()).toBe(true);
      await prices.tick(market, '100', 2 * MINUTE);
    }
    expect(market.trades).toEqual([]);
    expect(market.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('102'));
    await prices.tick(market, '96.9');
    expect(exits(market)).toEqual([['trailingStop', price('96.9')]]);
  });

  it('E8 E9 move no order that follows the price, and none is the best or the worst of a trade after a restart', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    const what = { kind: 'trailingStop' as const, callback: { unit: 'percent' as const, value: 500n } };
    await market.submit({ type: 'placeOrder', accountId: account, ...ORDER, ...what });
    const position = await market.open(account);
    expect(market.store.orders.size).toBe(1);
    await prices.tick(market, '99', MINUTE);
    await halted(market, prices, ['99', '90.5', '110', '99']);
    await market.host.resume();
    const next = await restarted(market, prices);
    await prices.tick(next, '99', 2 * MINUTE);
    expect(next.host.account(account)?.orders[0]?.callback?.peak.price).toBe(price('99'));
    await next.close(position);
    expect(next.trades).toMatchObject([{ extremes: { best: price('100'), worst: price('99'), path: 'candles' } }]);
  });

  it('E8 count for nothing where a halt begins and ends within a minute, and those of the minutes around it count', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    await market.open(account, TRAILING);
    await prices.tick(market, '103', MINUTE);
    await prices.tick(market, '101', MINUTE + 20_000);
    await halted(market, prices, ['120', '101'], 2_000);
    await market.host.resume();
    await prices.tick(market, '104', MINUTE);
    await prices.tick(market, '100', MINUTE);
    const next = await restarted(market, prices);
    await prices.tick(next, '100');
    expect(next.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('104'));
    expect(next.trades).toEqual([]);
  });

  it('E8 of several halts days ago are told from the others of their hours and days', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    await market.open(account, { trailing: { unit: 'percent', value: 2_000n } });
    for (const [before, best] of [
      ['101', '111'],
      ['102', '112'],
      ['103', '113'],
    ] as const) {
      await prices.tick(market, before, 20 * MINUTE);
      await prices.tick(market, '100', MINUTE);
      await halted(market, prices, [best, '100']);
      await market.host.resume();
      await prices.tick(market, '100', 30 * HOUR);
    }
    for (let n = 0; n < 1_100; n++) await prices.tick(market, '100', MINUTE);
    const next = await restarted(market, prices);
    await prices.tick(next, '100');
    const peak = next.host.account(account)?.positions[0]?.trailing?.peak;
    expect(peak?.price).toBe(price('103'));
  });

  it('E8 are those until the next start of one that is let go on while nobody has the market', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    await market.open(account, TRAILING);
    await prices.tick(market, '101', MINUTE);
    await halted(market, prices, ['110', '101']);
    market.store.halt = null;
    const next = await restarted(market, prices);
    await prices.tick(next, '103', 2 * MINUTE);
    await prices.tick(next, '102', 2 * MINUTE);
    const last = await restarted(next, prices);
    await prices.tick(last, '100');
    expect(last.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('103'));
    expect([...next.trades, ...last.trades]).toEqual([]);
  });

  it('E8 move nothing either where a halt begins while the candles are still read', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    await market.open(account, TRAILING);
    await prices.tick(market, '101', MINUTE);
    const read = Promise.withResolvers<void>();
    const series = (...asked: Parameters<Prices['series']>) => read.promise.then(() => prices.series(...asked));
    const next = await TestMarket.restarted(market, { series });
    await prices.tick(next, '100', 2 * MINUTE);
    await halted(next, prices, ['110', '100']);
    await next.host.resume();
    read.resolve();
    await next.idle();
    await prices.tick(next, '100', MINUTE);
    expect(next.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('101'));
    expect(next.trades).toEqual([]);
  });

  it('E8 E12 are those of one halt where going on could not be written', async () => {
    const prices = new Prices();
    const { market, account } = await tradingMarket();
    await market.open(account, TRAILING);
    for (const at of ['101', '100']) await prices.tick(market, at, MINUTE);
    await halted(market, prices, ['110', '101']);
    market.weather.haltFails = true;
    await expect(market.host.resume()).rejects.toThrow('the database is gone');
    await prices.tick(market, '112', MINUTE);
    await prices.tick(market, '101', MINUTE);
    market.weather.haltFails = false;
    expect(await market.host.resume()).toBe(true);
    expect(market.store.haltedTimes).toHaveLength(1);
    const next = await restarted(market, prices);
    await prices.tick(next, '100', 2 * MINUTE);
    expect(next.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('101'));
  });
});

describe('the times of halts', () => {
  it('E8 have a part of a time, all of it or none', () => {
    const times = new HaltedTimes();
    times.load([
      { since: 100, until: 150 },
      { since: 300, until: null },
    ]);
    expect([times.share(0, 100), times.share(0, 101), times.share(150, 200), times.share(151, 200)]).toEqual([
      ...['none', 'some', 'some', 'none'],
    ]);
    expect([times.share(100, 150), times.share(99, 150)]).toEqual(['all', 'some']);
    expect([times.share(280, 340), times.share(300, 340), times.share(1_000, 2_000)]).toEqual(['some', 'all', 'all']);
  });
});
