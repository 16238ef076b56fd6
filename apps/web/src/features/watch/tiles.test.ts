import { describe, expect, it } from 'vitest';
import { layOut, levelOf, neighbour, type Tile } from './tiles.ts';

const PAIRS = [
  { symbol: 'SMALL', volume: 100 },
  { symbol: 'LARGE', volume: 300 },
  { symbol: 'NONE', volume: 0 },
];

describe('layOut', () => {
  it('gives every pair with a volume its share of the area, the largest first', () => {
    const tiles = layOut(PAIRS, 402, 300);
    expect(tiles.map(({ symbol }) => symbol)).toEqual(['LARGE', 'SMALL']);
    const [large, small] = tiles.map(({ width, height }) => width * height);
    expect(large! / small!).toBeCloseTo(3, 1);
    for (const { x, y, width, height } of tiles) {
      expect(x >= 0 && y >= 0 && x + width <= 402 && y + height <= 300).toBe(true);
    }
  });

  it('fills nothing where there is nothing', () => {
    expect(layOut([], 400, 300)).toEqual([]);
    expect(layOut(PAIRS, 0, 300)).toEqual([]);
    expect(layOut([PAIRS[2]!], 400, 300)).toEqual([]);
  });
});

describe('neighbour', () => {
  const tile = (symbol: string, x: number, y: number): Tile => ({ symbol, x, y, width: 10, height: 10 });
  const tiles = [tile('A', 0, 0), tile('B', 10, 0), tile('C', 0, 10), tile('D', 10, 10)];

  it('is the nearest in the direction of the arrow', () => {
    expect(neighbour(tiles, 'A', 'ArrowRight')).toBe('B');
    expect(neighbour(tiles, 'A', 'ArrowDown')).toBe('C');
    expect(neighbour(tiles, 'D', 'ArrowLeft')).toBe('C');
    expect(neighbour(tiles, 'D', 'ArrowUp')).toBe('B');
    expect([neighbour(tiles, 'C', 'Home'), neighbour(tiles, 'C', 'End')]).toEqual(['A', 'D']);
  });

  it('is none at the edge, and for another key', () => {
    expect(neighbour(tiles, 'A', 'ArrowLeft')).toBeNull();
    expect(neighbour(tiles, 'A', 'Enter')).toBeNull();
    expect(neighbour(tiles, 'X', 'ArrowLeft')).toBeNull();
    expect(neighbour([], 'A', 'Home')).toBeNull();
  });
});

it('a level has the sign of the change', () => {
  expect([-900n, -500n, -499n, -20n, -19n, 0n, 19n, 20n, 200n, 500n, null].map(levelOf)).toEqual([
    ...[-3, -3, -2, -1, 0, 0, 0, 1, 2, 3, 0],
  ]);
});
