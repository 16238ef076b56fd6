import { describe, expect, it } from 'vitest';
import { formatAge, formatAmount, formatCountdown } from './format.ts';
import { sectionOf } from './sections.ts';

describe('the figures of the operator area', () => {
  it('have their thousands apart and are never rounded', () => {
    expect(formatAmount('1234567.000001')).toBe('1,234,567.000001');
    expect(formatAmount('-1000')).toBe('−1,000');
    expect(formatAmount('999')).toBe('999');
  });

  it('count down to zero and not below', () => {
    expect(formatCountdown(899_999)).toBe('14:59');
    expect(formatCountdown(-5)).toBe('0:00');
  });

  it('say an age in the unit that fits', () => {
    expect(formatAge(350)).toBe('350 ms');
    expect(formatAge(1_240)).toBe('1.2 s');
  });
});

describe('the sections', () => {
  it('begin with the users, whatever the address says', () => {
    expect(sectionOf('audit')).toBe('audit');
    expect(sectionOf('markets-of-somebody')).toBe('users');
    expect(sectionOf(undefined)).toBe('users');
  });
});
