import { CLASS_WORDS } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { classLabelWords, className, ruleSentences } from './class-words.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const NONE = {
  ...{ maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null, targetPercent: null },
  ...{ days: null, calibration: false },
};

describe('words of classes', () => {
  it('M1 every class has a name of its own', () => {
    const names = CLASS_WORDS.map((word) => className({ word, number: 12 }));
    expect(new Set(names).size).toBe(CLASS_WORDS.length);
    expect(names).toContain('Гавань 12');
  });

  it('names a share only where there are accounts enough', () => {
    expect(classLabelWords({ accounts: 9, losing: 9 })).toContain('Мало счетов');
    expect(plain(classLabelWords({ accounts: 25, losing: 18 }))).toBe('72 % счетов этого класса в убытке');
  });

  it('M1 tells each rule that there is, and no other', () => {
    expect(ruleSentences(NONE)).toHaveLength(1);
    const all = ruleSentences({
      ...{ maxLeverage: 5, maxSharePercent: '12.5', maxDayLossPercent: '5', maxLossPercent: '10', targetPercent: '8' },
      ...{ days: 21, calibration: true },
    }).map(plain);
    expect(all).toHaveLength(7);
    expect(all[0]).toBe('Плечо не больше 5x.');
    expect(all[1]).toContain('не больше 12,5 %');
    expect(all[5]).toContain('21 день');
  });
});
