import { parsePrice, parseUsdt } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { btcEquivalent, dayResult, shareOfTotal, startOfLocalDay } from './day-result.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;

describe('startOfLocalDay', () => {
  it('is the midnight of this device, not of UTC', () => {
    const noon = new Date(2026, 10, 21, 12, 34, 56).getTime();
    expect(startOfLocalDay(noon)).toBe(new Date(2026, 10, 21).getTime() / 1000);
  });

  it('is the moment itself at midnight', () => {
    const midnight = new Date(2026, 10, 21).getTime();
    expect(startOfLocalDay(midnight)).toBe(midnight / 1000);
  });
});

describe('dayResult', () => {
  const midnight = 1_000_000;
  const trade = (closeTime: number, pnl: string, fee = '0') => ({ closeTime, pnl, fee });

  it('counts trades closed at midnight or later and the open positions', () => {
    const trades = [trade(midnight - 1, '500'), trade(midnight, '10.5'), trade(midnight + 60, '-3')];
    expect(dayResult(trades, midnight, usdt('1.25'))).toBe(usdt('8.75'));
  });

  it('takes the fees off: a liquidation costs the whole margin', () => {
    expect(dayResult([trade(midnight, '-95', '5')], midnight, 0n)).toBe(usdt('-100'));
  });

  it('is the PnL of the open positions on a day without trades', () => {
    expect(dayResult([], midnight, usdt('-7'))).toBe(usdt('-7'));
  });
});

describe('shareOfTotal', () => {
  it('is in hundredths of a percent and 0 when there is nothing to share', () => {
    expect(shareOfTotal(usdt('25'), usdt('1000'))).toBe(250n);
    expect(shareOfTotal(usdt('-25'), usdt('1000'))).toBe(-250n);
    expect(shareOfTotal(usdt('5'), 0n)).toBe(0n);
  });
});

describe('btcEquivalent', () => {
  it('divides by the price of one coin, down to a satoshi', () => {
    expect(btcEquivalent(usdt('1000'), parsePrice('50000'))).toBe(2_000_000n);
    expect(btcEquivalent(usdt('1'), parsePrice('67412.5'))).toBe(1_483n);
    expect(btcEquivalent(0n, parsePrice('50000'))).toBe(0n);
  });

  it('is unknown without a price', () => {
    expect(btcEquivalent(usdt('1000'), null)).toBeNull();
    expect(btcEquivalent(usdt('1000'), 0n)).toBeNull();
  });
});
