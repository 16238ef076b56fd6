import { describe, expect, it } from 'vitest';
import type { MoveFrequency } from '@plecho/contract';
import { moveWords } from './move-words.ts';

const frequency = (hits: number, starts = 696): MoveFrequency => ({
  market: 'main',
  symbol: 'BTCUSDT',
  windowHours: 24,
  starts,
  long: { '10': hits },
  short: { '10': 0 },
});

describe('moveWords', () => {
  it('says how often in a way that can be pictured', () => {
    expect(moveWords(frequency(58), 'long', 10)).toBe(
      'За последние 30 дней такое движение за сутки бывало в одном случае из 12.',
    );
    expect(moveWords(frequency(350), 'long', 10)).toBe(
      'За последние 30 дней такое движение за сутки бывало в 5 случаях из 10.',
    );
    expect(moveWords(frequency(0), 'short', 10)).toBe('За последние 30 дней такого движения за сутки не было ни разу.');
  });

  it('counts the days it looks back at in their own case', () => {
    const ofDays = (days: number) => moveWords(frequency(0, days * 24 - 24), 'short', 10);
    expect(moveWords(frequency(0, 1), 'short', 10)).toBe('За последний день такого движения за сутки не было ни разу.');
    expect(ofDays(2)).toMatch(/^За последние 2 дня /);
    expect(ofDays(21)).toMatch(/^За последний 21 день /);
  });

  it('says nothing without history', () => {
    expect(moveWords(frequency(0, 0), 'long', 10)).toBeNull();
    expect(moveWords(frequency(1), 'long', 3)).toBeNull();
  });
});
