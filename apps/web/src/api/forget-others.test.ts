import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from './keys.ts';
import { sessionQuery, setSession } from './queries.ts';
import { queryClient } from './query-client.ts';

const first = { id: '1', phone: null } as never;
const registered = { id: '1', phone: '+79161234567' } as never;
const second = { id: '2', phone: '+79167654321' };

const addresses = (): unknown => queryClient.getQueryData(keys.depositAddresses());
/** What the cache holds while the first person is signed in. */
const read = (): void => {
  queryClient.setQueryData(keys.depositAddresses(), ['sim1first']);
  queryClient.setQueryData(keys.seasons('main'), []);
};
const left = (): unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

beforeEach(async () => {
  await setSession(queryClient, first);
  read();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('what was read for one person', () => {
  it('is gone when nobody is signed in any more', async () => {
    await setSession(queryClient, null);
    expect(left()).toEqual([keys.session()]);
    expect(queryClient.getQueryData(keys.session())).toBeNull();
  });

  it('is gone when another one is, as a question of the session finds out', async () => {
    vi.stubGlobal('fetch', async () => Response.json(second));
    await queryClient.query({ ...sessionQuery(), staleTime: 0 });
    expect(left()).toEqual([keys.session()]);
    expect(queryClient.getQueryData(keys.session())).toEqual(second);
  });

  it('does not come back with an answer that was on its way', async () => {
    let arrive: (addresses: string[]) => void = () => undefined;
    const asked = queryClient
      .query({
        queryKey: keys.depositAddresses(),
        queryFn: () => new Promise<string[]>((resolve) => (arrive = resolve)),
        staleTime: 0,
      })
      .catch(() => undefined);
    await setSession(queryClient, second as never);
    arrive(['sim1first']);
    await asked;
    expect(addresses()).toBeUndefined();
  });

  it('stays when the guest registers, and when the same session is told again', async () => {
    await setSession(queryClient, registered);
    expect(addresses()).toEqual(['sim1first']);
    expect(left()).toHaveLength(3);
  });

  it('is nobody’s before it is known who is signed in: what the first screen waits for is asked for beside it', async () => {
    vi.resetModules();
    const fresh = (await import('./query-client.ts')).queryClient;
    fresh.setQueryData(keys.markets(), []);
    fresh.setQueryData(keys.session(), first);
    expect(fresh.getQueryData(keys.markets())).toEqual([]);
  });
});
