import { balance, pairList } from '@plecho/contract';
import { DEFAULT_RULES, type MarketLife } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { FixedMarket, usd } from '../../test/support/fixed-market.ts';
import type { AccountState, PositionState, PriceRecord } from '../commands/batch.ts';
import { toWireBalance } from './balance.ts';
import { toTickerRow, toWirePairs } from './pairs.ts';
import { closingPriceAtFill, closingPriceOf, toWirePosition } from './trading.ts';

const MAIN = { id: 'main', rules: DEFAULT_RULES };

const account: AccountState = {
  id: 1n,
  userId: 1n,
  version: 1n,
  available: 500_000_000n,
  orders: 100_000_000n,
  margin: 300_000_000n,
  locked: 50_000_000n,
  realisedPnl: -50_000_000n,
  season: 2,
  seasonStartedAt: 0,
  attempt: null,
};

const position = (symbol: string, side: 'long' | 'short', margin: bigint): PositionState => ({
  id: 5n,
  accountId: 1n,
  symbol,
  side,
  margin,
  leverage: 10,
  notional: margin * 10n,
  entryPrice: usd('100'),
  liquidationPrice: null,
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  openFee: 0n,
  ...{ maker: false, added: [], funding: 0n, fundedAt: 0 },
  openedAt: 0,
  entryRecord: { seq: 1n, symbol, price: usd('100'), time: 0 },
});

describe('the balance', () => {
  it('adds up as the specification says', () => {
    const market = new FixedMarket();
    market.setPrice('BTCUSDT', '101');
    const positions = [position('BTCUSDT', 'long', 200_000_000n), position('BTCUSDT', 'short', 100_000_000n)];
    expect(balance.parse(toWireBalance(MAIN, { account, positions, orders: [] }, market.prices))).toEqual({
      market: 'main',
      season: 2,
      attempt: null,
      total: '950',
      available: '500',
      inPositions: '300',
      inOrders: '100',
      locked: '50',
      equity: '960',
      pnl: '10',
      totalPnL: '-40',
      pnlPercent: '1.04',
    });
  });

  it('E10 counts with what closing gets where the pair has a spread, and so do positions', () => {
    const market = new FixedMarket();
    market.setPrice('BTCUSDT', '100');
    const rules = { ...DEFAULT_RULES, spreads: new Map([['BTCUSDT', 20_000n]]) };
    const [long, short] = [position('BTCUSDT', 'long', 200_000_000n), position('BTCUSDT', 'short', 100_000_000n)];
    const priced = [long, short].map((each) =>
      toWirePosition('main', each, closingPriceOf(each, market.prices, rules)),
    );
    expect(priced).toMatchObject([
      { currentPrice: '99', pnl: '-20' },
      { currentPrice: '101', pnl: '-10' },
    ]);
    const view = { account, positions: [long, short], orders: [] };
    expect(toWireBalance({ id: 'main', rules }, view, market.prices)).toMatchObject({ pnl: '-30', equity: '920' });
  });

  it('L6 E10 a fill is answered with what closing would have got at the same moment, of an addition too', () => {
    const rules = { spreads: new Map([['BTCUSDT', 20_000n]]) };
    const record = (at: string): PriceRecord => ({ seq: 1n, symbol: 'BTCUSDT', price: usd(at), time: 1 });
    const long = { ...position('BTCUSDT', 'long', 100_000_000n), entryRecord: record('101') };
    const addition = { margin: 1n, held: 1n, record: record('202'), addedAt: 1 };
    expect(closingPriceAtFill(long, rules)).toBe(usd('99'));
    expect(closingPriceAtFill({ ...long, added: [addition] }, rules)).toBe(usd('198'));
    expect(closingPriceAtFill({ ...long, side: 'short', entryRecord: record('99') }, rules)).toBe(usd('101'));
    expect(closingPriceAtFill(long, { spreads: new Map() })).toBe(usd('101'));
  });

  it('C2 the spread of a blind scenario is of its recipe: it is not told before its start', async () => {
    const market = new FixedMarket();
    const { definition } = market;
    const spreads = new Map([['BTCUSDT', 20_000n]]);
    const scenario = { recipe: { base: 'main', stages: [] }, salt: '00', commitment: '00', blind: true };
    market.setPrice('BTCUSDT', '100');
    const quotes = await market.quotes();
    const shown = (blind: boolean, life: MarketLife): string | undefined =>
      toWirePairs(
        { ...definition, rules: { ...definition.rules, spreads }, scenario: { ...scenario, blind } },
        { ...quotes, status: { ...quotes.status, life } },
      ).items.find(({ symbol }) => symbol === 'BTCUSDT')?.spreadPercent;
    expect([shown(true, 'upcoming'), shown(true, 'running'), shown(true, 'ended')]).toEqual(['0', '2', '2']);
    expect(shown(false, 'upcoming')).toBe('2');
  });

  it('counts a position without a price as flat', () => {
    const positions = [position('BTCUSDT', 'long', 300_000_000n)];
    expect(toWireBalance(MAIN, { account, positions, orders: [] }, new Map())).toMatchObject({
      pnl: '0',
      equity: '950',
    });
  });

  it('has a percentage even when nothing is left', () => {
    const market = new FixedMarket();
    market.setPrice('BTCUSDT', '1');
    const positions = [position('BTCUSDT', 'long', 300_000_000n)];
    expect(toWireBalance(MAIN, { account, positions, orders: [] }, market.prices)).toMatchObject({
      pnl: '-2970',
      pnlPercent: '0',
    });
  });
});

describe('the pairs', () => {
  it('C2 name the market, and say how the price changed in a day', async () => {
    const market = new FixedMarket();
    market.setPrice('BTCUSDT', '97.5');
    expect(pairList.parse(toWirePairs(market.definition, await market.quotes()))).toEqual({
      market: 'main',
      label: 'Синтетический рынок',
      now: market.time,
      items: [
        {
          symbol: 'BTCUSDT',
          baseAsset: 'BTC',
          quoteAsset: 'USDT',
          lastPrice: '97.5',
          change24h: '-2.5',
          priceChange24h: '-2.5',
          volume24h: '5',
          high24h: '97.5',
          low24h: '90',
          priceDecimals: 2,
          spreadPercent: '0',
          priceTime: market.time,
        },
      ],
    });
  });

  it('have no row on the stream before their first price', async () => {
    const market = new FixedMarket();
    market.setPrice('BTCUSDT', '100');
    const [ticker] = (await market.quotes()).tickers;
    if (ticker === undefined) throw new Error('no ticker');
    expect(toTickerRow({ ...ticker, last: null })).toBeNull();
    expect(toTickerRow({ ...ticker, open24h: null, high24h: null, low24h: null })).toEqual([
      'BTCUSDT',
      '100',
      '0',
      '0',
      '100',
      '100',
      '5',
      market.time,
    ]);
  });
});
