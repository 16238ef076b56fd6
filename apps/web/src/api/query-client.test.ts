import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request } from './client.ts';
import { keys } from './keys.ts';
import { sessionQuery, setSession } from './queries.ts';
import { queryClient } from './query-client.ts';

const user = { id: '1', phone: '+79161234567' };
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refused = (): Response => answer({ error: 'Войдите, чтобы продолжить', code: 'unauthorized' }, 401);

const fetched = vi.fn<(url: string) => Promise<Response>>();
const asked = (url: string): number => fetched.mock.calls.filter(([called]) => called === url).length;
const session = (): unknown => queryClient.getQueryData(keys.session());
const tick = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const ask = async (): Promise<void> => {
  queryClient
    .query({ queryKey: ['list'], queryFn: () => request('GET /api/list'), staleTime: 0 })
    .catch(() => undefined);
  await tick(10_000);
};

/** What each address answers, in this order; the last one for ever. */
function serve(answers: Record<string, (() => Response)[]>): void {
  fetched.mockImplementation((url) => {
    const list = answers[url] ?? [];
    const next = list.length > 1 ? list.shift() : list[0];
    return next === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(next());
  });
}
function see(visibility: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  window.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  queryClient.mount();
  queryClient.setQueryData(keys.session(), user);
});

afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('S2 a request refused because another tab renewed the session is asked again, and the person stays', async () => {
  serve({ '/api/list': [refused, () => answer([1])], '/api/auth/profile': [() => answer(user)] });
  const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: () => request('GET /api/list') });
  const leave = list.subscribe(() => undefined);
  await tick();
  expect(list.getCurrentResult().data).toEqual([1]);
  expect(session()).toEqual(user);
  leave();
});

it('S2 a command refused so asks for the profile once and believes that', async () => {
  serve({ '/api/orders': [refused], '/api/auth/profile': [() => answer(user)] });
  const order = new MutationObserver(queryClient, { mutationFn: () => request('POST /api/orders') });
  await order.mutate().catch(() => undefined);
  await tick();
  expect(asked('/api/orders')).toBe(1);
  expect(asked('/api/auth/profile')).toBe(1);
  expect(session()).toEqual(user);
});

it('S2 the profile itself, refused once, is asked again before anybody is signed out', async () => {
  serve({ '/api/list': [refused], '/api/auth/profile': [refused, () => answer(user)] });
  await ask();
  expect(session()).toEqual(user);
});

it('S2 a session that has ended signs the person out; without an answer they stay', async () => {
  serve({ '/api/list': [refused] });
  await ask();
  expect(session()).toEqual(user);
  serve({ '/api/list': [refused], '/api/auth/profile': [refused] });
  await ask();
  expect(session()).toBeNull();
});

it('S2 whoever was signed out while their profile was on its way stays signed out', async () => {
  let arrive: (response: Response) => void = () => undefined;
  fetched.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  queryClient.query({ ...sessionQuery(), staleTime: 0 }).catch(() => undefined);
  await tick();
  expect(asked('/api/auth/profile')).toBe(1);
  await setSession(queryClient, null);
  arrive(answer(user));
  await tick();
  expect(session()).toBeNull();
});

it('what the server could not answer is asked for again, later each time, and not while nobody looks', async () => {
  serve({});
  const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: () => request('GET /api/list') });
  const leave = list.subscribe(() => undefined);
  // Three attempts in a row, half a second and one second apart.
  await tick(1_500);
  expect(asked('/api/list')).toBe(3);
  await tick(3_999);
  expect(asked('/api/list')).toBe(3);
  await tick(1 + 1_500);
  expect(asked('/api/list')).toBe(6);
  await tick(7_999);
  expect(asked('/api/list')).toBe(6);
  await tick(1);
  expect(asked('/api/list')).toBe(7);
  see('hidden');
  await tick(120_000);
  const before = asked('/api/list');
  expect(before).toBeLessThanOrEqual(8);
  serve({ '/api/list': [() => answer([1])] });
  see('visible');
  await tick();
  expect(list.getCurrentResult().data).toEqual([1]);
  await tick(60_000);
  expect(asked('/api/list')).toBe(before + 1);
  leave();
});
