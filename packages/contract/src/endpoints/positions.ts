import * as z from 'zod/mini';
import { idempotencyHeaders, marketQuery } from '../common.ts';
import {
  addToPosition,
  allOf,
  closedAll,
  closeQuery,
  openPosition,
  position,
  positionList,
  reversed,
  setTriggers as triggers,
  trade,
} from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { POSITION, TRADE } from './examples.ts';
import { OF_A_CLASS, OF_A_COMMAND, OF_A_PURCHASE, OF_AN_ACCOUNT, OF_LEVELS } from './trading-errors.ts';

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
  description: 'Sets the levels of a position; null removes one.',
  params,
  headers: idempotencyHeaders,
  query: marketQuery,
  body: triggers,
  answer: position,
  errors: [...OF_A_COMMAND, ...OF_LEVELS, 'position_not_found', 'position_closed', 'position_busy'],
  example: {
    params: { id: POSITION.id },
    query: { market: 'main' },
    body: { takeProfit: '70000', stopLoss: null },
    answer: { ...POSITION, stopLoss: null },
  },
});

export const add = endpoint({
  method: 'POST',
  path: '/api/trading/positions/:id/add',
  access: 'active',
  description:
    'Adds margin to a position at the newest valid price and its own leverage. Its entry price becomes the average of what it was opened by, and its liquidation price follows.',
  params,
  headers: idempotencyHeaders,
  query: marketQuery,
  body: addToPosition,
  answer: position,
  errors: [
    ...OF_A_COMMAND,
    'invalid_amount',
    'amount_too_small',
    'amount_too_large',
    'price_unavailable',
    'insufficient_funds',
    ...OF_A_CLASS,
    'too_many_entries',
    'liquidation_at_market',
    'take_profit_wrong_side',
    'stop_loss_wrong_side',
    'stop_loss_beyond_liquidation',
    'position_not_found',
    'position_closed',
  ],
  example: {
    params: { id: POSITION.id },
    query: { market: 'main' },
    body: { amount: '50' },
    answer: { ...POSITION, currentPrice: POSITION.entryPrice, pnl: '0', pnlPercent: '0' },
  },
});

export const reverse = endpoint({
  method: 'POST',
  path: '/api/trading/positions/:id/reverse',
  access: 'active',
  description:
    'Closes a position and opens one in the other direction, in one decision: both or neither. The new one has the same leverage, the same margin or what is left for it, and no levels.',
  params,
  headers: idempotencyHeaders,
  query: marketQuery,
  answer: reversed,
  errors: [
    ...OF_A_COMMAND,
    'amount_too_small',
    'price_unavailable',
    'insufficient_funds',
    ...OF_A_CLASS,
    'liquidation_at_market',
    'position_not_found',
    'position_closed',
  ],
  example: {
    params: { id: POSITION.id },
    query: { market: 'main' },
    answer: {
      trade: TRADE,
      position: { ...POSITION, type: 'short', currentPrice: POSITION.entryPrice, pnl: '0', pnlPercent: '0' },
    },
  },
});

export const closeAll = endpoint({
  method: 'POST',
  path: '/api/trading/positions/close-all',
  access: 'user',
  description:
    'Closes every position of the account, or of one pair, at the newest valid prices and in one decision. What has no fresh price stays open and is named.',
  headers: idempotencyHeaders,
  query: marketQuery,
  body: allOf,
  answer: closedAll,
  errors: [...OF_A_COMMAND, 'unknown_symbol'],
  example: {
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT' },
    answer: { trades: [TRADE], failed: [{ id: '16', code: 'price_unavailable' }] },
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
  errors: [
    ...OF_A_COMMAND,
    'invalid_portion',
    'price_unavailable',
    'position_not_found',
    'position_closed',
    'position_busy',
  ],
  example: { params: { id: POSITION.id }, query: { market: 'main', portion: '1' }, answer: TRADE },
});
