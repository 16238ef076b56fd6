import { operationFailure as failures } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { operationFailure, operationName, operationStatus, operationCode } from './operation-texts.ts';

describe('operations in words', () => {
  it('names the status by what it was for', () => {
    expect(operationStatus({ type: 'withdraw', status: 'completed', waitsUntil: null })).toBe('Выплачено');
    expect(operationStatus({ type: 'deposit', status: 'completed', waitsUntil: null })).toBe('Зачислено');
    expect(operationStatus({ type: 'card', status: 'completed', waitsUntil: null })).toBe('Зачислено');
    for (const type of ['withdraw', 'deposit', 'card'] as const) {
      expect(operationStatus({ type, status: 'failed', waitsUntil: null })).toBe('Отклонено');
      expect(operationStatus({ type, status: 'pending', waitsUntil: null })).toBe('Обработка');
    }
    expect(operationStatus({ type: 'card', status: 'pending', waitsUntil: 1 })).toBe('Ждёт вас');
  });

  it('has words for every failure', () => {
    for (const failure of failures.options) {
      expect(operationFailure({ failure, type: 'card' })).toMatch(/^[А-Я].+\.$/);
      expect(operationFailure({ failure, type: 'withdraw' })).toMatch(/\. Деньги вернулись на счёт\.$/);
    }
    expect(operationFailure({ failure: null, type: 'withdraw' })).toBeNull();
  });

  it('tells a withdrawal to a card from one to an address', () => {
    expect(operationName({ type: 'withdraw', card: null })).toBe('Вывод');
    expect(operationName({ type: 'withdraw', card: 'secure' })).toBe('Вывод на карту');
    expect(operationName({ type: 'card', card: 'secure' })).toBe('Пополнение картой');
  });

  it('writes request codes with their sign', () => {
    expect(operationCode('REQ123456')).toBe('#REQ123456');
  });
});
