import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode } from './load-code.ts';
import { endPauses } from './pause.ts';

const ENTRY = '/assets/boot-aaaaaaaa.js';
const fetched = vi.fn<typeof fetch>();
const reload = vi.fn();
const load = vi.fn<() => Promise<string>>();
const outcome = vi.fn();
const gone = new TypeError('Failed to fetch dynamically imported module: /assets/help-bbbbbbbb.js');

const page = (entry: string): Promise<Response> =>
  Promise.resolve(new Response(`<script type="module" src="${entry}"></script>`));
const tick = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
function see(visibility: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [fetched, reload, load, outcome]) mock.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const entry = document.createElement('script');
  entry.setAttribute('src', ENTRY);
  vi.spyOn(document, 'querySelector').mockReturnValue(entry);
  load.mockRejectedValue(gone);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('asks again with growing waits until the server answers', async () => {
  void loadCode(load).then(outcome);
  await tick();
  expect(load).toHaveBeenCalledTimes(1);
  await tick(500);
  expect(load).toHaveBeenCalledTimes(2);
  await tick(999);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue('code');
  await tick(1);
  expect(outcome).toHaveBeenCalledWith('code');
});

it('does not ask while nobody looks, and does at once when asked to', async () => {
  see('hidden');
  void loadCode(load).then(outcome);
  await tick(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  see('visible');
  await tick();
  expect(load).toHaveBeenCalledTimes(2);
  endPauses();
  await tick();
  expect(load).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new Event('online'));
  await tick();
  expect(load).toHaveBeenCalledTimes(4);
});

it('loads the page again when the server has another build by now', async () => {
  fetched.mockImplementation(() => page('/assets/boot-cccccccc.js'));
  void loadCode(load).then(outcome, outcome);
  await tick();
  expect(reload).toHaveBeenCalledOnce();
  expect(outcome).not.toHaveBeenCalled();
});

it('loads the page again for a style, which no document asks for twice', async () => {
  load.mockRejectedValue(new Error('Unable to preload CSS for /assets/bank-dddddddd.css'));
  void loadCode(load).then(outcome, outcome);
  await tick();
  expect(reload).not.toHaveBeenCalled();
  fetched.mockImplementation(() => page(ENTRY));
  await tick(500);
  expect(reload).toHaveBeenCalledOnce();
});

it('gives up on what stays broken although the server answers', async () => {
  fetched.mockImplementation(() => page(ENTRY));
  void loadCode(load).then(undefined, outcome);
  await tick(60_000);
  expect(outcome).toHaveBeenCalledWith(gone);
  expect(load).toHaveBeenCalledTimes(3);
  expect(reload).not.toHaveBeenCalled();
});
