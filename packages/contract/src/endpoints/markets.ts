import * as z from 'zod/mini';
import { okBody } from '../common.ts';
import { dayKeyQuery, dayKeys as dayKeysBody, market, marketList } from '../markets.ts';
import { endpoint } from './endpoint.ts';
import { MARKET } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

const params = z.strictObject({ id: z.string() });

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/markets',
  access: 'user',
  description: 'All markets, the main one first. A withdrawn one is listed for those who have an account in it.',
  answer: marketList,
  errors: [],
  example: { answer: { items: [MARKET] } },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/trading/markets/:id',
  access: 'user',
  description: 'A market with everything that decides its prices and fills.',
  params,
  answer: market,
  errors: ['unknown_market', 'not_a_member'],
  example: { params: { id: 'main' }, answer: MARKET },
});

export const dayKeys = endpoint({
  method: 'GET',
  path: '/api/trading/markets/:id/keys',
  access: 'user',
  description: 'The key of a day that is over, the newest one unless another is asked for.',
  params,
  query: dayKeyQuery,
  answer: dayKeysBody,
  errors: ['unknown_market', 'not_a_member', 'no_day_keys', 'day_key_not_found'],
  example: {
    params: { id: 'main' },
    query: { day: '2026-11-20' },
    answer: {
      market: 'main',
      anchor: 'a'.repeat(64),
      firstDay: '2026-11-01',
      newestDay: '2026-11-21',
      day: '2026-11-20',
      key: '7'.repeat(64),
    },
  },
});

export const enter = endpoint({
  method: 'POST',
  path: '/api/trading/markets/:id/enter',
  access: 'user',
  description: 'Opens the account of the user in the market; a second time changes nothing.',
  params,
  answer: okBody,
  errors: ['unknown_market', 'not_a_member', ...OF_A_MARKET],
  example: { params: { id: 'main' }, answer: { ok: true } },
});
