import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { blockQuery, readQuery, whyMissing } from './read-query.ts';

const address = encodeAddress('bitcoin', new Uint8Array(20).fill(9));
const hash = encodeTransactionHash(new Uint8Array(32).fill(9));

describe('readQuery', () => {
  it('tells a block from what is to be looked up', () => {
    expect(readQuery('  ')).toEqual({ kind: 'nothing' });
    expect(readQuery(blockQuery('arbitrum', 27_000_000))).toEqual({
      kind: 'block',
      network: 'arbitrum',
      height: 27_000_000,
    });
    expect(readQuery(` ${hash} `)).toEqual({ kind: 'text', text: hash });
    expect(readQuery('dogecoin:5')).toEqual({ kind: 'text', text: 'dogecoin:5' });
    expect(readQuery('bsc:-5')).toEqual({ kind: 'text', text: 'bsc:-5' });
  });
});

describe('whyMissing', () => {
  it('says what is wrong with a text', () => {
    expect(whyMissing(hash)).toBe('unknown');
    expect(whyMissing(address)).toBe('address');
    expect(whyMissing(`${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`)).toBe('checksum');
    expect(whyMissing(hash.slice(0, -2))).toBe('checksum');
    expect(whyMissing('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('foreign');
    expect(whyMissing('привет')).toBe('foreign');
  });
});
