import { hashes } from '@noble/ed25519';
import { afterEach, expect, it } from 'vitest';
import { selfCheck } from './self-check.ts';

const { sha512 } = hashes;
afterEach(() => {
  hashes.sha512 = sha512;
});

it('T2 a right signature is told from a wrong one, and a place that can not do that notices', () => {
  expect(selfCheck()).toBe(true);
  hashes.sha512 = () => new Uint8Array(64);
  expect(selfCheck()).toBe(false);
});
