import { describe, expect, it } from 'vitest';
import { feeSentence, fundingSentence } from './fee-words.ts';

const fees = (takerFeePercent: string, makerFeePercent = takerFeePercent) =>
  feeSentence({ takerFeePercent, makerFeePercent, funding: null }).replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the fees of a market in a sentence', () => {
  it('says that there are none, that all pay the same, or what a resting limit order pays', () => {
    expect(fees('0')).toBe('Комиссий за сделки на этом рынке нет.');
    expect(fees('0.05')).toBe('Комиссия = размер позиции × 0,05 % за открытие и столько же за закрытие.');
    expect(fees('0.05', '0.02')).toContain('лимитный ордер, который ждал своей цены, платит 0,02 %');
    expect(fees('0.05', '0')).toContain('платит 0 %');
  });

  it('has the formula of funding with the market’s own numbers, and nothing where there is none', () => {
    const market = { takerFeePercent: '0', makerFeePercent: '0' };
    expect(fundingSentence({ ...market, funding: null })).toBeNull();
    const words = fundingSentence({ ...market, funding: { intervalHours: 8, capPercent: '0.75' } });
    expect(words?.replaceAll(/[\u00a0\u202f]/g, ' ')).toMatch(/каждые 8 ч.*не больше 0,75 %.*Long платит Short/);
  });
});
