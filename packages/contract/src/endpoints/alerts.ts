import * as z from 'zod/mini';
import { alert, alertList, newAlert, ringList, ringQuery, seenRings } from '../alerts.ts';
import { idempotencyHeaders, marketQuery, okBody } from '../common.ts';
import { endpoint } from './endpoint.ts';
import { ALERT, RING } from './examples.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/alerts',
  access: 'user',
  description: 'The alerts of whoever asks, in all markets, newest first.',
  answer: alertList,
  errors: [],
  example: { answer: { items: [ALERT], limit: 100 } },
});

export const add = endpoint({
  method: 'POST',
  path: '/api/trading/alerts',
  access: 'user',
  description: 'Sets an alert. It rings also while nobody is there, and is seen later.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: newAlert,
  answer: alert,
  errors: [
    ...['unknown_market', 'not_a_member', 'market_ended', 'unknown_symbol', 'price_unavailable', 'invalid_price'],
    ...['invalid_percent', 'alert_reached', 'alert_expired', 'position_not_found', 'too_many_alerts'],
  ] as const,
  example: {
    query: { market: 'main' },
    body: { kind: 'cross', symbol: 'BTCUSDT', level: '70000', pause: null, expiresAt: null },
    answer: ALERT,
  },
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/trading/alerts/:id',
  access: 'user',
  description: 'Removes an alert; what it has rung stays in the history.',
  params: z.strictObject({ id: z.string() }),
  answer: okBody,
  errors: ['alert_not_found'],
  example: { params: { id: ALERT.id }, answer: { ok: true } },
});

export const history = endpoint({
  method: 'GET',
  path: '/api/trading/alerts/history',
  access: 'user',
  description: 'What the alerts of whoever asks have rung, newest first; the newest 1000 are kept.',
  query: ringQuery,
  answer: ringList,
  errors: ['not_found'],
  example: { query: { cursor: '912', limit: '50' }, answer: { items: [RING], nextCursor: null } },
});

export const see = endpoint({
  method: 'POST',
  path: '/api/trading/alerts/seen',
  access: 'user',
  description: 'Says that everything up to a ring has been seen.',
  body: seenRings,
  answer: okBody,
  errors: ['not_found'],
  example: { body: { upTo: RING.id }, answer: { ok: true } },
});
