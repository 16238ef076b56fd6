import { Random } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { equalBytes, fromBase64, fromHex, fromUtf8, toBase64, toHex, utf8 } from './bytes.ts';

it('Base 64 is that of RFC 4648, there and back', () => {
  const random = new Random(1);
  for (let length = 0; length < 100; length++) {
    const bytes = Uint8Array.from({ length }, () => random.int(0, 255));
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
});

it.each(['A', 'AA', 'AAA', 'AA=A', 'A===', '====', '=', 'AB==', 'AAB=', 'AA-_', 'AA A', 'AAAA\n', 'ÀAAA', 'AAAA===='])(
  'there is one text for the same bytes: «%s» is none',
  (text) => expect(fromBase64(text)).toBeNull(),
);

it('hexadecimal digits are small and come in pairs', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
  expect(fromHex('000aff')).toEqual(Uint8Array.of(0, 10, 255));
  for (const wrong of ['0', '0A', 'xy', ' 00']) expect(fromHex(wrong)).toBeNull();
});

it('a text is read as it was written, a byte order mark included, and what is no UTF-8 is not read', () => {
  expect(fromUtf8(utf8('\uFEFFПлечо — 💰'))).toBe('\uFEFFПлечо — 💰');
  for (const wrong of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xd0]])
    expect(fromUtf8(Uint8Array.from(wrong))).toBeNull();
});

it('bytes are equal when all of them are', () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  for (const other of [[1], [1, 3], [1, 2, 3]])
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.from(other))).toBe(false);
});
