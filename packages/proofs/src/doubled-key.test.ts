import { getPublicKey, Point, sign, verify } from '@noble/ed25519';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concatBytes, fromHex, utf8 } from './bytes.ts';
import { DoubledKey } from './doubled-key.ts';
import './signatures.ts';

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const byLibrary = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean => {
  try {
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
};
const byDoublings = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean => {
  try {
    return new DoubledKey(publicKey).isSignature(signature, message);
  } catch {
    return false;
  }
};
const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();
const littleEndian = (value: bigint): Uint8Array => bytes(value.toString(16).padStart(64, '0')).toReversed();

it('T2 a signature is right if the library says so, of one key after another message too', () => {
  fc.assert(
    fc.property(
      seed,
      fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 3 }),
      (secret, messages) => {
        const key = new DoubledKey(getPublicKey(secret));
        for (const message of messages) expect(key.isSignature(sign(message, secret), message)).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

it('T2 one flipped bit anywhere in signature, message or key is found, as by the library', () => {
  const secret = new Uint8Array(32).fill(7);
  const message = utf8('plecho.log/test\n41\n');
  const [publicKey, signature] = [getPublicKey(secret), sign(message, secret)];
  const whole = concatBytes(signature, publicKey, message);
  fc.assert(
    fc.property(fc.nat({ max: whole.length * 8 - 1 }), (bit) => {
      const damaged = whole.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const given = [damaged.slice(0, 64), damaged.slice(96), damaged.slice(64, 96)] as const;
      expect(byDoublings(...given)).toBe(false);
      expect(byLibrary(...given)).toBe(false);
    }),
    { numRuns: 40 },
  );
});

/** RFC 8032, section 7.1: tests 1 to 3. */
it.each([
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
])('T2 the signature of the RFC by %s', (publicKey, message, signature) => {
  expect(byDoublings(bytes(signature), bytes(message), bytes(publicKey))).toBe(true);
});

it('T2 a key under which anything could be signed is none, nor a signature that can be written in two ways', () => {
  const small = [Point.ZERO.toBytes(), bytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')];
  for (const key of small) expect(() => new DoubledKey(key)).toThrow();
  // R is the identity and s nothing: sB − kA is R for every message under such a key.
  const empty = concatBytes(Point.ZERO.toBytes(), new Uint8Array(32));
  expect(byDoublings(empty, utf8('anything'), Point.ZERO.toBytes())).toBe(false);
  const secret = new Uint8Array(32).fill(9);
  const signature = sign(utf8('text'), secret);
  const s = BigInt(
    `0x${[...signature.slice(32).toReversed()].map((each) => each.toString(16).padStart(2, '0')).join('')}`,
  );
  const malleable = concatBytes(signature.slice(0, 32), littleEndian(s + Point.CURVE().n));
  expect(byDoublings(malleable, utf8('text'), getPublicKey(secret))).toBe(false);
  const key = new DoubledKey(getPublicKey(secret));
  const longer = concatBytes(signature, new Uint8Array(1));
  for (const each of [longer, signature.slice(0, 63), new Uint8Array()])
    expect(key.isSignature(each, utf8('text'))).toBe(false);
});
