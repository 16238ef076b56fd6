import { coins } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import {
  coinInput,
  creditingSeconds,
  formatCoinAmount,
  formatCoinsWithUnit,
  parseCoinInput,
  shortened,
} from './coins.ts';

const plain = (text: string): string => text.replaceAll('\u202f', '_').replaceAll('\u00a0', '~');

describe('coins', () => {
  it('writes every place of an amount, USDT with at least two', () => {
    expect(plain(formatCoinAmount('USDT', '1250'))).toBe('1_250,00');
    expect(formatCoinAmount('USDT', '0.123456')).toBe('0,123456');
    expect(formatCoinAmount('BTC', '0.00012')).toBe('0,00012');
    expect(formatCoinAmount('BTC', '2')).toBe('2');
    expect(formatCoinAmount('ETH', coins('ETH', '-1.5'))).toBe('−1,5');
    expect(formatCoinAmount('ETH', 0n)).toBe('0');
    expect(formatCoinAmount('USDT', 'what')).toBe('N/A');
  });

  it('names practice coins as such', () => {
    expect(plain(formatCoinsWithUnit('BTC', '0.05'))).toBe('0,05~уч.~BTC');
  });

  it('reads what it writes into a field, and a comma or a dot', () => {
    const amount = coins('BTC', '1234.00000001');
    expect(coinInput('BTC', amount)).toBe('1234,00000001');
    expect(parseCoinInput('BTC', coinInput('BTC', amount))).toBe(amount);
    expect(parseCoinInput('USDT', '1 000.5')).toBe(1_000_500_000n);
    expect(parseCoinInput('USDT', '0,1234567')).toBeNull();
    expect(parseCoinInput('USDT', '')).toBeNull();
  });

  it('reckons the time until a transaction counts from the rules of the network', () => {
    expect(creditingSeconds('bitcoin')).toBe(20);
    expect(creditingSeconds('bsc')).toBe(10);
  });

  it('shortens what is long only', () => {
    expect(shortened('sim1eqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqabcdef')).toBe('sim1eqqqqq…abcdef');
    expect(shortened('sim1eqqqqq')).toBe('sim1eqqqqq');
  });
});
