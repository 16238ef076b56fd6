import { addressName, api, ERRORS, errorsOf, type Address, type ErrorCode } from '@plecho/contract';
import { expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { errorBodyOf, isForOperators } from './errors.ts';
import { operatorText } from './operator-texts.ts';

it('E17 the text of a rule of a class has its figure, as people write it, and the details have it as programs do', () => {
  expect(errorBodyOf(new Problem('class_share', { details: { maxShare: '2.5' } }))).toEqual({
    error: 'По правилам класса маржа позиции не больше 2,5\u00a0% всего, что есть на счёте',
    code: 'class_share',
    details: { maxShare: '2.5' },
  });
  expect(errorBodyOf(new Problem('class_leverage', { details: { maxLeverage: 3 } })).error).toBe(
    'По правилам класса плечо не больше 3x',
  );
  expect(errorBodyOf(new Problem('too_many_commands', { retryAfter: 7 }))).toEqual({
    ...{ error: 'Слишком много команд подряд. Повторите через 7 с.', code: 'too_many_commands' },
  });
});

it('the figures of all texts are known', () => {
  const figures = { seconds: 1, maxLeverage: 1, maxShare: '1', maxDayLoss: '1', maxLoss: '1' };
  for (const code of Object.keys(ERRORS) as ErrorCode[])
    expect(errorBodyOf(new Problem(code, { details: figures })).error).not.toMatch(/undefined|[{}]/);
});

it('every error of every address of the operator area has an English text', () => {
  const addresses = Object.values(api).flatMap((group): Address[] => Object.values(group));
  const operators = addresses.filter(({ path }) => isForOperators(path));
  expect(operators.length).toBeGreaterThan(20);
  const russian = operators.flatMap((address) =>
    errorsOf(address)
      .filter((code) => /[а-яё]/i.test(operatorText(code)))
      .map((code) => `${addressName(address)}: ${code}`),
  );
  expect(russian).toEqual([]);
});
