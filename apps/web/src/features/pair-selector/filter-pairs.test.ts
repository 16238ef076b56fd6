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

const bases = (pairs: SelectablePair[]): string[] => pairs.map((one) => one.baseAsset);
const hundred = Array.from({ length: 100 }, (_, i) => pair(`C${String(i).padStart(2, '0')}`, BigInt(i)));

describe('filterPairs', () => {
  it('offers the strongest movers in either direction without a query', () => {
    const pairs = [pair('AAA', 100n), pair('BBB', -700n), pair('CCC', 300n)];
    expect(bases(filterPairs(pairs, ''))).toEqual(['BBB', 'CCC', 'AAA']);
    expect(filterPairs(hundred, '  ')).toHaveLength(20);
    expect(filterPairs(hundred, '')[0]?.baseAsset).toBe('C99');
  });

  it('finds at most fifty by symbol, base or quote, in any case', () => {
    expect(filterPairs(hundred, 'usdt')).toHaveLength(50);
    expect(bases(filterPairs(hundred, 'c07'))).toEqual(['C07']);
    expect(bases(filterPairs(hundred, 'c07usdt'))).toEqual(['C07']);
    expect(filterPairs(hundred, 'нет')).toEqual([]);
  });

  it('understands a pair as the header writes it', () => {
    expect(bases(filterPairs([pair('BTC', 1n), pair('ETH', 2n)], 'btc/usdt'))).toEqual(['BTC']);
    expect(bases(filterPairs([pair('BTC', 1n), pair('ETH', 2n)], ' Eth - usdt '))).toEqual(['ETH']);
  });

  it('puts the coin itself before stronger movers that only contain its name', () => {
    const pairs = [pair('WBTC', 900n), pair('BTC', 1n), pair('BTCDOM', 500n)];
    expect(bases(filterPairs(pairs, 'btc'))).toEqual(['BTC', 'BTCDOM', 'WBTC']);
  });

  it('finds a pair without a price by name and does not call it a mover', () => {
    const pairs = [pair('OLD', 0n, null), pair('NEW', 1n)];
    expect(bases(filterPairs(pairs, ''))).toEqual(['NEW']);
    expect(bases(filterPairs(pairs, 'old'))).toEqual(['OLD']);
  });
});
