import { dayOfDate, DayKeys, LAST_DAY } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { describe, expect, it } from 'vitest';
import { PublishedKeys } from './published-keys.ts';

const all = new DayKeys(LAST_DAY, Buffer.alloc(32, 7), nodePrimitives);
const at = (text: string): number => Date.parse(text);

describe('M4 a key is published when its day is over', () => {
  const keyOf = (date: string): string => Buffer.from(all.keyOf(dayOfDate(date) ?? Number.NaN)).toString('hex');

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
