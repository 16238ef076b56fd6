import { describe, expect, it } from 'vitest';
import { shownFacts } from './step-facts.ts';

const prices = { side: 'short', entryPrice: '100.00000000', exitPrice: '115.00000000' };
const facts = {
  ...{ amount: '100.000000', leverage: '10', size: '1000.000000', pnl: '-100.000000', pnlPercent: '-100.00' },
  ...{ openFee: '0.500000', closeFee: '0.000000', fee: '0.500000', insurance: '50.000000', payout: '0.000000' },
};
const lines = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    shownFacts('result', given, prices).map(({ name, text }) => [name, text.replaceAll(/[\u202f\u00a0]/g, ' ')]),
  );

it('a size is told with the form that goes with its number', () => {
  const size = (bytes: string): string | undefined => shownFacts('file', { bytes }, {})[0]?.text;
  expect(['8801', '8802', '8805'].map(size)).toEqual([
    '8\u202f801\u00a0байт',
    '8\u202f802\u00a0байта',
    '8\u202f805\u00a0байт',
  ]);
});

describe('the numbers of a result', () => {
  it('E6 the formula gives the whole loss, also what the insurance account took of it', () => {
    const shown = lines(facts);
    expect(shown['PnL = размер × (вход − выход) / вход']).toBe('1 000,00 × (100,00 − 115,00) / 100,00 = −150,00');
    expect(shown['Взял страховой счёт']).toBe('50,00');
    expect(shown['Комиссия = за открытие + за закрытие']).toBe('0,50 + 0,00 = 0,50');
  });

  it('a formula that was rounded says so, and there are no numbers of a step that has none', () => {
    const third = { ...facts, size: '1000.000001', insurance: '50.000001' };
    expect(lines(third)['PnL = размер × (вход − выход) / вход']).toContain('≈');
    expect(shownFacts('result', {}, prices)).toEqual([]);
  });
});
