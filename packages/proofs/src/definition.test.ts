import { canonicalJson, plainClassRules, type ClassRules } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { fromUtf8, utf8 } from './bytes.ts';
import { decodeDefinition, encodeDefinition, type LogDefinition } from './definition.ts';
import { DEFINITION } from './testing/index.ts';

const CLASS_RULES: ClassRules = {
  ...{ maxLeverage: 5, maxShare: 250_000n, maxDayLoss: null, maxLoss: 100_000n, target: 5_000_000n },
  ...{ days: 30, calibration: true },
};
const withClass = (change: object): Uint8Array =>
  bytesOf({
    ...plain,
    rules: { ...(plain['rules'] as object), classRules: { ...plainClassRules(CLASS_RULES), ...change } },
  });

const text = fromUtf8(encodeDefinition(DEFINITION)) ?? '';
const plain = JSON.parse(text.slice(text.indexOf('\n'))) as Record<string, unknown>;
const bytesOf = (value: unknown): Uint8Array => utf8(`plecho-market@1\n${canonicalJson(value)}\n`);

describe('the definition of a market', () => {
  it('is its name, and JSON without blanks in the order of the names', () => {
    expect(text).toBe(
      'plecho-market@1\n{"commitment":null,"market":{"id":"main","kind":"synthetic","label":"Синтетический рынок",' +
        '"startAt":1795003600},"origin":"plecho.log/3f0a7c52-9d1e-4b86-a2f4-5c7d8e9fa0b1/main","parameters":{"anchor":"' +
        `${'ab'.repeat(32)}","generator":"days","version":3},"priceDecimals":[2,2,3],"revealed":null,"rules":` +
        '{"jumpConfirmMs":30000,"maintenance":"5000","maxJump":"300000","staleAfterMs":10000,"takerFee":"0"},' +
        '"spreads":{},"startBalance":"1000000000","symbols":["BTCUSDT","ETHUSDT","SOLUSDT"]}\n',
    );
  });

  it.each<[string, Partial<LogDefinition>]>([
    ['as it is', {}],
    [
      'spreads',
      {
        spreads: new Map([
          ['ETHUSDT', 2_000n],
          ['BTCUSDT', 1_000n],
        ]),
      },
    ],
    ['spreads that are not public', { spreads: null, commitment: 'cd'.repeat(32) }],
    ['a recipe', { revealed: { recipe: { stages: [] }, salt: 'ef'.repeat(32) } as never, commitment: 'cd'.repeat(32) }],
    ['the rules of a class', { rules: { ...DEFINITION.rules, classRules: CLASS_RULES } }],
    ['a seed that somebody typed', { parameters: { seed: 'моё зерно, 2024!' } }],
    ['files of a recording', { parameters: { sha256: ['ab', 'cd'], from: '2024-01-01T00:00:00.000Z', speed: 60 } }],
  ])('is read as it was written: %s', (_, more) => {
    const definition = { ...DEFINITION, ...more };
    expect(decodeDefinition(encodeDefinition(definition))).toEqual(definition);
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['another format', utf8(text.replace('@1', '@2'))],
    ['a blank', utf8(text.replace(':null', ': null'))],
    ['no newline at its end', utf8(text.slice(0, -1))],
    ['a byte order mark', utf8(`\uFEFF${text}`)],
    ['no UTF-8', Uint8Array.of(...utf8(text), 0xff)],
    ['a field twice', utf8(text.replace('"commitment":null', '"commitment":null,"commitment":null'))],
    ['a field more', bytesOf({ ...plain, zero: 0 })],
    ['a field less', bytesOf({ ...plain, spreads: undefined })],
    ['a prototype', utf8(text.replace('"commitment"', '"__proto__":{},"commitment"'))],
    ['the log of another market', bytesOf({ ...plain, origin: `${String(plain['origin'])}2` })],
    [
      'a maintenance margin of everything',
      bytesOf({ ...plain, rules: { ...(plain['rules'] as object), maintenance: '1000000' } }),
    ],
    ['a fee as a number', bytesOf({ ...plain, rules: { ...(plain['rules'] as object), takerFee: 0 } })],
    ['no rules of a class', bytesOf({ ...plain, rules: { ...(plain['rules'] as object), classRules: null } })],
    ['a leverage of eleven in a class', withClass({ maxLeverage: 11 })],
    ['a share of more than everything', withClass({ maxShare: '1000001' })],
    ['a share as a number', withClass({ maxShare: 250_000 })],
    ['a word in the rules of a class', withClass({ calibration: 'please' })],
    ['a rule more', withClass({ zero: 0 })],
    ['a pair twice', bytesOf({ ...plain, symbols: ['BTCUSDT', 'BTCUSDT', 'SOLUSDT'] })],
    ['decimals for other pairs', bytesOf({ ...plain, priceDecimals: [2] })],
    ['an unknown kind', bytesOf({ ...plain, market: { ...(plain['market'] as object), kind: 'real' } })],
    ['a label of two lines', bytesOf({ ...plain, market: { ...(plain['market'] as object), label: 'a\nb' } })],
    [
      'a recipe without end',
      utf8(
        text.replace(
          '"revealed":null',
          `"revealed":{"recipe":${'['.repeat(20)}${']'.repeat(20)},"salt":"${'ab'.repeat(32)}"}`,
        ),
      ),
    ],
    ['JSON without end', utf8(`plecho-market@1\n${'['.repeat(60_000)}`)],
  ])('is none with %s', (_, bytes) => expect(decodeDefinition(bytes)).toBeNull());

  it('is not made of what is none', () => {
    expect(() => encodeDefinition({ ...DEFINITION, symbols: ['BTCUSDT'] })).toThrow(RangeError);
    expect(() => encodeDefinition({ ...DEFINITION, market: { ...DEFINITION.market, id: 'other' } })).toThrow(
      RangeError,
    );
  });
});
