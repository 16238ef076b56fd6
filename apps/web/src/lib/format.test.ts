import { parsePrice, parseUsdt } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import {
  formatExactMoney,
  formatExactPrice,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  formatResult,
  formatLoss,
  formatSignedMoney,
  formatVolume,
  keepUnits,
  plural,
  priceDecimalsOf,
} from './format.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const price = (text: string): bigint => parsePrice(text) ?? -1n;
/** Narrow and ordinary no-break spaces, so that expectations can be read. */
const plain = (text: string): string => text.replaceAll('\u202f', '_').replaceAll('\u00a0', '~');

describe('money', () => {
  it('groups thousands with narrow no-break spaces and has a decimal comma', () => {
    expect(plain(formatMoney(usdt('1234567.5')))).toBe('1_234_567,50');
    expect(formatMoney(0n)).toBe('0,00');
    expect(plain(formatMoney('1000'))).toBe('1_000,00');
  });

  it('writes a minus, not a hyphen, and floors: a loss never looks smaller', () => {
    expect(formatMoney(usdt('-3.201'))).toBe('−3,21');
    expect(formatMoney(usdt('3.209'))).toBe('3,20');
    expect(formatMoney(usdt('-0.000001'))).toBe('−0,01');
  });

  it('signs a gain and a loss, not zero', () => {
    for (const loss of ['9.98', '9.980001', '9.989999', '0']) {
      expect(formatLoss(usdt(loss))).toBe(formatSignedMoney(-usdt(loss)).replace('−', ''));
    }
    expect(formatLoss(usdt('9.980001'))).toBe('9,99');
    expect(formatSignedMoney(usdt('38.31'))).toBe('+38,31');
    expect(formatSignedMoney(usdt('-38.31'))).toBe('−38,31');
    expect(formatSignedMoney(0n)).toBe('0,00');
    expect(formatSignedMoney(1n)).toBe('0,00');
  });

  it('can show all its places', () => {
    expect(formatExactMoney(1n)).toBe('0,000001');
    expect(formatExactMoney(usdt('12.5'))).toBe('12,50');
    expect(formatExactMoney(usdt('12.505'))).toBe('12,505');
  });

  it('shows N/A for what is not a number', () => {
    for (const value of [null, undefined, 'abc', 'NaN', '1e5', '']) expect(formatMoney(value)).toBe('N/A');
  });
});

describe('prices', () => {
  it('have the decimals of their pair', () => {
    expect(plain(formatPrice(price('67412.5'), 2))).toBe('67_412,50');
    expect(formatPrice('0.01234567', 5)).toBe('0,01234');
    expect(formatPrice(price('0.00001234'), 8)).toBe('0,00001234');
  });

  it('have at least four decimals below 1, three below 10 and two above, however coarse the tick', () => {
    expect(formatPrice('0.329', 3)).toBe('0,3290');
    expect(formatPrice('0.9999', 2)).toBe('0,9999');
    expect(formatPrice('1', 0)).toBe('1,000');
    expect(formatPrice('9.99', 2)).toBe('9,990');
    expect(formatPrice('10', 1)).toBe('10,00');
    expect(plain(formatPrice('67412.99', 0))).toBe('67_412,99');
  });

  it('in a formula have every digit', () => {
    expect(plain(formatExactPrice(price('0.32901'), 4))).toBe('0,32901');
    expect(plain(formatExactPrice(price('67412.5'), 2))).toBe('67_412,50');
  });

  it('are N/A when there is none', () => {
    expect(formatPrice(null, 2)).toBe('N/A');
    expect(formatPrice('−5', 2)).toBe('N/A');
  });

  it('have four decimals below 1, three below 10, otherwise two', () => {
    expect(priceDecimalsOf(price('0.9999'))).toBe(4);
    expect(priceDecimalsOf(price('1'))).toBe(3);
    expect(priceDecimalsOf(price('9.99'))).toBe(3);
    expect(priceDecimalsOf(price('10'))).toBe(2);
  });
});

describe('percent', () => {
  it('comes from hundredths or from the wire, always with its sign', () => {
    expect(plain(formatPercent(182n))).toBe('+1,82~%');
    expect(plain(formatPercent('-0.5'))).toBe('−0,50~%');
    expect(plain(formatPercent(0n))).toBe('0,00~%');
    expect(plain(formatPercent(-123456n))).toBe('−1_234,56~%');
    expect(formatPercent(null)).toBe('N/A');
  });

  it('stands in brackets behind its money', () => {
    expect(plain(formatResult('-0.1', '-0.01'))).toBe('−0,10 (−0,01~%)');
  });

  it('as a rate has no sign and no trailing zeros', () => {
    expect(plain(formatRate('0.5'))).toBe('0,5~%');
    expect(plain(formatRate('0'))).toBe('0~%');
    expect(plain(formatRate('30'))).toBe('30~%');
    expect(plain(formatRate('0.0450'))).toBe('0,045~%');
  });
});

describe('volume', () => {
  it('is compact', () => {
    expect(plain(formatVolume(usdt('1284000000')))).toBe('1,28~млрд');
    expect(plain(formatVolume('27970000'))).toBe('27,97~млн');
    expect(plain(formatVolume('1500'))).toBe('1,50~тыс.');
    expect(formatVolume('999.9')).toBe('999');
  });
});

it('a number stays on one line with its unit', () => {
  expect(keepUnits('падение на 20 % за 90 мин, спред 1 %')).toBe('падение на 20\u00a0% за 90\u00a0мин, спред 1\u00a0%');
});

it('plural forms are those of Russian', () => {
  const form = (n: number): string => plural(n, 'позиция', 'позиции', 'позиций');
  expect([1, 2, 5, 11, 21, 22, 111, 0].map(form)).toEqual([
    'позиция',
    'позиции',
    'позиций',
    'позиций',
    'позиция',
    'позиции',
    'позиций',
    'позиций',
  ]);
});
