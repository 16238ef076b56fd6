import { hashes } from '@noble/ed25519';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatProof } from './proof-file.ts';
import { liquidatedLong } from './testing/index.ts';
import { verifyProof } from './verify.ts';
import { verifyProofAhead } from './verify-ahead.ts';

const { sha512 } = hashes;
const withoutTheLibrary = (): void => {
  hashes.sha512 = () => new Uint8Array(64);
};

let file: string;
beforeEach(async () => {
  const { market, trade } = liquidatedLong();
  file = formatProof(await market.prove(trade));
});
afterEach(() => {
  hashes.sha512 = sha512;
  vi.unstubAllGlobals();
});

it('T2 what the platform has found right is not checked again', async () => {
  await verifyProofAhead(file);
  withoutTheLibrary();
  expect(verifyProof(file).ok).toBe(true);
});

it('T2 without Web Crypto the library checks it', async () => {
  vi.stubGlobal('crypto', {});
  await verifyProofAhead(file);
  expect(verifyProof(file).ok).toBe(true);
  // Another file than those of the tests before: the trade has another number.
  const { market, trade } = liquidatedLong();
  const other = formatProof(await market.prove({ ...trade, id: '77' }));
  withoutTheLibrary();
  await verifyProofAhead(other);
  expect(verifyProof(other).ok).toBe(false);
});

it('T2 a changed signature or text stays wrong, whatever was found right before', async () => {
  await verifyProofAhead(file);
  const { signature } = JSON.parse(file) as { signature: string };
  const at = file.indexOf(JSON.stringify(signature).slice(1, -1)) + JSON.stringify(signature).length - 20;
  for (let place = at; place < at + 10; place += 1) {
    const damaged = `${file.slice(0, place)}${file[place] === 'A' ? 'B' : 'A'}${file.slice(place + 1)}`;
    await verifyProofAhead(damaged);
    expect(verifyProof(damaged).ok).toBe(false);
  }
});
