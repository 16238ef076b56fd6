import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DayKeys, LAST_DAY } from './day-keys.ts';
import { dateOf } from './days.ts';
import { nodePrimitives } from './node.ts';

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
const lastKey = Buffer.alloc(32, 7);
const all = new DayKeys(LAST_DAY, lastKey, nodePrimitives);
const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');

describe('M4 the chain of keys', () => {
  it('leads from the last day of the century to the anchor, each key the SHA-256 of the next', () => {
    expect(dateOf(LAST_DAY)).toBe('2099-12-31');
    expect(hexOf(all.keyOf(LAST_DAY))).toBe(hexOf(lastKey));
    for (let day = LAST_DAY; day >= 0; day -= 1) expect(hexOf(all.keyOf(day - 1))).toBe(sha256(all.keyOf(day)));
    expect(all.anchor).toBe(sha256(all.keyOf(0)));
  });

  it('gives whoever has a key the earlier ones and the same anchor, and no later one', () => {
    const known = new DayKeys(1000, all.keyOf(1000), nodePrimitives);
    for (const day of [-1, 0, 1, 999, 1000]) expect(known.keyOf(day)).toEqual(all.keyOf(day));
    expect(known.anchor).toBe(all.anchor);
    expect(() => known.keyOf(1001)).toThrow(RangeError);
    expect(() => all.keyOf(LAST_DAY + 1)).toThrow(RangeError);
    expect(() => all.keyOf(-2)).toThrow(RangeError);
  });

  it('is another one for another last key, and refuses what is no key', () => {
    const other = Buffer.from(lastKey);
    other[31] = 6;
    expect(new DayKeys(LAST_DAY, other, nodePrimitives).anchor).not.toBe(all.anchor);
    expect(() => new DayKeys(LAST_DAY, lastKey.subarray(1), nodePrimitives)).toThrow(RangeError);
  });

  it('tells of a key alone which day it belongs to', () => {
    for (const day of [0, 1, 1000]) {
      const found = DayKeys.leadingTo(all.anchor, all.keyOf(day), nodePrimitives);
      expect(found?.newestDay).toBe(day);
      expect(found?.anchor).toBe(all.anchor);
    }
    expect(DayKeys.leadingTo(all.anchor, lastKey, nodePrimitives)?.newestDay).toBe(LAST_DAY);
    expect(DayKeys.leadingTo(all.anchor, Buffer.alloc(32, 8), nodePrimitives)).toBeNull();
    expect(DayKeys.leadingTo(all.anchor, all.keyOf(-1), nodePrimitives)).toBeNull();
  });
});
