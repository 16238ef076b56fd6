import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tint, TINT_MS } from './tint.ts';

let calm = false;

beforeEach(() => {
  vi.useFakeTimers();
  calm = false;
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
});

afterEach(() => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tints a figure for a moment, longer when it changes again', () => {
  const element = document.createElement('span');
  tint(element, 'up');
  expect(element.dataset['tint']).toBe('up');
  vi.advanceTimersByTime(TINT_MS - 50);
  tint(element, 'down');
  vi.advanceTimersByTime(100);
  expect(element.dataset['tint']).toBe('down');
  vi.advanceTimersByTime(TINT_MS + 100);
  expect(element.dataset['tint']).toBeUndefined();
});

it('ends a tint with the figures that change next, if it is nearly over then', () => {
  const [first, second] = [document.createElement('span'), document.createElement('span')];
  tint(first, 'up');
  vi.advanceTimersByTime(TINT_MS - 110);
  tint(second, 'up');
  expect(first.dataset['tint']).toBe('up');
  vi.advanceTimersByTime(2 * TINT_MS);
  tint(first, 'up');
  vi.advanceTimersByTime(TINT_MS - 50);
  tint(second, 'down');
  expect(first.dataset['tint']).toBeUndefined();
  expect(second.dataset['tint']).toBe('down');
});

it('does nothing for those who asked for less motion', () => {
  calm = true;
  const element = document.createElement('span');
  tint(element, 'up');
  expect(element.dataset['tint']).toBeUndefined();
});
