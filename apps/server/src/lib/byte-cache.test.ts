import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

const bytes = (length: number): Uint8Array => new Uint8Array(length);

it('forgets what was not used for longest, and never has more bytes than it may', () => {
  const cache = new ByteCache<Uint8Array>(100);
  for (const key of ['a', 'b', 'c']) cache.set(key, bytes(30));
  expect(cache.get('a')).toHaveLength(30);
  cache.set('d', bytes(40));
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key)?.byteLength ?? null)).toEqual([30, null, 30, 40]);
});

it('has the newest of a name, once', () => {
  const cache = new ByteCache<Uint8Array>(100);
  cache.set('a', bytes(90));
  cache.set('a', bytes(50));
  cache.set('b', bytes(50));
  expect([cache.get('a')?.byteLength, cache.get('b')?.byteLength]).toEqual([50, 50]);
});

it('does not give up everything for what does not fit at all', () => {
  const cache = new ByteCache<Uint8Array>(100);
  cache.set('a', bytes(90));
  cache.set('b', bytes(101));
  expect([cache.get('a')?.byteLength, cache.get('b')]).toEqual([90, null]);
});
