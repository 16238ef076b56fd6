import { describe, expect, it } from 'vitest';
import { filterPairs, type SelectablePair } from './filter-pairs.ts';

const pair = (baseAsset: string, changeBp: bigint, lastPrice: bigint | null = 1n): SelectablePair => ({
  symbol: `${baseAsset}USDT`,
  baseAsset,
  quoteAsset: 'USDT',
  lastPrice,
  priceDecimals: 2,
  changeBp,
});

const none = new Set<string>();
const bases = (pairs: SelectablePair[]): string[] => pairs.map((one) => one.baseAsset);
const hundred = Array.from({ length: 100 }, (_, i) => pair(`C${String(i).padStart(2, '0')}`, BigInt(i)));

describe('filterPairs', () => {
  it('offers every pair without a query, favourites first, the strongest movers next', () => {
    const pairs = [pair('AAA', 100n), pair('BBB', -700n), pair('CCC', 300n)];
    expect(bases(filterPairs(pairs, '', none))).toEqual(['BBB', 'CCC', 'AAA']);
    expect(bases(filterPairs(pairs, '', new Set(['AAAUSDT', 'CCCUSDT'])))).toEqual(['CCC', 'AAA', 'BBB']);
    expect(filterPairs(hundred, '  ', none)).toHaveLength(100);
    expect(filterPairs(hundred, '', none)[0]?.baseAsset).toBe('C99');
  });

  it('finds at most fifty by symbol, base or quote, in any case', () => {
    expect(filterPairs(hundred, 'usdt', none)).toHaveLength(50);
    expect(bases(filterPairs(hundred, 'c07', none))).toEqual(['C07']);
    expect(bases(filterPairs(hundred, 'c07usdt', none))).toEqual(['C07']);
    expect(filterPairs(hundred, 'нет', none)).toEqual([]);
  });

  it('understands a pair as the header writes it', () => {
    expect(bases(filterPairs([pair('BTC', 1n), pair('ETH', 2n)], 'btc/usdt', none))).toEqual(['BTC']);
    expect(bases(filterPairs([pair('BTC', 1n), pair('ETH', 2n)], ' Eth - usdt ', none))).toEqual(['ETH']);
  });

  it('puts the coin itself before stronger movers that only contain its name', () => {
    const pairs = [pair('WBTC', 900n), pair('BTC', 1n), pair('BTCDOM', 500n)];
    expect(bases(filterPairs(pairs, 'btc', none))).toEqual(['BTC', 'BTCDOM', 'WBTC']);
  });

  it('finds a pair without a price by name and does not call it a mover', () => {
    const pairs = [pair('OLD', 0n, null), pair('NEW', 1n)];
    expect(bases(filterPairs(pairs, '', none))).toEqual(['NEW']);
    expect(bases(filterPairs(pairs, 'old', none))).toEqual(['OLD']);
  });
});
