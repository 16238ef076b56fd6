import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAtStop, isWithinLimit, orderQuote } from './order.ts';
import { formatTrail, isBeyondPeak, parseTrail, trailingLevel } from './trailing.ts';

const quotes = fc.constantFrom('sell' as const, 'buy' as const);
const peaks = fc.bigInt(1n, 10n ** 17n);
const percents = fc.bigInt(10n, 5_000n).map((value) => ({ unit: 'percent' as const, value }));

describe('the callback of a trailing stop', () => {
  it.each([
    ['percent', '0.1', 10n],
    ['percent', '50', 5_000n],
    ['percent', '2.5', 250n],
    ['price', '0.00000001', 1n],
  ] as const)('reads %s %s', (unit, text, value) => {
    expect(parseTrail(unit, text)).toEqual({ unit, value });
    expect(formatTrail({ unit, value })).toBe(text);
  });

  it.each([
    ['percent', '0.09'],
    ['percent', '50.01'],
    ['percent', '1.001'],
    ['percent', '-1'],
    ['percent', '1e1'],
    ['price', '0'],
    ['price', '-1'],
    ['price', '1000000000.1'],
  ] as const)('refuses %s %s', (unit, text) => {
    expect(parseTrail(unit, text)).toBeNull();
  });
});

describe('the level of a trailing stop', () => {
  it('L8 is rounded against the person, by less than a unit', () => {
    expect(trailingLevel('sell', 101n, { unit: 'percent', value: 100n })).toBe(99n);
    expect(trailingLevel('buy', 101n, { unit: 'percent', value: 100n })).toBe(103n);
    expect(trailingLevel('sell', 101n, { unit: 'price', value: 2n })).toBe(99n);
    expect(trailingLevel('buy', 101n, { unit: 'price', value: 2n })).toBe(103n);
    fc.assert(
      fc.property(quotes, peaks, percents, (quote, peak, trail) => {
        const level = trailingLevel(quote, peak, trail);
        const exact = peak * (quote === 'sell' ? 10_000n - trail.value : 10_000n + trail.value);
        const off = quote === 'sell' ? exact - level * 10_000n : level * 10_000n - exact;
        expect(off >= 0n && off < 10_000n).toBe(true);
      }),
    );
  });

  it('is never reached by its own peak, and never moves back as the peak gets better', () => {
    fc.assert(
      fc.property(quotes, peaks, fc.bigInt(1n, 10n ** 9n), percents, (quote, peak, more, trail) => {
        const level = trailingLevel(quote, peak, trail);
        expect(isAtStop(quote, level, peak)).toBe(false);
        const better = quote === 'sell' ? peak + more : peak - more;
        expect(isBeyondPeak(quote, peak, better)).toBe(true);
        const next = trailingLevel(quote, better, trail);
        expect(quote === 'sell' ? next >= level : next <= level).toBe(true);
      }),
    );
  });
});

it('an order buys that opens a long or closes a short', () => {
  expect(orderQuote({ side: 'long', reduces: null })).toBe('buy');
  expect(orderQuote({ side: 'short', reduces: null })).toBe('sell');
  expect(orderQuote({ side: 'long', reduces: 1n })).toBe('sell');
  expect(orderQuote({ side: 'short', reduces: 1n })).toBe('buy');
  expect([99n, 100n, 101n].map((price) => isWithinLimit('buy', 100n, price))).toEqual([true, true, false]);
  expect([99n, 100n, 101n].map((price) => isWithinLimit('sell', 100n, price))).toEqual([false, true, true]);
});
