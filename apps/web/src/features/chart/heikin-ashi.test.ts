import { describe, expect, it } from 'vitest';
import type { Bar } from './candle-book.ts';
import { heikinAshi, heikinAshiBars } from './heikin-ashi.ts';

const bar = (time: number, open: number, high: number, low: number, close: number): Bar => ({
  ...{ time, open, high, low, close },
  volume: 1,
});

describe('Heikin-Ashi', () => {
  const bars = [bar(0, 10, 14, 8, 12), bar(60, 12, 13, 9, 10), bar(120, 10, 20, 10, 18)];

  it('is as its definition has it', () => {
    expect(heikinAshiBars(bars).map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
      [11, 14, 8, 11],
      [11, 13, 9, 11],
      [11, 20, 10, 14.5],
    ]);
  });

  it('makes a bar from the one before it alone, so a changing bar is made again without the others', () => {
    const drawn = heikinAshiBars(bars);
    expect(heikinAshi(bar(120, 10, 12, 4, 5), drawn[1] ?? null)).toEqual(
      heikinAshiBars([...bars.slice(0, 2), bar(120, 10, 12, 4, 5)])[2],
    );
  });
});
