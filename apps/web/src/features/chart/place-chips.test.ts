import { describe, expect, it } from 'vitest';
import { CHIP_HEIGHT, columnOf, placeChips } from './place-chips.ts';

const spot = (key: string, y: number | null, column = 0) => ({ key, column, y });

describe('placeChips', () => {
  it('leaves labels on their lines when there is room', () => {
    expect(placeChips([spot('a', 50), spot('b', 100)], 300).map((chip) => chip.y)).toEqual([50, 100]);
  });

  it('moves labels of one column apart, not those of different columns', () => {
    const [a, b] = placeChips([spot('a', 50), spot('b', 52)], 300);
    expect((b?.y ?? 0) - (a?.y ?? 0)).toBeGreaterThanOrEqual(CHIP_HEIGHT);
    expect(placeChips([spot('a', 50), spot('b', 52, 1)], 300).map((chip) => chip.y)).toEqual([50, 52]);
  });

  it('keeps labels of lines outside at the edge and says on which side they are', () => {
    const placed = placeChips([spot('high', -500), spot('low', 900), spot('lower', 950)], 300);
    expect(placed.map((chip) => chip.outside)).toEqual(['above', 'below', 'below']);
    expect(placed.every((chip) => chip.y >= CHIP_HEIGHT / 2 && chip.y <= 300 - CHIP_HEIGHT / 2)).toBe(true);
    expect(new Set(placed.map((chip) => chip.y)).size).toBe(3);
  });

  it('shows as many as there is room for: what is farthest out of sight gives way', () => {
    const spots = [spot('far', -900), spot('near', -20), spot('a', 30), spot('b', 40), spot('low', 300)];
    const placed = placeChips(spots, 110);
    expect(placed.map(({ key }) => key)).toEqual(['near', 'a', 'b', 'low']);
    expect(placed.every(({ y }) => y >= CHIP_HEIGHT / 2 && y <= 110 - CHIP_HEIGHT / 2)).toBe(true);
  });

  it('skips lines without a place', () => {
    expect(placeChips([spot('a', null)], 300)).toEqual([]);
  });

  it('keeps clear of what stands at the edges, and says how far the line is from a label that made room', () => {
    const chips = placeChips([spot('top', 4), spot('low', 295)], 300, { top: 24, bottom: 40 });
    expect(chips.map(({ y }) => y).every((y) => y >= 24 + CHIP_HEIGHT / 2 && y <= 260 - CHIP_HEIGHT / 2)).toBe(true);
    for (const { y, toLine, key } of chips) expect(y + toLine).toBe(key === 'top' ? 4 : 295);
    expect(placeChips([spot('far', 900)], 300)[0]?.toLine).toBe(0);
  });
});

it('has three columns on a wide chart, two on that of a phone, one where there is room for no more', () => {
  const columns = (width: number) =>
    (['entry', 'stopLoss', 'liquidation'] as const).map((kind) => columnOf(kind, width));
  expect(columns(700)).toEqual([0, 1, 2]);
  expect(columns(291)).toEqual([0, 1, 1]);
  expect(columns(220)).toEqual([0, 0, 0]);
});
