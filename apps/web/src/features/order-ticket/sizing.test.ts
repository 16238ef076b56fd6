import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { isSize, riskSizes, sizedDraft, sizingErrors, takeOpposite, type SizingContext } from './sizing.ts';
import { EMPTY_DRAFT } from './ticket-state.ts';
import type { TicketDraft } from './validate.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const context: SizingContext = {
  ...{ entry: parsePrice('100'), available: usdt('1000'), equity: usdt('2000'), maintenance: 5_000n },
  ...{ maxLeverage: 10, openingFee: 0n, takerFee: 0n },
};
const byRisk = (change: Partial<TicketDraft> = {}): TicketDraft => ({
  ...{ ...EMPTY_DRAFT, sizing: 'risk', risk: '1', stopLoss: '95' },
  ...change,
});
const sized = (draft: TicketDraft, changed: Partial<SizingContext> = {}) => {
  const all = { ...context, ...changed };
  return sizedDraft(draft, all, riskSizes(draft, all));
};

describe('a size by risk', () => {
  it('is a percentage of the equity or a sum, and sets margin and leverage', () => {
    // 1 % of 2000 at 5 % of the price make a position of 400.
    expect(sized(byRisk())).toMatchObject({ amount: '400', leverage: 1 });
    expect(sized(byRisk(), { available: usdt('150') })).toMatchObject({ amount: '133,33', leverage: 3 });
    expect(sized(byRisk({ risk: '5', riskUnit: 'usdt' }))).toMatchObject({ amount: '100', leverage: 1 });
  });

  it('shows the other direction with the stop loss as far away, and takes it over', () => {
    const sizes = riskSizes(byRisk(), context);
    if (sizes === null) throw new Error('no sizes');
    expect(sizes.oppositeStop).toBe(parsePrice('105'));
    expect(isSize(sizes.opposite) && sizes.opposite.margin).toBe(usdt('400'));
    expect(takeOpposite(byRisk({ takeProfit: '120' }), sizes)).toEqual({
      ...{ side: 'short', stopLoss: '105', takeProfit: '' },
    });
  });

  it('says what is missing or why it can’t be', () => {
    const errors = (draft: TicketDraft, changed: Partial<SizingContext> = {}) =>
      sizingErrors(draft, riskSizes(draft, { ...context, ...changed }));
    expect(errors(byRisk())).toEqual({});
    expect(errors({ ...byRisk(), sizing: 'margin', stopLoss: '' })).toEqual({});
    expect(Object.keys(errors(byRisk({ stopLoss: '' })))).toEqual(['risk', 'stopLoss']);
    expect(errors(byRisk({ risk: '0' })).risk).toBe('Укажите, сколько готовы потерять');
    expect(errors(byRisk({ stopLoss: '101' })).risk).toMatch('нет убытка');
    expect(errors(byRisk(), { available: usdt('30') }).risk).toMatch('плече 10x нужно 40,00');
    expect(errors(byRisk({ stopLoss: '50' }), { available: usdt('39') }).risk).toMatch('с плечом 2x');
    expect(errors(byRisk({ risk: '0,01', riskUnit: 'usdt' })).risk).toMatch('самой маленькой позиции');
    // Nothing of a size that can't be is sent.
    expect(sized(byRisk({ stopLoss: '101' })).amount).toBe('');
  });
});

describe('a size in coins', () => {
  it('is the margin that buys them at the entry', () => {
    const coins = { ...EMPTY_DRAFT, sizing: 'coins', coins: '2,5', leverage: 5 } as const;
    expect(sized(coins).amount).toBe('50');
    expect(sized({ ...coins, coins: 'x' }).amount).toBe('');
    expect(sized(coins, { entry: null }).amount).toBe('');
  });
});
