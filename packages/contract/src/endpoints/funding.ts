import { fundingList, fundingQuery } from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { FUNDING } from './examples.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/trading/funding',
  access: 'user',
  description: 'Payments of funding, newest first.',
  query: fundingQuery,
  answer: fundingList,
  errors: OF_AN_ACCOUNT,
  example: {
    query: { market: 'main', cursor: '912', limit: '1' },
    answer: { items: [FUNDING], nextCursor: FUNDING.id },
  },
});
