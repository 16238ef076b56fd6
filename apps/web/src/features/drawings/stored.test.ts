import { describe, expect, it } from 'vitest';
import { parsePrice } from '@plecho/domain';
import type { Drawing } from './drawing.ts';
import { MAX_DRAWINGS, readDrawings, writeDrawings } from './stored.ts';

const PLACE = { market: 'main', symbol: 'BTCUSDT' };
const price = (text: string): bigint => parsePrice(text) ?? -1n;
const line = (id: number): Drawing => ({
  id,
  kind: 'trend',
  locked: id % 2 === 0,
  anchors: [
    { time: 1_700_000_000, price: price('67412.5') },
    { time: 1_700_086_400, price: price('0.00000482') },
  ],
});
const text = writeDrawings([line(1), line(2)], PLACE);

/** The stored text with one thing of its first drawing changed. */
function spoil(change: Record<string, unknown>): string {
  const value = JSON.parse(text) as { items: Record<string, unknown>[] };
  return JSON.stringify({ ...value, items: [{ ...value.items[0], ...change }, value.items[1]] });
}

describe('what is kept of the drawings', () => {
  it('is read back as it was written', () => {
    expect(readDrawings(text, PLACE)).toEqual({ items: [line(1), line(2)], spoilt: false });
    expect(readDrawings(null, PLACE)).toEqual({ items: [], spoilt: false });
  });

  it('is nothing when it is of another pair, market or version, or no drawings at all', () => {
    const others = [
      writeDrawings([line(1)], { ...PLACE, symbol: 'ETHUSDT' }),
      writeDrawings([line(1)], { ...PLACE, market: 'replay' }),
      text.replace('"v":1', '"v":0'),
      text.replace('"v":1', '"v":2'),
      ...['', '{', 'null', '7', '[]', '"x"', '{"v":1,"market":"main","symbol":"BTCUSDT"}'],
      '{"v":1,"market":"main","symbol":"BTCUSDT","items":{"length":3}}',
    ];
    for (const other of others) expect(readDrawings(other, PLACE)).toEqual({ items: [], spoilt: true });
  });

  it('leaves out what is no drawing, and keeps the others', () => {
    const first = [1_700_000_000, '67412.5'];
    const spoilt: Record<string, unknown>[] = [
      { kind: 'toString' },
      { kind: 'polygon' },
      { kind: 5 },
      { id: 0 },
      { id: 1.5 },
      { id: '1' },
      { locked: 'no' },
      { points: null },
      { points: [first] },
      { points: Array.from({ length: 1000 }, () => first) },
      { points: [first, [1, '-5']] },
      { points: [first, [1, '0']] },
      { points: [first, [1, '1e5']] },
      { points: [first, [1, 5]] },
      { points: [first, [-1, '5']] },
      { points: [first, [1.5, '5']] },
      { points: [first, [1e12, '5']] },
      { points: [first, [1, '10000000000']] },
      { points: [first, 'xx'] },
      { kind: 'long', points: [first, [1_700_000_600, '60000'], [1_700_000_600, '70000']] },
      { kind: 'long', points: [first, [1_700_000_600, '70000'], [1_700_000_700, '60000']] },
    ];
    const reads = spoilt.map((change) => ({ change, ...readDrawings(spoil(change), PLACE) }));
    expect(reads).toEqual(spoilt.map((change) => ({ change, items: [line(2)], spoilt: true })));
    const short = { kind: 'short', points: [first, [1_700_000_600, '60000'], [1_700_000_600, '70000']] };
    expect(readDrawings(spoil(short), PLACE).spoilt).toBe(false);
  });

  it('is bounded: a million points are not read, and a thousand drawings are cut to the bound', () => {
    const point = '[1700000000,"67412.5"]';
    const many = Array.from({ length: 1_000_000 }, () => point).join(',');
    const huge = `{"v":1,"market":"main","symbol":"BTCUSDT","items":[{"id":1,"kind":"trend","locked":false,"points":[${many}]}]}`;
    expect(readDrawings(huge, PLACE)).toEqual({ items: [], spoilt: true });
    const crowd = Array.from({ length: MAX_DRAWINGS + 50 }, (_, index) => line(index + 1));
    const read = readDrawings(writeDrawings(crowd, PLACE), PLACE);
    expect(read.items).toHaveLength(MAX_DRAWINGS);
    expect(read.spoilt).toBe(true);
    expect(readDrawings(writeDrawings(crowd.slice(0, MAX_DRAWINGS), PLACE), PLACE).spoilt).toBe(false);
  });

  it('has one drawing of each id', () => {
    const read = readDrawings(writeDrawings([line(1), line(1)], PLACE), PLACE);
    expect(read).toEqual({ items: [line(1)], spoilt: true });
  });
});
