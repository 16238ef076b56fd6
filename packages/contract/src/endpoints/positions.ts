import * as z from 'zod/mini';
import { idempotencyHeaders, marketQuery } from '../common.ts';
import { closeQuery, openPosition, position, positionList, setTriggers as triggers, trade } from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { POSITION, TRADE } from './examples.ts';
import { OF_A_COMMAND, OF_A_PURCHASE, OF_AN_ACCOUNT, OF_LEVELS } from './trading-errors.ts';

const params = z.strictObject({ id: z.string() });

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/positions',
  access: 'user',
  description: 'Open positions at the newest prices.',
  query: marketQuery,
  answer: positionList,
  errors: OF_AN_ACCOUNT,
  example: {
    query: { market: 'main' },
    answer: { market: 'main', label: 'Синтетический рынок', items: [POSITION] },
  },
});

export const open = endpoint({
  method: 'POST',
  path: '/api/trading/positions',
  access: 'active',
  description:
    'Opens a position at the newest valid price. A repetition with the same key answers with the position as it was opened.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: openPosition,
  answer: position,
  errors: [...OF_A_COMMAND, ...OF_A_PURCHASE],
  example: {
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, takeProfit: '70000', stopLoss: '60000' },
    answer: { ...POSITION, currentPrice: POSITION.entryPrice, pnl: '0', pnlPercent: '0' },
  },
});

export const setTriggers = endpoint({
  method: 'PUT',
  path: '/api/trading/positions/:id',
  access: 'user',
  description: 'Sets both levels of a position; null removes one.',
  params,
  headers: idempotencyHeaders,
  query: marketQuery,
  body: triggers,
  answer: position,
  errors: [...OF_A_COMMAND, ...OF_LEVELS, 'position_not_found', 'position_closed'],
  example: {
    params: { id: POSITION.id },
    query: { market: 'main' },
    body: { takeProfit: '70000', stopLoss: null },
    answer: { ...POSITION, stopLoss: null },
  },
});

export const close = endpoint({
  method: 'DELETE',
  path: '/api/trading/positions/:id',
  access: 'user',
  description: 'Closes a position or, with `portion`, a part of it; answers with the closed trade.',
  params,
  headers: idempotencyHeaders,
  query: closeQuery,
  answer: trade,
  errors: [...OF_A_COMMAND, 'invalid_portion', 'price_unavailable', 'position_not_found', 'position_closed'],
  example: { params: { id: POSITION.id }, query: { market: 'main', portion: '1' }, answer: TRADE },
});
