import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DayKeys, LAST_DAY } from './day-keys.ts';
import { dateOf, dayOfDate } from './days.ts';
import { PublishedKeys } from './published-keys.ts';

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
const lastKey = Buffer.alloc(32, 7);
const all = new DayKeys(LAST_DAY, lastKey);
const at = (text: string): number => Date.parse(text);

describe('M4 the chain of keys', () => {
  it('leads from the last day of the century to the anchor, each key the SHA-256 of the next', () => {
    expect(dateOf(LAST_DAY)).toBe('2099-12-31');
    expect(all.keyOf(LAST_DAY)).toEqual(lastKey);
    for (let day = LAST_DAY; day >= 0; day -= 1)
      expect(all.keyOf(day - 1).toString('hex')).toBe(sha256(all.keyOf(day)));
    expect(all.anchor).toBe(sha256(all.keyOf(0)));
  });

  it('gives whoever has a key the earlier ones and the same anchor, and no later one', () => {
    const known = new DayKeys(1000, all.keyOf(1000));
    for (const day of [-1, 0, 1, 999, 1000]) expect(known.keyOf(day)).toEqual(all.keyOf(day));
    expect(known.anchor).toBe(all.anchor);
    expect(() => known.keyOf(1001)).toThrow(RangeError);
    expect(() => all.keyOf(LAST_DAY + 1)).toThrow(RangeError);
    expect(() => all.keyOf(-2)).toThrow(RangeError);
  });

  it('is another one for another last key, and refuses what is no key', () => {
    const other = Buffer.from(lastKey);
    other[31] = 6;
    expect(new DayKeys(LAST_DAY, other).anchor).not.toBe(all.anchor);
    expect(() => new DayKeys(LAST_DAY, lastKey.subarray(1))).toThrow(RangeError);
  });
});

describe('M4 a key is published when its day is over', () => {
  const keyOf = (date: string): string => all.keyOf(dayOfDate(date) ?? Number.NaN).toString('hex');

  it('and not a millisecond earlier', () => {
    const published = new PublishedKeys(all);
    const before = at('2026-11-20T23:59:59.999Z');
    expect(published.newest(before)).toEqual({ day: '2026-11-19', key: keyOf('2026-11-19') });
    expect(published.of('2026-11-20', before)).toBeNull();
    expect(published.of('2026-11-21', before)).toBeNull();
    expect(published.newest(before + 1)).toEqual({ day: '2026-11-20', key: keyOf('2026-11-20') });
    expect(published.of('2026-11-20', before + 1)?.key).toBe(keyOf('2026-11-20'));
    expect(published.of('2026-11-21', before + 1)).toBeNull();
  });

  it('and stays published when a clock steps back', () => {
    const published = new PublishedKeys(all);
    published.newest(at('2026-11-21T00:00:00Z'));
    expect(published.newest(at('2026-11-20T23:00:00Z'))?.day).toBe('2026-11-20');
    expect(published.of('2026-11-21', at('2026-11-20T23:00:00Z'))).toBeNull();
  });

  it('tells nothing of days that the chain has not', () => {
    const published = new PublishedKeys(all);
    expect(published.newest(at('2024-01-01T23:59:59Z'))).toBeNull();
    expect(published.newest(at('2024-01-02T00:00:00Z'))?.day).toBe('2024-01-01');
    const late = at('2101-01-01T00:00:00Z');
    expect(published.newest(late)?.day).toBe('2099-12-31');
    for (const date of ['2023-12-31', '2100-01-01', '2026-02-30', '2026-13-01', '2026-1-1', '']) {
      expect(published.of(date, late), date).toBeNull();
    }
  });
});
