import { coins } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { maxWithdrawal, withdrawalValue } from './amounts.ts';

const usdt = (text: string) => coins('USDT', text);
/** 8 decimals, as BTC has them. */
const price = (text: string) => coins('BTC', text);

describe('withdrawalValue', () => {
  it('is the amount itself for USDT, with or without a price', () => {
    expect(withdrawalValue('USDT', usdt('12.5'), null)).toBe(usdt('12.5'));
  });

  it('L8: is rounded up for a coin with a price, and unknown without one', () => {
    expect(withdrawalValue('BTC', coins('BTC', '0.01'), price('67412.5'))).toBe(usdt('674.125'));
    expect(withdrawalValue('BTC', 1n, price('0.00000001'))).toBe(1n);
    expect(withdrawalValue('ETH', coins('ETH', '0.1'), null)).toBeNull();
  });
});

describe('maxWithdrawal', () => {
  it('is everything available for USDT', () => {
    expect(maxWithdrawal('USDT', usdt('1000.123456'), null)).toBe(usdt('1000.123456'));
    expect(maxWithdrawal('USDT', 0n, null)).toBe(0n);
  });

  it('leaves half a percent for what the price does, and never costs more than there is', () => {
    const available = usdt('1000');
    for (const at of ['67412.5', '0.37', '3999.99999999', '123456789']) {
      const max = maxWithdrawal('BTC', available, price(at)) ?? -1n;
      const value = withdrawalValue('BTC', max, price(at)) ?? -1n;
      expect(value).toBeLessThanOrEqual(usdt('995'));
      expect(value + (price(at) / 10n ** 10n + 1n)).toBeGreaterThanOrEqual(usdt('995') - 1n);
    }
  });

  it('is unknown without a price', () => {
    expect(maxWithdrawal('BTC', usdt('1000'), null)).toBeNull();
    expect(maxWithdrawal('BTC', usdt('1000'), 0n)).toBeNull();
  });
});
