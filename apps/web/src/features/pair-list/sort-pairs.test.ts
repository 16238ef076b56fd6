import { describe, expect, it } from 'vitest';
import { arrangePairs, type PairEntry } from './sort-pairs.ts';

const pair = (baseAsset: string, changeBp: bigint, last: bigint | null): PairEntry => ({
  symbol: `${baseAsset}USDT`,
  baseAsset,
  changeBp,
  last,
});
const pairs = [pair('BTC', -182n, 67_000n), pair('SOL', -610n, 140n), pair('ETH', 40n, 3_400n), pair('NEW', 0n, null)];
const none = new Set<string>();
const bases = (list: PairEntry[]): string[] => list.map((entry) => entry.baseAsset);

describe('arrangePairs', () => {
  it('sorts by the size of the 24-hour change, whatever its direction', () => {
    expect(bases(arrangePairs(pairs, '', 'change', none))).toEqual(['SOL', 'BTC', 'ETH', 'NEW']);
  });

  it('sorts by name and by price, pairs without a price last', () => {
    expect(bases(arrangePairs(pairs, '', 'name', none))).toEqual(['BTC', 'ETH', 'NEW', 'SOL']);
    expect(bases(arrangePairs(pairs, '', 'price', none))).toEqual(['BTC', 'ETH', 'SOL', 'NEW']);
  });

  it('puts favourites first, sorted among themselves', () => {
    expect(bases(arrangePairs(pairs, '', 'change', new Set(['ETHUSDT', 'BTCUSDT'])))).toEqual([
      'BTC',
      'ETH',
      'SOL',
      'NEW',
    ]);
  });

  it('finds by symbol or base in any case', () => {
    expect(bases(arrangePairs(pairs, ' eth', 'change', none))).toEqual(['ETH']);
    expect(bases(arrangePairs(pairs, 'lus', 'change', none))).toEqual(['SOL']);
    expect(arrangePairs(pairs, 'doge', 'change', none)).toEqual([]);
  });

  it('leaves its input as it was', () => {
    const before = bases(pairs);
    arrangePairs(pairs, '', 'name', none);
    expect(bases(pairs)).toEqual(before);
  });
});
