import * as z from 'zod/mini';
import { marketQuery } from '../common.ts';
import { trade, tradeList, tradeQuery } from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { TRADE } from './examples.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/trades',
  access: 'user',
  description: 'Closed trades, newest first.',
  query: tradeQuery,
  answer: tradeList,
  errors: [...OF_AN_ACCOUNT, 'season_not_found', 'trade_not_found'],
  example: {
    query: { market: 'main', limit: '1', symbol: 'BTCUSDT', type: 'long', reason: 'user', season: '1' },
    answer: { items: [TRADE], nextCursor: TRADE.id },
  },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/trading/trades/:id',
  access: 'user',
  description: 'One closed trade.',
  params: z.strictObject({ id: z.string() }),
  query: marketQuery,
  answer: trade,
  errors: [...OF_AN_ACCOUNT, 'trade_not_found'],
  example: { params: { id: TRADE.id }, query: { market: 'main' }, answer: TRADE },
});
