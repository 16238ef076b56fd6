import { season, seasonList } from '../account-log.ts';
import { idempotencyHeaders, marketQuery } from '../common.ts';
import { endpoint } from './endpoint.ts';
import { SEASON } from './examples.ts';
import { OF_A_COMMAND, OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/seasons',
  access: 'user',
  description: 'The seasons of the account, the one that lasts first.',
  query: marketQuery,
  answer: seasonList,
  errors: OF_AN_ACCOUNT,
  example: { query: { market: 'main' }, answer: { market: 'main', items: [SEASON] } },
});

export const start = endpoint({
  method: 'POST',
  path: '/api/trading/seasons',
  access: 'user',
  description: 'Starts anew: closes and cancels everything; answers with the season that begins, as it begins.',
  headers: idempotencyHeaders,
  query: marketQuery,
  answer: season,
  errors: [...OF_A_COMMAND, 'season_busy', 'price_unavailable'],
  example: { query: { market: 'main' }, answer: SEASON },
});
