import { describe, expect, it } from 'vitest';
import { attemptWords } from './texts.ts';

describe('what an attempt is called', () => {
  it('does not go on in a class that is over', () => {
    expect(attemptWords('active', false)).toBe('Идёт');
    expect(attemptWords('active', true)).toBe('Завершена');
  });

  it('keeps how it came out', () => {
    expect(attemptWords('passed', true)).toBe('Цель достигнута');
    expect(attemptWords('none', true)).toBe('Не начата');
  });
});
