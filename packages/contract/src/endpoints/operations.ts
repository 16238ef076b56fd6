import * as z from 'zod/mini';
import { operation, operationList, operationQuery } from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { DEPOSIT } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/payments/transactions',
  access: 'user',
  description: 'Deposits, top-ups and withdrawals of whoever asks, newest first.',
  query: operationQuery,
  answer: operationList,
  errors: [...OF_A_MARKET, 'not_found'],
  example: {
    query: { cursor: '912', limit: '50', type: 'deposit', status: 'pending' },
    answer: { items: [DEPOSIT], nextCursor: null },
  },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/payments/transactions/:id',
  access: 'user',
  description: 'One deposit, top-up or withdrawal of whoever asks.',
  params: z.strictObject({ id: z.string() }),
  answer: operation,
  errors: ['operation_not_found'],
  example: { params: { id: DEPOSIT.id }, answer: DEPOSIT },
});
