import * as z from 'zod/mini';
import { idempotencyHeaders, marketQuery } from '../common.ts';
import {
  allOf,
  amendOrder,
  cancelledAll,
  order,
  orderList,
  orderPair,
  placeOco,
  placeOrder,
  reduceOrder,
} from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { ORDER, POSITION, REDUCING } from './examples.ts';
import { OF_A_COMMAND, OF_A_CONDITION, OF_A_PURCHASE, OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/orders',
  access: 'user',
  description: 'Resting orders.',
  query: marketQuery,
  answer: orderList,
  errors: OF_AN_ACCOUNT,
  example: { query: { market: 'main' }, answer: { market: 'main', items: [ORDER] } },
});

export const place = endpoint({
  method: 'POST',
  path: '/api/trading/orders',
  access: 'active',
  description: 'Places an order, which rests until the price reaches it.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: placeOrder,
  answer: order,
  errors: [...OF_A_COMMAND, ...OF_A_PURCHASE, ...OF_A_CONDITION],
  example: {
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, limitPrice: '63000', stopLoss: '60000' },
    answer: ORDER,
  },
});

export const cancelAll = endpoint({
  method: 'POST',
  path: '/api/trading/orders/cancel-all',
  access: 'user',
  description: 'Cancels every resting order of the account, or of one pair, in one decision.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: allOf,
  answer: cancelledAll,
  errors: [...OF_A_COMMAND, 'unknown_symbol'],
  example: { query: { market: 'main' }, body: {}, answer: { cancelled: [ORDER.id] } },
});

const [FIRST, SECOND] = [
  { ...ORDER, pairedWith: '16' },
  { ...ORDER, id: '16', ...{ kind: 'stopMarket', limitPrice: null, stopPrice: '65000', level: '65000' } },
];

export const placePair = endpoint({
  method: 'POST',
  path: '/api/trading/orders/oco',
  access: 'active',
  description:
    'Places two orders of one pair: one fills and the other is cancelled with it. The end of one is the end of both, and only the larger of both reserves is set aside.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: placeOco,
  answer: orderPair,
  errors: [...OF_A_COMMAND, ...OF_A_PURCHASE, ...OF_A_CONDITION, 'oco_symbols'],
  example: {
    query: { market: 'main' },
    body: {
      first: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, limitPrice: '63000', stopLoss: '60000' },
      second: {
        ...{ symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, stopLoss: '60000' },
        kind: 'stopMarket',
        stopPrice: '65000',
      },
    },
    answer: { items: [FIRST, { ...SECOND, pairedWith: ORDER.id, reserved: '0' }] },
  },
});

export const reduce = endpoint({
  method: 'POST',
  path: '/api/trading/positions/:id/orders',
  access: 'user',
  description:
    'Places an order that closes a part of a position and never opens one. Nothing is set aside for it; it ends with its position.',
  params: z.strictObject({ id: z.string() }),
  headers: idempotencyHeaders,
  query: marketQuery,
  body: reduceOrder,
  answer: order,
  errors: [
    ...OF_A_COMMAND,
    ...OF_A_CONDITION,
    ...(['invalid_portion', 'too_many_positions', 'position_not_found', 'position_closed', 'position_busy'] as const),
  ],
  example: {
    params: { id: POSITION.id },
    query: { market: 'main' },
    body: { kind: 'stopMarket', portion: '0.5', stopPrice: '62000' },
    answer: REDUCING,
  },
});

export const amend = endpoint({
  method: 'PUT',
  path: '/api/trading/orders/:id',
  access: 'active',
  description: 'Changes a resting order; what is absent stays as it is. Its reserve follows.',
  params: z.strictObject({ id: z.string() }),
  headers: idempotencyHeaders,
  query: marketQuery,
  body: amendOrder,
  answer: order,
  errors: [
    ...OF_A_COMMAND,
    ...OF_A_PURCHASE,
    ...OF_A_CONDITION,
    ...(['order_not_found', 'order_closed', 'order_activated', 'order_busy'] as const),
  ],
  example: {
    params: { id: ORDER.id },
    query: { market: 'main' },
    body: { limitPrice: '62500', stopLoss: null },
    answer: { ...ORDER, limitPrice: '62500', level: '62500', stopLoss: null },
  },
});

export const cancel = endpoint({
  method: 'DELETE',
  path: '/api/trading/orders/:id',
  access: 'user',
  description: 'Cancels a resting order; what was set aside for it is available again.',
  params: z.strictObject({ id: z.string() }),
  headers: idempotencyHeaders,
  query: marketQuery,
  answer: order,
  errors: [...OF_A_COMMAND, 'order_not_found', 'order_closed'],
  example: { params: { id: ORDER.id }, query: { market: 'main' }, answer: { ...ORDER, status: 'cancelled' } },
});
