import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { EMPTY_DRAFT, stepAmount } from './ticket-state.ts';
import { fieldOfRefusal, validateTicket, type TicketContext, type TicketDraft } from './validate.ts';

const context: TicketContext = {
  price: parsePrice('100'),
  exit: parsePrice('100'),
  available: parseUsdt('1000') ?? 0n,
  openingFee: 0n,
  maintenance: 5_000n,
};
const check = (draft: Partial<TicketDraft>, changed: Partial<TicketContext> = {}) =>
  validateTicket({ ...EMPTY_DRAFT, ...draft }, { ...context, ...changed });

describe('validateTicket', () => {
  it('accepts a plain market order', () => {
    expect(check({})).toEqual({});
    expect(check({ amount: '1\u202f000,00', leverage: 10 })).toEqual({});
  });

  it.each(['', '0', '-5', 'abc', '1e3', '0,0000001'])('refuses «%s» as an amount', (amount) => {
    expect(check({ amount })).toEqual({ amount: 'Введите корректную сумму' });
  });

  it('names the smallest margin', () => {
    expect(check({ amount: '0,99' })).toEqual({ amount: 'Минимальная маржа — 1 USDT' });
    expect(check({ amount: '1' })).toEqual({});
  });

  it('says when the balance does not cover margin and fee', () => {
    expect(check({ amount: '1000,01' })).toEqual({ amount: 'Недостаточно средств' });
    expect(check({ amount: '1000', leverage: 10 }, { openingFee: 1_000n })).toEqual({ amount: 'Недостаточно средств' });
  });

  it('E10 with a spread holds levels against what a close would get, as the server does', () => {
    const spread = { price: parsePrice('101'), exit: parsePrice('99') };
    expect(check({ takeProfit: '100', stopLoss: '98,5' }, spread)).toEqual({});
    expect(Object.keys(check({ stopLoss: '100' }, spread))).toEqual(['stopLoss']);
    expect(Object.keys(check({ takeProfit: '98,9' }, spread))).toEqual(['takeProfit']);
  });

  it('E5 with a wide spread refuses what would be liquidated at once, whatever the kind, as the server does', () => {
    const wide = { price: parsePrice('110'), exit: parsePrice('90') };
    const text =
      'Из-за спреда позиция сразу оказалась бы у цены ликвидации. Нужно меньшее плечо, а при добавлении — меньшая сумма.';
    expect(check({ leverage: 10 }, wide)).toEqual({ form: text });
    expect(check({ leverage: 10, kind: 'limit', limitPrice: '50' }, wide)).toEqual({ form: text });
    expect(check({ leverage: 4 }, wide)).toEqual({});
  });

  it('asks to wait for a price', () => {
    expect(check({}, { price: null })).toEqual({ form: 'Текущая цена недоступна. Подождите обновления рынка.' });
  });

  it('wants a whole leverage from 1 to 10', () => {
    for (const leverage of [0, 11, 2.5, Number.NaN]) expect(Object.keys(check({ leverage }))).toEqual(['leverage']);
  });

  it('puts take profit ahead of the price and stop loss behind it, mirrored for a short', () => {
    expect(check({ takeProfit: '101', stopLoss: '99' })).toEqual({});
    expect(check({ side: 'short', takeProfit: '99', stopLoss: '101' })).toEqual({});
    expect(Object.keys(check({ takeProfit: '100' }))).toEqual(['takeProfit']);
    expect(Object.keys(check({ stopLoss: '100' }))).toEqual(['stopLoss']);
    expect(Object.keys(check({ side: 'short', takeProfit: '101', stopLoss: '99' }))).toEqual([
      'takeProfit',
      'stopLoss',
    ]);
  });

  it('refuses a stop loss that would never get its turn', () => {
    const stop = (change: Partial<TicketDraft>) => check({ leverage: 5, ...change }).stopLoss;
    expect(stop({ stopLoss: '80,40201005' })).toContain('за ценой ликвидации');
    expect(stop({ stopLoss: '80,41' })).toBeUndefined();
    expect(stop({ side: 'short', stopLoss: '120' })).toContain('за ценой ликвидации');
    expect(stop({ side: 'short', stopLoss: '119' })).toBeUndefined();
    expect(stop({ leverage: 1, stopLoss: '1' })).toBeUndefined();
    expect(stop({ kind: 'limit', limitPrice: '90', stopLoss: '72' })).toContain('за ценой ликвидации');
    expect(stop({ kind: 'limit', limitPrice: '90', stopLoss: '73' })).toBeUndefined();
    // The market is better than the limit: the order fills at once, and there.
    expect(stop({ kind: 'limit', limitPrice: '110', stopLoss: '85' })).toBeUndefined();
  });

  it('measures the levels of a limit order from the limit price', () => {
    const limit = { kind: 'limit', limitPrice: '90' } as const;
    expect(check({ ...limit, takeProfit: '95', stopLoss: '85' })).toEqual({});
    expect(Object.keys(check({ ...limit, stopLoss: '95' }))).toEqual(['stopLoss']);
    expect(check({ kind: 'limit' })).toEqual({ limitPrice: 'Введите корректную цену' });
  });

  it('refuses a level that is no price', () => {
    expect(check({ takeProfit: 'x', stopLoss: '0' })).toEqual({
      takeProfit: 'Введите корректную цену',
      stopLoss: 'Введите корректную цену',
    });
  });
});

describe('the other kinds', () => {
  const stop = { kind: 'stopMarket', stopPrice: '105' } as const;

  it('wants a stop beyond the market, for each direction its own side', () => {
    expect(check(stop)).toEqual({});
    expect(check({ ...stop, stopPrice: '' })).toEqual({ stopPrice: 'Введите корректную цену' });
    expect(Object.keys(check({ ...stop, stopPrice: '100' }))).toEqual(['stopPrice']);
    expect(Object.keys(check({ ...stop, side: 'short' }))).toEqual(['stopPrice']);
    expect(check({ ...stop, side: 'short', stopPrice: '95' })).toEqual({});
  });

  it('measures the levels from where the order would open', () => {
    expect(check({ ...stop, stopLoss: '102' })).toEqual({});
    expect(Object.keys(check({ ...stop, stopLoss: '106' }))).toEqual(['stopLoss']);
    const oco = { ...stop, kind: 'oco', limitPrice: '95' } as const;
    expect(check({ ...oco, stopLoss: '94' })).toEqual({});
    // Good for the stop, and behind the limit for the other.
    expect(Object.keys(check({ ...oco, stopLoss: '96' }))).toEqual(['stopLoss']);
    expect(Object.keys(check({ ...oco, limitPrice: '' }))).toEqual(['limitPrice']);
  });

  it.each(['', '0', '0,05', '51', '1,234'])('refuses a callback of «%s» percent', (callback) => {
    expect(Object.keys(check({ kind: 'trailingStop', callback }))).toEqual(['callback']);
    const errors = callback === '' ? [] : ['trailing'];
    expect(Object.keys(check({ trailing: callback }))).toEqual(errors);
  });
});

describe('fieldOfRefusal', () => {
  it('puts the server’s refusal beside its field', () => {
    expect(fieldOfRefusal('insufficient_funds', EMPTY_DRAFT)).toBe('amount');
    expect(fieldOfRefusal('stop_loss_wrong_side', EMPTY_DRAFT)).toBe('stopLoss');
    expect(fieldOfRefusal('price_unavailable', EMPTY_DRAFT)).toBe('form');
    expect(fieldOfRefusal('something_new', EMPTY_DRAFT)).toBe('form');
    expect(fieldOfRefusal('insufficient_funds', { kind: 'market', sizing: 'risk' })).toBe('risk');
    expect(fieldOfRefusal('invalid_trailing', EMPTY_DRAFT)).toBe('trailing');
    expect(fieldOfRefusal('invalid_trailing', { kind: 'trailingStop', sizing: 'margin' })).toBe('callback');
  });
});

describe('stepAmount', () => {
  it('walks the grid of 10', () => {
    expect(stepAmount('100', 1)).toBe('110');
    expect(stepAmount('104,5', 1)).toBe('110');
    expect(stepAmount('104,5', -1)).toBe('100');
    expect(stepAmount('5', -1)).toBe('0');
    expect(stepAmount('', 1)).toBe('10');
    expect(stepAmount('0', -1)).toBe('0');
  });
});
