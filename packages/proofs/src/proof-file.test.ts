import { beforeAll, describe, expect, it } from 'vitest';
import { utf8 } from './bytes.ts';
import { formatProof, MAX_PROOF_BYTES, readProof, type TradeProof } from './proof-file.ts';
import { liquidatedLong } from './testing/index.ts';
import { verifyProof } from './verify.ts';

let proof: TradeProof;
let file: string;
beforeAll(async () => {
  const { market, trade } = liquidatedLong();
  proof = await market.prove(trade);
  file = formatProof(proof);
});

const problemOf = (text: string | Uint8Array): string | null => {
  const read = readProof(text).proof;
  return 'problem' in read ? read.problem : null;
};
/** The file with another value somewhere. */
const withTrade = (fields: object): string =>
  `${JSON.stringify({ ...proof, trade: { ...proof.trade, ...fields } }, null, 2)}\n`;

describe('the file of a proof', () => {
  it('is read as it was written, as text and as bytes', () => {
    expect(readProof(file).proof).toEqual(proof);
    expect(readProof(utf8(file)).proof).toEqual(proof);
  });

  it('is the same whatever order its fields were put together in', () => {
    const reversed = (value: object): object => Object.fromEntries(Object.entries(value).toReversed());
    const { trade, market } = proof;
    const other = { ...reversed(proof), trade: reversed(trade), market: reversed(market) } as TradeProof;
    expect(formatProof(other)).toBe(file);
  });

  it.each<[problem: string, what: string, change: (text: string) => string | Uint8Array]>([
    ['too_large', 'more than a megabyte', (text) => text + ' '.repeat(MAX_PROOF_BYTES)],
    ['too_large', 'a hundred megabytes', () => new Uint8Array(100 * 1024 * 1024)],
    ['too_large', 'more bytes than characters', (text) => text.replace('Синтетический', 'Ы'.repeat(600_000))],
    ['not_utf8', 'bytes that are no text', (text) => Uint8Array.of(...utf8(text), 0xff)],
    ['not_utf8', 'half a character', (text) => text.replace('рынок', '\uD83D')],
    ['not_json', 'nothing', () => ''],
    ['not_json', 'half of it', (text) => text.slice(0, 2_000)],
    ['not_json', 'a byte order mark', (text) => `\uFEFF${text}`],
    ['not_json', 'a byte order mark in bytes', (text) => utf8(`\uFEFF${text}`)],
    ['not_json', 'lists without end', () => '['.repeat(500_000)],
    ['not_json', 'objects without end', () => '{"a":'.repeat(200_000)],
    ['wrong_form', 'lists in lists', () => '['.repeat(100_000) + ']'.repeat(100_000)],
    ['wrong_form', 'a number', () => '1'],
    ['wrong_form', 'null', () => 'null'],
    ['wrong_form', 'a list', () => '[]'],
    ['wrong_form', 'a prototype', (text) => text.replace('"trade": {', '"__proto__": {},\n  "trade": {')],
    ['wrong_form', 'a prototype in the place of a field', (text) => text.replace('"trade": {', '"__proto__": {')],
    ['wrong_form', 'a constructor', (text) => text.replace('"trade": {', '"constructor": {},\n  "trade": {')],
    ['wrong_form', 'a field more', (text) => text.replace('"trade": {', '"note": "",\n  "trade": {')],
    ['wrong_form', 'a field less', (text) => text.replace('    "leverage": 10,\n', '')],
    ['wrong_form', 'another format', (text) => text.replace('plecho-proof@1', 'plecho-proof@2')],
    ['wrong_form', 'a number as a text', (text) => text.replace('"leverage": 10', '"leverage": "10"')],
    ['wrong_form', 'a text as a number', (text) => text.replace('"amount": "100"', '"amount": 100')],
    [
      'wrong_form',
      'half a character in an escape',
      (text) => text.replace('tlog-proof@v1\\n', 'tlog-proof@v1\\ud83d\\n'),
    ],
    ['not_canonical', 'carriage returns', (text) => text.replaceAll('\n', '\r\n')],
    ['not_canonical', 'no newline at its end', (text) => text.trimEnd()],
    ['not_canonical', 'a blank at its end', (text) => `${text} `],
    ['not_canonical', 'a blank less', (text) => text.replace('": ', '":')],
    [
      'not_canonical',
      'a field twice',
      (text) => text.replace('"leverage": 10,', '"leverage": 9,\n    "leverage": 10,'),
    ],
    ['not_canonical', 'fields in another order', (text) => text.replace(/( +"id".*\n)( +"positionId".*\n)/, '$2$1')],
    ['not_canonical', 'a number in another form', (text) => text.replace('"leverage": 10', '"leverage": 1e1')],
    ['not_canonical', 'an escape where none is needed', (text) => text.replace('"main"', String.raw`"m\u0061in"`)],
  ])('is refused as %s: %s', (problem, _, change) => {
    expect(problemOf(change(file))).toBe(problem);
    expect(verifyProof(change(file)).steps[0]).toMatchObject({ step: 'file', outcome: 'failed', code: problem });
  });

  it.each<[string, object]>([
    ['an entry at nothing', { entryPrice: '0' }],
    ['a price above all prices', { exitPrice: '2000000000.00000001' }],
    ['a price below zero', { exitPrice: '-1' }],
    ['a price with an exponent', { exitPrice: '1e5' }],
    ['a price without end', { exitPrice: '9'.repeat(100) }],
    ['a margin of zero', { amount: '0' }],
    ['a leverage of zero', { leverage: 0 }],
    ['a leverage of minus zero', { leverage: -0.5 }],
    ['a part of zero', { parts: ['0'] }],
    ['an unknown side', { type: 'both' }],
    ['an unknown reason', { reason: 'because' }],
    ['an unknown field of a record', { entryRecord: { seq: '1', price: '1', time: 1, extra: 1 } }],
    ['a time that is no integer', { closeTime: 1.5 }],
    ['a time beyond all times', { closeTime: Number.MAX_SAFE_INTEGER }],
    ['a label of two lines', { label: 'a\nb' }],
  ])('is refused with %s', (_, fields) => expect(problemOf(withTrade(fields))).toBe('wrong_form'));
});
