import { describe, expect, it } from 'vitest';
import { parseRubles, rublesError } from './rubles.ts';

describe('roubles', () => {
  it('reads whole roubles, with or without spaces', () => {
    expect(parseRubles('5 000')).toBe(5_000);
    expect(parseRubles('5000')).toBe(5_000);
    for (const text of ['', '5000,50', '-5000', '1e4', 'five', '99999999999']) expect(parseRubles(text)).toBeNull();
  });

  it('says what is wrong with an amount', () => {
    expect(rublesError('')).toBe('Поле обязательно для заполнения');
    expect(rublesError('4999')).toBe('Минимальная сумма 5000 RUB');
    expect(rublesError('0')).toBe('Минимальная сумма 5000 RUB');
    expect(rublesError('5000')).toBeNull();
    expect(rublesError('1000000')).toBeNull();
    expect(rublesError('1000001')).toBe('Максимальная сумма 1 000 000 RUB');
    expect(rublesError('5000,5')).toBe('Сумма — целое число рублей');
  });
});
