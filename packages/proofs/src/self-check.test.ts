import { hashes } from '@noble/ed25519';
import { afterEach, expect, it, vi } from 'vitest';
import { selfCheck } from './self-check.ts';

const { sha512 } = hashes;
afterEach(() => {
  hashes.sha512 = sha512;
  vi.restoreAllMocks();
});

it('T2 a right signature is told from a wrong one, and a place that can not do that notices', async () => {
  hashes.sha512 = () => new Uint8Array(64);
  expect(await selfCheck()).toBe(false);
  hashes.sha512 = sha512;
  expect(await selfCheck()).toBe(true);
});

it('T2 a platform that finds every signature right is noticed', async () => {
  vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(true);
  expect(await selfCheck()).toBe(false);
});
