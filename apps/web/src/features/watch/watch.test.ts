import { describe, expect, it } from 'vitest';
import type { LiveTicker } from '@/live/index.ts';
import { arrange } from './arrange.ts';
import { FIRST_ORDER, isColumns, isOrder, pressed } from './columns.ts';
import { volatilityOf, watchFigures, type WatchFigures } from './figures.ts';
import { sparkline } from './sparkline-path.ts';

const ticker = { last: 103n, change24hBp: -50n, high24h: 206n, volume24h: 9n } as LiveTicker;

describe('watchFigures', () => {
  it('tells the hour from the point of an hour ago, and how far the high is', () => {
    expect(watchFigures(ticker, [1n, 100n, 101n, 102n], 7n)).toEqual({
      ...{ last: 103n, change1h: 300n, change24h: -50n, volume: 9n, volatility: 7n, fromHigh: -5000n },
    });
  });

  it('tells nothing that it does not know', () => {
    expect(watchFigures(ticker, [101n, 102n], null)).toMatchObject({ change1h: null, volatility: null });
    const unknown = { last: null, change1h: null, change24h: null, volume: null, volatility: null, fromHigh: null };
    expect(watchFigures(undefined, [], null)).toEqual(unknown);
  });

  it('volatility is the deviation of half hours over a day', () => {
    // Up and down by 1 % in turns: a deviation of 1.0051 % a half hour is 6.96 % a day.
    const course = Array.from({ length: 49 }, (_, n) => (n % 2 === 0 ? 1_000_000n : 1_010_000n));
    expect(volatilityOf(course)).toBe(697n);
    expect(volatilityOf(course.map(() => 5n))).toBe(0n);
    expect(volatilityOf(course.slice(0, 8))).toBeNull();
    expect(volatilityOf([0n, ...course])).toBeNull();
  });
});

describe('arrange', () => {
  const of = (symbol: string, change1h: bigint | null): { symbol: string; figures: WatchFigures } => ({
    symbol,
    figures: { ...watchFigures(undefined, [], null), change1h },
  });
  const pairs = [of('A', 1n), of('B', null), of('C', -3n), of('D', 1n)];
  const names = (by: 'name' | 'change1h', down: boolean): string =>
    arrange(pairs, { by, down })
      .map(({ symbol }) => symbol)
      .join('');

  it('sorts both ways, ties by name, and what is not known last', () => {
    expect(names('change1h', true)).toBe('ADCB');
    expect(names('change1h', false)).toBe('CADB');
    expect(names('name', false)).toBe('ABCD');
    expect(names('name', true)).toBe('DCBA');
  });
});

it('a heading begins with the largest, a name with the first, and is turned round by a second press', () => {
  expect(pressed(FIRST_ORDER, 'price')).toEqual({ by: 'price', down: true });
  expect(pressed(FIRST_ORDER, 'volume')).toEqual({ by: 'volume', down: false });
  expect(pressed(FIRST_ORDER, 'name')).toEqual({ by: 'name', down: false });
});

it.each([null, 1, 'volume', [], {}, { by: 'volume' }, { by: 'x', down: true }, { by: 'name', down: 1 }])(
  'what was kept is no order: %j',
  (value) => {
    expect(isOrder(value)).toBe(false);
  },
);

it('columns of another version are none', () => {
  expect([isColumns([]), isColumns(['volume']), isColumns(['x']), isColumns('volume')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('sparkline', () => {
  it('goes from left to right, the highest at the top', () => {
    expect(sparkline([10n, 20n, 15n], 100, 20)).toBe('M1 19L50 1L99 10');
  });

  it('of a price that stood still is a line in the middle; of one point there is none', () => {
    expect(sparkline([10n, 10n], 100, 20)).toBe('M1 10L99 10');
    expect(sparkline([10n], 100, 20)).toBe('');
    expect(sparkline([], 100, 20)).toBe('');
  });
});
