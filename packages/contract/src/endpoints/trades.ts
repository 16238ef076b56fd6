import * as z from 'zod/mini';
import { marketQuery } from '../common.ts';
import { tradePaths } from '../paths.ts';
import { notedTrade, tradeList, tradeQuery } from '../trading.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { NOTED_TRADE, TRADE, TRADE_PATHS } from './examples.ts';
import { PROOF } from './proof-example.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/trades',
  access: 'user',
  description: 'Closed trades, newest first, each with one’s own note.',
  query: tradeQuery,
  answer: tradeList,
  errors: [...OF_AN_ACCOUNT, 'season_not_found', 'trade_not_found'],
  example: {
    query: {
      market: 'main',
      cursor: '912',
      limit: '1',
      symbol: 'BTCUSDT',
      type: 'long',
      reason: 'user',
      season: '1',
      noted: 'true',
      tag: '1',
    },
    answer: { items: [NOTED_TRADE], nextCursor: TRADE.id },
  },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/trading/trades/:id',
  access: 'user',
  description: 'One closed trade with one’s own note.',
  params: z.strictObject({ id: z.string() }),
  query: marketQuery,
  answer: notedTrade,
  errors: [...OF_AN_ACCOUNT, 'trade_not_found'],
  example: { params: { id: TRADE.id }, query: { market: 'main' }, answer: NOTED_TRADE },
});

export const paths = endpoint({
  method: 'GET',
  path: '/api/trading/trades/:id/paths',
  access: 'user',
  description:
    'Where one of one’s own trades would have ended on the same path of prices, with the same margin, at other leverages and with an added stop loss; and what its result was made of. The formulas are in docs/same-path.md.',
  params: z.strictObject({ id: z.string() }),
  query: marketQuery,
  answer: tradePaths,
  errors: [...OF_AN_ACCOUNT, 'trade_not_found'],
  example: { params: { id: TRADE.id }, query: { market: 'main' }, answer: TRADE_PATHS },
});

export const proof = fileEndpoint({
  method: 'GET',
  path: '/api/trading/trades/:id/proof',
  access: 'user',
  description:
    'The proof of one of one’s own trades, a file for everybody: the prices it was filled at, that they are in the market’s signed log, and every number of the formula. Its form is in docs/proofs.md.',
  params: z.strictObject({ id: z.string() }),
  query: marketQuery,
  media: 'application/json',
  errors: [...OF_AN_ACCOUNT, 'trade_not_found', 'proof_pending', 'proof_unavailable'],
  example: {
    params: { id: TRADE.id },
    query: { market: 'main' },
    answer: `${JSON.stringify(PROOF, null, 2)}\n`,
  },
});
