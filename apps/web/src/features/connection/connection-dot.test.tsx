import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '@/live/index.ts';
import { ConnectionDot } from './connection-dot.tsx';

let state: Connection['state'] = 'connecting';

vi.mock('@/live/index.ts', () => ({ useConnection: () => ({ state, latencyMs: null, lastMessageAt: null }) }));

const isHeardOnly = (words: string): boolean => screen.getByText(words).classList.contains('sr-only');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a first connection is shown in words when it takes long, and not before', () => {
  state = 'connecting';
  const { rerender } = render(<ConnectionDot />);
  expect(isHeardOnly('Подключение…')).toBe(true);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(isHeardOnly('Подключение…')).toBe(false);

  state = 'live';
  rerender(<ConnectionDot key="again" />);
  expect(isHeardOnly('На связи')).toBe(true);
});

test('a connection that is lost is shown in words at once', () => {
  state = 'reconnecting';
  render(<ConnectionDot />);
  expect(isHeardOnly('Связь потеряна')).toBe(false);
});
