import { hashes } from '@noble/ed25519';
import { afterEach, expect, it, vi } from 'vitest';
import { knownProof } from './known-proof.ts';
import { formatProof } from './proof-file.ts';
import { selfCheck } from './self-check.ts';
import { FILE_STEPS } from './steps.ts';
import { verifyProof } from './verify.ts';

const { sha512 } = hashes;
afterEach(() => {
  hashes.sha512 = sha512;
  vi.restoreAllMocks();
});

it('T2 a right signature is told from a wrong one, and a place that can not do that notices', async () => {
  hashes.sha512 = () => new Uint8Array(64);
  expect(await selfCheck()).toBe(false);
  hashes.sha512 = sha512;
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve());
  expect(await selfCheck(pause)).toBe(true);
  // What waits comes in between its parts.
  expect(pause.mock.calls.length).toBeGreaterThan(4);
});

it('T2 a platform that finds every signature right is noticed', async () => {
  vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(true);
  expect(await selfCheck()).toBe(false);
});

it('T2 the known proof holds in every step, and a place that finds every proof right is noticed', async () => {
  const { steps } = verifyProof(formatProof(knownProof()));
  expect(steps.map(({ outcome }) => outcome)).toEqual(FILE_STEPS.map(() => 'passed'));
  vi.resetModules();
  vi.doMock('./verify-ahead.ts', () => ({ verifyProofAhead: () => Promise.resolve({ ok: true }) }));
  const { selfCheck: check } = await import('./self-check.ts');
  expect(await check()).toBe(false);
  vi.doUnmock('./verify-ahead.ts');
});
