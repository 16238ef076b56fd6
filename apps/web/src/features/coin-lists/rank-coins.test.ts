import { describe, expect, it } from 'vitest';
import { COINS_LOADED, rankCoins, type Coin } from './rank-coins.ts';

const coin = (symbol: string, changeBp: bigint, volume: bigint): Coin => ({
  symbol,
  baseAsset: symbol.replace('USDT', ''),
  lastPrice: 1n,
  priceDecimals: 2,
  changeBp,
  volume,
});

const symbols = (coins: Coin[]): string[] => coins.map((one) => one.symbol);

describe('rankCoins', () => {
  const coins = [coin('AUSDT', -900n, 30n), coin('BUSDT', 120n, 10n), coin('CUSDT', 0n, 20n)];

  it('puts the largest rise first and leaves out what has not risen', () => {
    const more = [...coins, coin('DUSDT', 121n, 1n)];
    expect(symbols(rankCoins(more, 'growth'))).toEqual(['DUSDT', 'BUSDT']);
    expect(rankCoins([coin('AUSDT', 0n, 1n), coin('BUSDT', -1n, 1n)], 'growth')).toEqual([]);
  });

  it('puts the largest turnover first', () => {
    expect(symbols(rankCoins(coins, 'volume'))).toEqual(['AUSDT', 'CUSDT', 'BUSDT']);
  });

  it('keeps equal coins in the order of their symbols, so that rows do not swap at each tick', () => {
    const equal = [coin('ZUSDT', 5n, 1n), coin('AUSDT', 5n, 1n), coin('MUSDT', 5n, 1n)];
    expect(symbols(rankCoins(equal, 'growth'))).toEqual(['AUSDT', 'MUSDT', 'ZUSDT']);
    expect(symbols(rankCoins(equal.toReversed(), 'volume'))).toEqual(['AUSDT', 'MUSDT', 'ZUSDT']);
  });

  it('holds twenty coins and leaves its input alone', () => {
    const many = Array.from({ length: 100 }, (_, i) => coin(`C${String(i).padStart(3, '0')}USDT`, BigInt(i), 0n));
    const first = many[0];
    expect(rankCoins(many, 'growth')).toHaveLength(COINS_LOADED);
    expect(rankCoins(many, 'growth')[0]?.changeBp).toBe(99n);
    expect(many[0]).toBe(first);
  });
});
