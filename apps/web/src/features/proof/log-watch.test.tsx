import { act, cleanup, render } from '@testing-library/react';
import { toBase64 } from '@plecho/proofs';
import { liquidatedLong } from '@plecho/proofs/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logAlarms, seenCheckpoint } from '@/lib/log-memory.ts';
import { FakeLogServer } from './test/fake-log-server.ts';
import { LogWatch } from './log-watch.tsx';
// Loaded beforehand: how long the first import of a part takes is the machine's affair, and no clock of a test waits for it.
import './check-log.ts';

let told: { size: string; root: string } | null = null;
const readTold = () => told;
vi.mock('@/live/index.ts', () => ({ useToldCheckpoint: () => readTold }));

let server: FakeLogServer;
let visibility: DocumentVisibilityState = 'visible';
const after = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    // The code of a check is imported, which no timer waits for.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  });
const checkpoints = (): number => server.asked.filter((url) => url.endsWith('/checkpoint')).length;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  server = new FakeLogServer(liquidatedLong().market);
  const { log } = server.market;
  told = { size: String(log.size), root: toBase64(log.root()) };
  vi.stubGlobal('fetch', server.fetch);
  // As over plain http: what Web Crypto does takes threads that no timer here waits for.
  vi.stubGlobal('crypto', {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('C3 the log behind the prices on the screen', () => {
  it('C3 is looked at when the first screen is done, and once a minute from then on', async () => {
    render(<LogWatch market="main" />);
    await after(9_900);
    expect(checkpoints()).toBe(0);
    await after(100);
    expect(checkpoints()).toBe(1);
    expect(seenCheckpoint('main')?.size).toBe('41');
    await after(59_000);
    expect(checkpoints()).toBe(1);
    await after(1_000);
    expect(checkpoints()).toBe(2);
  });

  it('C3 that the stream tells of another than everybody is served raises an alarm', async () => {
    told = { size: '41', root: `${'A'.repeat(43)}=` };
    render(<LogWatch market="main" />);
    await after(10_000);
    expect(logAlarms()).toMatchObject([{ kind: 'forked', market: 'main' }]);
  });

  it('is left alone while nobody looks, while there is none, and after the screen is gone', async () => {
    visibility = 'hidden';
    const { unmount } = render(<LogWatch market="main" />);
    await after(70_000);
    visibility = 'visible';
    told = null;
    await after(60_000);
    unmount();
    told = { size: '41', root: '' };
    await after(120_000);
    expect(server.asked).toEqual([]);
  });

  it('is asked for again after a failure, which is no alarm', async () => {
    server.fault = () => Promise.reject(new TypeError('Failed to fetch')) as never;
    render(<LogWatch market="main" />);
    await after(10_000);
    server.fault = null;
    await after(60_000);
    expect(seenCheckpoint('main')?.size).toBe('41');
    expect(logAlarms()).toEqual([]);
  });
});
