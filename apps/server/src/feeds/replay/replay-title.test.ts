import { expect, it } from 'vitest';
import { replayTitle } from './replay-title.ts';

const at = (text: string): number => Date.parse(text) / 1000;

it.each([
  [['LINKUSDT'], '2026-02-05T00:00Z', '2026-02-05T23:59Z', 'Повтор: LINKUSDT, 5 февраля 2026'],
  [['LINKUSDT'], '2026-02-05T23:00Z', '2026-02-07T00:00Z', 'Повтор: LINKUSDT, 5–7 февраля 2026'],
  [['DOTUSDT', 'LINKUSDT'], '2026-01-30', '2026-02-02', 'Повтор: DOTUSDT и ещё 1, 30 января – 2 февраля 2026'],
  [['A', 'B', 'C'], '2025-12-30', '2026-01-02', 'Повтор: A и ещё 2, 30 декабря 2025 – 2 января 2026'],
])('M1 the name of a replay is made of its pairs and dates: %j from %s to %s', (symbols, from, last, title) => {
  expect(replayTitle(symbols, at(from), at(last))).toBe(title);
});
