import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-time.ts';

const SERVER = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

it('E11 goes by the server on a device that is days off', () => {
  vi.setSystemTime(SERVER - 3 * 24 * 3_600_000);
  noteServerTime(new Date(SERVER).toUTCString());
  expect(serverNow()).toBe(SERVER);
  vi.advanceTimersByTime(1_500);
  expect(serverNow()).toBe(SERVER + 1_500);
});

it('keeps what it knows when an answer has no date or nonsense in its place', () => {
  vi.setSystemTime(SERVER + 3_600_000);
  noteServerTime(new Date(SERVER).toUTCString());
  noteServerTime(null);
  noteServerTime('yesterday');
  expect(serverNow()).toBe(SERVER);
});
