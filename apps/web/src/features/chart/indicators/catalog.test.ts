import { describe, expect, it } from 'vitest';
import {
  INDICATOR_KINDS,
  INDICATORS,
  isIndicatorList,
  newIndicator,
  parameterFault,
  type Indicator,
} from './catalog.ts';

const all = INDICATOR_KINDS.map((kind, n): Indicator => ({ ...newIndicator(kind, []), id: String(n) }));

describe('a list of indicators that a device kept', () => {
  it('is taken with every kind as it is offered, and with none', () => {
    expect(isIndicatorList([])).toBe(true);
    expect(all.filter((indicator) => !isIndicatorList([indicator]))).toEqual([]);
    expect(isIndicatorList(all.slice(0, 6))).toBe(true);
  });

  it.each([
    ['more than six', all.slice(0, 7)],
    ['the same one twice', [all[0], all[0]]],
    ['a kind that is not known', [{ ...all[0], kind: 'ichimoku' }]],
    ['a name that every object has', [{ ...all[0], kind: 'toString' }]],
    ['parameters of another version', [{ ...all[0], parameters: [20, 2] }]],
    ['a period of a million', [{ ...all[0], parameters: [1_000_000] }]],
    ['a period of no whole candles', [{ ...all[0], parameters: [2.5] }]],
    ['a period that is a text', [{ ...all[0], parameters: ['20'] }]],
    ['a slow average shorter than the fast one', [{ ...newIndicator('macd', []), parameters: [26, 12, 9] }]],
    ['a colour that there is not', [{ ...all[0], color: 6 }]],
    ['something else', { kind: 'sma' }],
    ['nothing', null],
  ])('is refused with %s', (_, kept) => {
    expect(isIndicatorList(kept)).toBe(false);
  });
});

describe('a new indicator', () => {
  it('has a number and a colour that no other has, as long as there are colours', () => {
    const list: Indicator[] = [];
    for (let n = 0; n < 6; n += 1) list.push(newIndicator('sma', list));
    expect(new Set(list.map(({ color }) => color)).size).toBe(6);
    expect(new Set(list.map(({ id }) => id)).size).toBe(6);
    expect(newIndicator('ema', list.slice(1))).toMatchObject({ color: 0, parameters: [50] });
  });

  it('says why a parameter can not be', () => {
    const [, deviations] = INDICATORS.bollinger.parameters;
    const faults = [2, 2.5, 2.55, 0, 6, Number.NaN].map((value) => parameterFault(deviations!, value));
    expect(faults).toEqual([null, null, 'decimals', 'range', 'range', 'range']);
  });
});
