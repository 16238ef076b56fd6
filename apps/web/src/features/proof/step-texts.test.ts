import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from '@plecho/proofs';
import { expect, it } from 'vitest';
import { adviceOf, problemOf, reasonOf, stepWords } from './step-texts.ts';

const proofs = join(import.meta.dirname, '../../../../../packages/proofs/src');
const codes = ['proof-file', 'verify', 'verify-log', 'verify-price', 'verify-trade']
  .map((file) => readFileSync(join(proofs, `${file}.ts`), 'utf8'))
  .flatMap((source) => [...source.matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map(([, code = '']) => code));

it('T2 whatever the verifier can say has words', () => {
  expect(codes.length).toBeGreaterThan(40);
  const known = Object.values(stepWords).flatMap(({ problems }) => Object.keys(problems));
  const isSaid = (code: string): boolean => known.includes(code) || !reasonOf(code).includes(code);
  expect(codes.filter((code) => !isSaid(code))).toEqual([]);
  const results = ['size', 'liquidationPrice', 'pnl', 'pnlPercent', 'fee', 'insurance'].map((name) => `other_${name}`);
  expect(results.filter((code) => problemOf('result', code).includes(code))).toEqual([]);
});

it('says what to do about every step that fails, and that a lie the server signed is evidence', () => {
  for (const step of STEPS) expect(adviceOf(step, 'x')).not.toBe('');
  expect(adviceOf('price', 'other_price')).toMatch(/против сервера/);
  expect(adviceOf('signature', 'file_changed')).not.toMatch(/против сервера/);
  expect(adviceOf('signature', 'older_key')).toMatch(/заново/);
});
