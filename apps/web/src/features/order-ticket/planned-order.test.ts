import { expect, it } from 'vitest';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { draftOfPlan } from './planned-order.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
const plan = {
  side: 'long',
  entry: price('67000'),
  takeProfit: price('68000.5'),
  stopLoss: price('66500'),
  amounts: { margin: parseUsdt('250.5') ?? -1n, leverage: 3 },
} as const;

it('fills the ticket as the plan was drawn: a limit that waits at its entry', () => {
  expect(draftOfPlan(plan, price('67500'), 2)).toEqual({
    side: 'long',
    kind: 'limit',
    limitPrice: '67000,00',
    takeProfit: '68000,50',
    stopLoss: '66500,00',
    sizing: 'margin',
    amount: '250,5',
    leverage: 3,
  });
  expect(draftOfPlan({ ...plan, amounts: null }, null, 2)).not.toHaveProperty('amount');
});

it('is at the market where the entry is reached already', () => {
  expect(draftOfPlan(plan, price('67000'), 2)).toMatchObject({ kind: 'market' });
  expect(draftOfPlan(plan, price('67000'), 2)).not.toHaveProperty('limitPrice');
  expect(draftOfPlan({ ...plan, side: 'short' }, price('66000'), 2)).toMatchObject({ kind: 'limit' });
});
