import { DEFAULT_RULES, outcomesOf, type Candle } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { BTC, ETH, price, usdt } from '../../test/test-market.ts';
import { ProvenMarket } from '../../test/support/proven-market.ts';
import type { TradeState } from '../commands/batch.ts';
import type { MarketPort } from '../engine/market-port.ts';
import { TradePaths, type TradePath } from './trade-paths.ts';

const ALONE = { before: [], rest: 0n };

/** What of a market is asked for. @param candles of its minutes; more than a day at once is refused */
function marketOf(candles: readonly Candle[] = []): MarketPort {
  const port: Pick<MarketPort, 'id' | 'definition' | 'candles'> = {
    id: 'main',
    definition: { rules: DEFAULT_RULES } as MarketPort['definition'],
    candles: (_symbol, _interval, limit, before) => {
      if (limit > 1_440) throw new RangeError('too many at once');
      return Promise.resolve(candles.filter(({ time }) => time < (before ?? Infinity)).slice(-limit));
    },
  };
  return port as MarketPort;
}

const endings = (path: TradePath): Record<string, string> =>
  Object.fromEntries(
    outcomesOf(path.part, path.steps, path.rules).map(({ leverage, stop, ending }) => [
      `${leverage}x ${stop === null ? 'none' : stop / 10_000n}`,
      ending,
    ]),
  );

async function closedAfter(...prices: string[]): Promise<ProvenMarket> {
  const proven = await ProvenMarket.start();
  await proven.market.open(proven.account, { leverage: 5, margin: usdt('100') });
  for (const each of prices) await proven.tick(BTC, each);
  await proven.close();
  return proven;
}

describe('the path of a trade', () => {
  it('is every valid price of its pair between entry and exit, as the log has them', async () => {
    const proven = await ProvenMarket.start();
    await proven.market.open(proven.account, { leverage: 5, margin: usdt('100') });
    await proven.tick(BTC, '97.5');
    await proven.tick(ETH, '50');
    await proven.together(async () => {
      await proven.tick(BTC, '95.3');
      await proven.tick(BTC, '103');
    });
    await proven.tick(BTC, '104');
    await proven.close();
    await proven.tick(BTC, '10');
    const path = await new TradePaths(proven.reader).of(marketOf(), proven.trade, ALONE);
    expect(path.known).toBe('ticks');
    expect(path.steps.map(({ first }) => first)).toEqual(['97.5', '95.3', '103'].map(price));
    expect(endings(path)).toMatchObject({ '5x none': 'same', '10x 2': 'stop', '10x 5': 'same', '1x 1': 'stop' });
  });

  it('is that of the minutes where the log has dropped a part of it', async () => {
    const proven = await closedAfter('89', '104');
    proven.reader.dropped.add(0n);
    const minute = Math.floor(proven.trade.entryRecord.time / 60_000) * 60;
    const [open, high, low, close] = ['100', '104', '80', '104'].map(price) as [bigint, bigint, bigint, bigint];
    const candles = [{ time: minute, open, high, low, close, volume: 0n }];
    const path = await new TradePaths(proven.reader).of(marketOf(candles), proven.trade, ALONE);
    expect(path.known).toBe('minutes');
    // 80 was before the entry: the position met no price below 89.
    expect(path.steps.map(({ worst }) => worst)).toEqual([price('89')]);
    expect(endings(path)).toMatchObject({ '5x none': 'same', '10x none': 'liquidation' });
  });

  it('is partly known where minutes are missing, or the market was not watched all the time', async () => {
    const proven = await closedAfter('89', '104');
    proven.reader.dropped.add(0n);
    const paths = new TradePaths(proven.reader);
    expect((await paths.of(marketOf(), proven.trade, ALONE)).known).toBe('partial');
    const trade: TradeState = { ...proven.trade, extremes: null };
    const path = await paths.of(marketOf(), trade, ALONE);
    expect(path.known).toBe('partial');
    expect(endings(path)).toMatchObject({ '5x none': 'same', '10x none': 'same' });
  });

  it('of a week is read a day at a time', async () => {
    const proven = await closedAfter('104');
    const first = Math.floor(proven.trade.entryRecord.time / 60_000) * 60;
    const at = { open: price('100'), high: price('104'), low: price('99'), close: price('100'), volume: 0n };
    const candles = Array.from({ length: 10_080 }, (_, n) => ({ ...at, time: first + n * 60 }));
    const exitRecord = { ...proven.trade.exitRecord, time: (first + 10_079 * 60) * 1000, seq: 1_000_000n };
    const extremes = { best: price('104'), worst: price('99'), path: 'ticks' as const };
    const trade: TradeState = { ...proven.trade, exitRecord, extremes };
    const path = await new TradePaths(proven.reader).of(marketOf(candles), trade, ALONE);
    expect(path.known).toBe('minutes');
    expect(path.steps).toHaveLength(10_080);
  });
});
