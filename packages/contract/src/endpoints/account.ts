import { logList, logQuery } from '../account-log.ts';
import { marketQuery } from '../common.ts';
import { balance as balanceBody } from '../trading.ts';
import { endpoint } from './endpoint.ts';
import { BALANCE } from './examples.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

export const balance = endpoint({
  method: 'GET',
  path: '/api/trading/balance',
  access: 'user',
  description: 'The balance of the account in a market.',
  query: marketQuery,
  answer: balanceBody,
  errors: OF_AN_ACCOUNT,
  example: { query: { market: 'main' }, answer: BALANCE },
});

export const log = endpoint({
  method: 'GET',
  path: '/api/account/log',
  access: 'user',
  description: 'Everything that was done to the account, by an operator or by its owner, newest first.',
  query: logQuery,
  answer: logList,
  errors: ['not_found'],
  example: {
    query: { cursor: '912', limit: '1' },
    answer: {
      items: [
        {
          id: '3',
          at: 1_795_003_600_000,
          kind: 'adjusted',
          by: 'operator',
          reason: 'prize',
          market: 'main',
          amount: '50',
        },
      ],
      nextCursor: '3',
    },
  },
});
