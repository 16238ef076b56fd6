import type { TickerRow, TickersData } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { entryQuote, exitQuote, TickerStore } from './ticker-store.ts';

const row = (symbol: string, last: string, timeMs = 1): TickerRow => [
  symbol,
  last,
  '-1.82',
  '-10',
  '110',
  '90',
  '5000',
  timeMs,
];
const data = (...rows: TickerRow[]): TickersData => ({
  now: 1,
  label: 'Рынок',
  status: 'running',
  halted: false,
  rows,
});

let store = new TickerStore();

beforeEach(() => {
  store = new TickerStore();
});

describe('TickerStore', () => {
  it('reads a row into integers', () => {
    store.snapshot(data(row('BTCUSDT', '100.5', 77)));
    expect(store.get('BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      ...{ last: parsePrice('100.5'), ask: parsePrice('100.5'), bid: parsePrice('100.5') },
      change24hBp: -182n,
      priceChange24h: parsePrice('-10'),
      high24h: parsePrice('110'),
      low24h: parsePrice('90'),
      volume24h: 5_000_000_000n,
      timeMs: 77,
    });
  });

  it('tells only those who listen to what changed', () => {
    store.snapshot(data(row('BTCUSDT', '100'), row('ETHUSDT', '10')));
    const btc = vi.fn();
    const eth = vi.fn();
    store.listenTo('BTCUSDT', btc);
    store.listenTo('ETHUSDT', eth);
    store.update(data(row('ETHUSDT', '11')));
    expect(btc).not.toHaveBeenCalled();
    expect(eth).toHaveBeenCalledOnce();
  });

  it('lets nothing of a stale state survive a snapshot: neither a pair nor a price', () => {
    store.snapshot(data(row('OLDUSDT', '1'), row('BTCUSDT', '100')));
    store.update(data(row('BTCUSDT', '99')));
    store.snapshot(data(row('BTCUSDT', '200')));
    expect(store.get('OLDUSDT')).toBeUndefined();
    expect(store.get('BTCUSDT')?.last).toBe(parsePrice('200'));
    expect(store.list().map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
  });

  it('keeps the same list until something changes', () => {
    store.snapshot(data(row('BTCUSDT', '100')));
    const list = store.list();
    expect(store.list()).toBe(list);
    store.update(data(row('BTCUSDT', '101')));
    expect(store.list()).not.toBe(list);
  });

  it('ignores a row whose price is no price', () => {
    store.snapshot(data(row('AUSDT', 'NaN'), row('BUSDT', '0'), row('CUSDT', '-1')));
    expect(store.list()).toEqual([]);
  });

  const pair = {
    ...{ symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' as const, lastPrice: '50' },
    ...{ change24h: '0', priceChange24h: '0', volume24h: '0', high24h: null, low24h: null },
    ...{ priceDecimals: 2, spreadPercent: '0', priceTime: 5 },
  };

  it('E10 knows what buys pay and sells get, whichever comes first: the spread or the stream', () => {
    const spread = { ...pair, spreadPercent: '2' };
    const quotes = { ask: 6_060_000_000n, bid: 5_940_000_000n };
    store.snapshot(data(row('BTCUSDT', '60'), row('ETHUSDT', '7')));
    store.seed([spread]);
    expect(store.get('BTCUSDT')).toMatchObject(quotes);
    expect(store.get('ETHUSDT')).toMatchObject({ ask: parsePrice('7'), bid: parsePrice('7') });
    store = new TickerStore();
    store.seed([spread]);
    store.snapshot(data(row('BTCUSDT', '60')));
    expect(store.get('BTCUSDT')).toMatchObject(quotes);
    const ticker = store.get('BTCUSDT') ?? quotes;
    expect([entryQuote(ticker, 'long'), exitQuote(ticker, 'long')]).toEqual([quotes.ask, quotes.bid]);
    expect([entryQuote(ticker, 'short'), exitQuote(ticker, 'short')]).toEqual([quotes.bid, quotes.ask]);
  });

  it('uses prices of a request only until the stream has its own', () => {
    store.seed([pair]);
    expect(store.get('BTCUSDT')?.last).toBe(parsePrice('50'));
    store.snapshot(data(row('BTCUSDT', '60')));
    store.seed([pair]);
    expect(store.get('BTCUSDT')?.last).toBe(parsePrice('60'));
  });
});
