import { idempotencyHeaders } from '../common.ts';
import { cardPayout, operation, withdrawal } from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { ADDRESS, PAYOUT, WITHDRAWAL } from './examples.ts';
import { OF_A_TRANSFER } from './money-errors.ts';
import { OF_A_MARKET } from './trading-errors.ts';

export const toAddress = endpoint({
  method: 'POST',
  path: '/api/payments/withdraw/crypto',
  access: 'user',
  description: 'Withdraws to an address of the practice network. Nobody approves it.',
  headers: idempotencyHeaders,
  body: withdrawal,
  answer: operation,
  errors: [
    ...OF_A_MARKET,
    ...OF_A_TRANSFER,
    'withdrawal_below_minimum',
    'too_many_operations',
    'price_unavailable',
    'insufficient_funds',
  ],
  example: {
    body: { currency: 'USDT', amount: '20', network: 'bsc', address: ADDRESS, memo: null },
    answer: WITHDRAWAL,
  },
});

export const toCard = endpoint({
  method: 'POST',
  path: '/api/payments/withdraw/card',
  access: 'user',
  description: 'Pays USDT out to a practice card. Nobody approves it: the bank answers as the card says.',
  headers: idempotencyHeaders,
  body: cardPayout,
  answer: operation,
  errors: [
    ...OF_A_MARKET,
    'too_many_commands',
    'invalid_amount',
    'withdrawal_below_minimum',
    'too_many_operations',
    'price_unavailable',
    'insufficient_funds',
  ],
  example: { body: { amount: '20', card: 'approved' }, answer: PAYOUT },
});
