import { expect, it } from 'vitest';
import { formatDuration } from './duration.ts';

/** No-break spaces, so that expectations can be read. */
const plain = (text: string): string => text.replaceAll('\u00a0', '~');

it('durations have their two largest units', () => {
  expect(plain(formatDuration(0))).toBe('0~с');
  expect(plain(formatDuration(12.9))).toBe('12~с');
  expect(plain(formatDuration(3_900))).toBe('1~ч 5~мин');
  expect(plain(formatDuration(90_061))).toBe('1~д 1~ч');
  expect(plain(formatDuration(86_400))).toBe('1~д');
});
