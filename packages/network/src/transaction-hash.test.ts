import { bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAddress } from './address.ts';
import { encodeBlockHash, encodeTransactionHash, parseTransactionHash } from './transaction-hash.ts';

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

describe('a transaction hash', () => {
  it('is read as it was written, in small or in capital letters, whatever blanks are around it', () => {
    fc.assert(
      fc.property(digest, (bytes) => {
        const text = encodeTransactionHash(bytes);
        expect(text).toMatch(/^simtx1[a-z0-9]{58}$/);
        expect(parseTransactionHash(text)).toBe(text);
        expect(parseTransactionHash(text.toUpperCase())).toBe(text);
        expect(parseTransactionHash(`\n ${text} `)).toBe(text);
      }),
    );
  });

  it('C1 with any one wrong character is none', () => {
    const text = encodeTransactionHash(new Uint8Array(32).fill(77));
    for (let place = 'simtx1'.length; place < text.length; place++) {
      for (const letter of ALPHABET) {
        if (letter === text[place]) continue;
        expect(parseTransactionHash(text.slice(0, place) + letter + text.slice(place + 1))).toBeNull();
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['a Bitcoin transaction', '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'],
    ['an Ethereum transaction', '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'],
    ['a practice address', encodeAddress('evm', new Uint8Array(20))],
    ['a practice block', encodeBlockHash(new Uint8Array(32))],
    ['another length', bech32m.encode('simtx', bech32m.toWords(new Uint8Array(31)))],
    ['mixed letters', encodeTransactionHash(new Uint8Array(32)).replace('simtx', 'SIMtx')],
    ['a very long text', `simtx1${'q'.repeat(500)}`],
  ])('%s is none', (_, text) => {
    expect(parseTransactionHash(text)).toBeNull();
  });

  it('has 32 bytes, as that of a block has', () => {
    for (const length of [0, 31, 33]) {
      expect(() => encodeTransactionHash(new Uint8Array(length))).toThrow(RangeError);
      expect(() => encodeBlockHash(new Uint8Array(length))).toThrow(RangeError);
    }
  });
});
