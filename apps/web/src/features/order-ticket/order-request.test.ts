import { describe, expect, it } from 'vitest';
import { requestOf } from './order-request.ts';
import { EMPTY_DRAFT } from './ticket-state.ts';
import type { TicketDraft } from './validate.ts';

const NOW = 1_000;
const ask = (draft: Partial<TicketDraft>) => requestOf('BTCUSDT', { ...EMPTY_DRAFT, ...draft }, NOW);
const body = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 1, takeProfit: null, stopLoss: null };

describe('what a ticket asks the server for', () => {
  it.each<[Partial<TicketDraft>, object]>([
    [{}, { type: 'open', body }],
    [
      { trailing: '1,5', expiry: 'day' },
      { type: 'open', body: { ...body, trailing: { unit: 'percent', value: '1.5' } } },
    ],
    // As it always was: an older server would know it.
    [
      { kind: 'limit', limitPrice: '95' },
      { type: 'place', body: { ...body, limitPrice: '95' } },
    ],
    [
      { kind: 'stopMarket', stopPrice: '105', expiry: 'hour', limitPrice: '95' },
      { type: 'place', body: { ...body, kind: 'stopMarket', stopPrice: '105', expiresAt: 4_600 } },
    ],
    [
      { kind: 'stopLimit', stopPrice: '105', limitPrice: '106', expiry: 7_200 },
      {
        ...{ type: 'place' },
        body: { ...body, kind: 'stopLimit', stopPrice: '105', limitPrice: '106', expiresAt: 7_200 },
      },
    ],
    [
      { kind: 'trailingStop', callback: '25', callbackUnit: 'price' },
      { type: 'place', body: { ...body, kind: 'trailingStop', callback: { unit: 'price', value: '25' } } },
    ],
    [
      { kind: 'oco', stopPrice: '105', limitPrice: '95' },
      {
        type: 'oco',
        body: { first: { ...body, limitPrice: '95' }, second: { ...body, kind: 'stopMarket', stopPrice: '105' } },
      },
    ],
  ])('%j', (draft, request) => {
    expect(ask(draft)).toEqual(request);
  });

  it('is nothing while what the kind needs is missing', () => {
    expect(ask({ amount: '' })).toBeNull();
    for (const kind of ['limit', 'stopMarket', 'stopLimit', 'oco'] as const) expect(ask({ kind })).toBeNull();
    expect(ask({ kind: 'trailingStop', callback: 'x' })).toBeNull();
  });
});
