import * as z from 'zod/mini';
import { idempotencyHeaders } from '../common.ts';
import { bankConfirmation, cardAnswer, cardTopUp } from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { TOP_UP } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

const params = z.strictObject({ id: z.string() });
const ASKED = {
  operation: TOP_UP,
  bank: { kind: 'code', message: 'Учебное сообщение банка: код 4821', attemptsLeft: 3 },
};

export const topUp = endpoint({
  method: 'POST',
  path: '/api/payments/deposit/card',
  access: 'user',
  description: 'Begins a top-up with a practice card; the answer says what the simulated bank asks for.',
  headers: idempotencyHeaders,
  body: cardTopUp,
  answer: cardAnswer,
  errors: [...OF_A_MARKET, 'invalid_amount', 'card_below_minimum', 'card_above_maximum', 'too_many_operations'],
  example: { body: { amountRub: 5000, card: 'secure' }, answer: ASKED },
});

export const bankStep = endpoint({
  method: 'GET',
  path: '/api/payments/deposit/card/:id',
  access: 'user',
  description: 'What the simulated bank asks for, or how the top-up ended.',
  params,
  answer: cardAnswer,
  errors: ['operation_not_found'],
  example: { params: { id: TOP_UP.id }, answer: ASKED },
});

export const confirm = endpoint({
  method: 'POST',
  path: '/api/payments/deposit/card/:id/confirm',
  access: 'user',
  description: 'Confirms the top-up at the simulated bank, with the code of its message where it asks for one.',
  params,
  headers: idempotencyHeaders,
  body: bankConfirmation,
  answer: cardAnswer,
  errors: ['operation_not_found', 'bank_code_wrong', 'operation_settled', ...OF_A_MARKET],
  example: {
    params: { id: TOP_UP.id },
    body: { code: '4821' },
    answer: {
      operation: {
        ...TOP_UP,
        status: 'completed',
        value: '62.5',
        waitsUntil: null,
        settledAt: TOP_UP.createdAt + 5000,
      },
      bank: null,
    },
  },
});

export const cancel = endpoint({
  method: 'POST',
  path: '/api/payments/deposit/card/:id/cancel',
  access: 'user',
  description: 'Turns back at the simulated bank.',
  params,
  headers: idempotencyHeaders,
  answer: cardAnswer,
  errors: ['operation_not_found', 'operation_settled', ...OF_A_MARKET],
  example: {
    params: { id: TOP_UP.id },
    answer: {
      operation: {
        ...TOP_UP,
        status: 'failed',
        failure: 'cancelled',
        waitsUntil: null,
        settledAt: TOP_UP.createdAt + 5000,
      },
      bank: null,
    },
  },
});
