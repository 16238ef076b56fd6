import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAddress, parseAddress } from './address.ts';
import { FAMILIES } from './networks.ts';

const family = fc.constantFrom(...FAMILIES);
const payload = fc.uint8Array({ minLength: 20, maxLength: 20 });
const bytes = (fill: number): Uint8Array => new Uint8Array(20).fill(fill);
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const LETTERS = ALPHABET.split('');

describe('an address', () => {
  it.each([
    ['bitcoin', 'sim1q'],
    ['evm', 'sim1e'],
    ['tron', 'sim1t'],
  ] as const)('of the %s family begins with %s', (name, start) => {
    expect(encodeAddress(name, bytes(7))).toMatch(new RegExp(`^${start}[a-z0-9]{38}$`));
  });

  it('is read as it was written, in small or in capital letters, whatever blanks are around it', () => {
    fc.assert(
      fc.property(family, payload, (name, data) => {
        const text = encodeAddress(name, data);
        const read = { family: name, text };
        expect(parseAddress(text)).toEqual(read);
        expect(parseAddress(text.toUpperCase())).toEqual(read);
        expect(parseAddress(` \t${text}\n`)).toEqual(read);
      }),
    );
  });

  it('C1 with any one wrong character is refused', () => {
    for (const name of FAMILIES) {
      const text = encodeAddress(name, bytes(93));
      for (let place = 'sim1'.length; place < text.length; place++) {
        for (const letter of ALPHABET) {
          if (letter === text[place]) continue;
          expect(parseAddress(text.slice(0, place) + letter + text.slice(place + 1))).toBe('checksum');
        }
      }
    }
  });

  it('with two characters changed over, or with up to four wrong ones, is refused', () => {
    const letter = fc.constantFrom(...LETTERS);
    const wrong = fc.uniqueArray(fc.tuple(fc.integer({ min: 4, max: 42 }), letter), {
      minLength: 1,
      maxLength: 4,
      selector: ([place]) => place,
    });
    fc.assert(
      fc.property(family, payload, wrong, (name, data, changes) => {
        const text = encodeAddress(name, data);
        const letters = text.split('');
        for (const [place, other] of changes) letters[place] = other;
        const changed = letters.join('');
        if (changed !== text) expect(parseAddress(changed)).toBe('checksum');
      }),
    );
    const text = encodeAddress('evm', bytes(93));
    for (let place = 4; place + 1 < text.length; place++) {
      const swapped = text.slice(0, place) + text[place + 1] + text[place] + text.slice(place + 2);
      if (swapped !== text) expect(parseAddress(swapped)).toBe('checksum');
    }
  });

  it('with a character too many or too few is refused', () => {
    fc.assert(
      fc.property(
        family,
        payload,
        fc.integer({ min: 4, max: 43 }),
        fc.constantFrom(...LETTERS),
        (name, data, place, letter) => {
          const text = encodeAddress(name, data);
          expect(parseAddress(text.slice(0, place) + letter + text.slice(place))).toBe('checksum');
          if (place < 43) expect(parseAddress(text.slice(0, place) + text.slice(place + 1))).toBe('checksum');
        },
      ),
    );
  });

  it('in small and capital letters together is refused', () => {
    const text = encodeAddress('tron', bytes(200));
    for (let place = 0; place < text.length; place++) {
      const mixed = text.slice(0, place) + (text[place] ?? '').toUpperCase() + text.slice(place + 1);
      if (mixed !== text) expect(parseAddress(mixed)).toBe('checksum');
    }
  });

  it('of no known family, of another length or with the checksum of another encoding is refused', () => {
    const words = bech32m.toWords(bytes(5));
    for (let word = 0; word < 32; word++) {
      const known = [0, 11, 25].includes(word);
      expect(typeof parseAddress(bech32m.encode('sim', [word, ...words]))).toBe(known ? 'object' : 'string');
    }
    expect(parseAddress(bech32m.encode('sim', [25, ...bech32m.toWords(new Uint8Array(19))]))).toBe('checksum');
    expect(parseAddress(bech32m.encode('sim', [25, ...bech32m.toWords(new Uint8Array(21))]))).toBe('checksum');
    expect(parseAddress(bech32m.encode('sim', []))).toBe('checksum');
    expect(parseAddress(bech32.encode('sim', [25, ...words]))).toBe('checksum');
  });

  it('has 20 bytes', () => {
    for (const length of [0, 19, 21, 32]) {
      expect(() => encodeAddress('evm', new Uint8Array(length))).toThrow(RangeError);
    }
  });
});

describe('C1 what is no address of the practice network', () => {
  it.each([
    ['Bitcoin, first block', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['Bitcoin, script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['Bitcoin, segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['Bitcoin, segwit in capitals', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['Bitcoin, taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['Bitcoin, test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['Ethereum', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
    ['Ethereum, without a prefix', 'de0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
    ['Ethereum, a name', 'vitalik.eth'],
    ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['Litecoin', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea'],
    ['Solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
    ['a card number', '4111111111111111'],
    ['a bank account', 'DE89370400440532013000'],
    ['a link', 'https://example.com/sim1'],
    ['a payment link', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a transaction of the practice network', `simtx1${'q'.repeat(58)}`],
    ['nothing', ''],
    ['a blank', ' '],
    ['the prefix of the prefix', 'sim'],
  ])('%s', (_, text) => {
    expect(parseAddress(text)).toBe('notPractice');
  });

  it('the prefix alone, or with anything behind it, has no valid checksum', () => {
    for (const text of ['sim1', 'sim1 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'sim1де0В2956', `sim1${'q'.repeat(39)}`]) {
      expect(parseAddress(text)).toBe('checksum');
    }
  });

  it('nothing that anybody types makes it throw', () => {
    fc.assert(
      fc.property(fc.uint16Array({ maxLength: 200 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(typeof parseAddress(`sim1${text}`)).toBe('string');
        expect(['string', 'object']).toContain(typeof parseAddress(text));
      }),
    );
  });
});
