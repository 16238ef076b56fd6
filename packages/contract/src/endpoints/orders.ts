import * as z from 'zod/mini';
import { idempotencyHeaders, marketQuery } from '../common.ts';
import { order, orderList, placeOrder } from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { ORDER } from './examples.ts';
import { OF_A_COMMAND, OF_A_PURCHASE, OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/orders',
  access: 'user',
  description: 'Resting limit orders.',
  query: marketQuery,
  answer: orderList,
  errors: OF_AN_ACCOUNT,
  example: { query: { market: 'main' }, answer: { market: 'main', items: [ORDER] } },
});

export const place = endpoint({
  method: 'POST',
  path: '/api/trading/orders',
  access: 'active',
  description: 'Places a limit order, which rests until the price reaches it.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: placeOrder,
  answer: order,
  errors: [...OF_A_COMMAND, ...OF_A_PURCHASE, 'limit_price_too_far'],
  example: {
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, limitPrice: '63000', stopLoss: '60000' },
    answer: ORDER,
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
