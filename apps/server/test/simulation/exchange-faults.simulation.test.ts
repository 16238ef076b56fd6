import { describe, expect, it } from 'vitest';
import type { Minutes } from '../../../../tools/exchange/minutes.ts';
import { endure, expectOwnCandles, FAULTS, openAtTheEdge, swings } from './exchange-weather.ts';
import { FollowedMarket } from './followed-market.ts';

const NAMES = Object.keys(FAULTS);
const PAIRS = NAMES.flatMap((first, n) => NAMES.slice(n + 1).map((second) => [first, second] as const));
const DAY = 86_400;

const minutes = swings();

async function follow(beatMs = 1_000, played = minutes): Promise<FollowedMarket> {
  const market = new FollowedMarket(played, { beatMs });
  await market.start();
  await market.recover(5);
  return market;
}

describe('a market that follows an exchange with faults', () => {
  it('E5 E8 E11 M3: each fault alone, and any two at a time, cost nothing but time', async () => {
    const market = await follow();
    for (const name of NAMES) await endure(market, [name]);
    for (const names of PAIRS) await endure(market, names);
    // A minute that ended while nothing came is asked for as soon as the next one is closed.
    await market.run(130);
    await market.stop();
    await expectOwnCandles(market, minutes);
    for (const end of ['takeProfit', 'stopLoss', 'liquidation', 'order filled']) {
      expect(market.counts[end], end).toBeGreaterThan(NAMES.length);
    }
  });

  it('E5 M3: through a day and more the price never pauses, the connection is changed in time, and every candle is the exchange’s', async () => {
    const market = await follow(5_000);
    market.exchange.setFaults({ drop: 1 });
    const run = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 60) {
        await market.run(60);
        const { problem, newestPriceAgeMs } = market.host.stats();
        expect(problem).toBeNull();
        expect(newestPriceAgeMs).toBeLessThan(20_000);
      }
    };
    await run(DAY - 1_200);
    expect(market.exchange.accepted).toBe(1);
    await run(900);
    expect(market.exchange.accepted).toBe(2);
    await run(3_600);
    expect(market.exchange.accepted).toBe(2);
    market.exchange.setFaults({ drop: 0 });
    await market.run(130);
    await market.stop();
    await expectOwnCandles(market, minutes);
    expect(market.violations).toEqual([]);
  });

  it('E5: the first price after a kill is measured by the last candle: one ten times as high closes nothing until it has lasted', async () => {
    let isAbsurd = false;
    const raised = (price: bigint): bigint => price * 10n;
    const minute: Minutes['minute'] = (symbol, time) => {
      const candle = minutes.minute(symbol, time);
      if (candle === null || !isAbsurd) return candle;
      const { open, high, low, close } = candle;
      return { ...candle, open: raised(open), high: raised(high), low: raised(low), close: raised(close) };
    };
    const market = await follow(1_000, { ...minutes, minute });
    await market.run(130);
    await openAtTheEdge(market);
    isAbsurd = true;
    const { length } = market.trades;
    await market.killAndRestart(60);
    await market.run(20);
    expect(market.host.stats().rejected.jump).toBeGreaterThan(0);
    expect(market.trades).toHaveLength(length);
    await market.run(20);
    expect(market.trades.length).toBeGreaterThan(length);
    expect(market.violations).toEqual([]);
    await market.stop();
  });

  it('E2: a pair that is taken off the list ends through a kill at what its last candle closed at, and the other goes on', async () => {
    const market = await follow();
    await market.run(130);
    await openAtTheEdge(market);
    // Its last candle is newer than all that was opened in it.
    await market.run(60);
    const [gone = '', stays = ''] = minutes.pairs.map(({ symbol }) => symbol);
    market.exchange.setFaults({ delisted: [gone] });
    await market.run(400);
    await market.killAndRestart(5);
    expect(market.counts['marketEnd']).toBeUndefined();
    const [last] = await market.candles.read(gone, '1m', 1, null);
    await market.run(1_000);
    const ended = market.trades.filter(({ reason }) => reason === 'marketEnd');
    expect(ended.length).toBeGreaterThan(0);
    for (const { symbol, exitPrice } of ended) expect([symbol, exitPrice]).toEqual([gone, last?.close]);
    expect(market.open().filter(({ symbol }) => symbol === gone)).toEqual([]);
    await openAtTheEdge(market);
    expect(market.open().some(({ symbol }) => symbol === stays)).toBe(true);
    expect(market.open().filter(({ symbol }) => symbol === gone)).toEqual([]);
    await market.stop();
  });
});
