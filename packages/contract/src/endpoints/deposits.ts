import { idempotencyHeaders } from '../common.ts';
import { depositAddressList, depositAddressQuery, depositClaim, operation } from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { ADDRESS, DEPOSIT, HASH } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

export const addresses = endpoint({
  method: 'GET',
  path: '/api/payments/deposit-addresses',
  access: 'user',
  description: 'Where the account of whoever asks receives coins.',
  query: depositAddressQuery,
  answer: depositAddressList,
  errors: [],
  example: {
    query: { asset: 'USDT' },
    answer: { items: [{ asset: 'USDT', network: 'bsc', address: ADDRESS }] },
  },
});

export const claim = endpoint({
  method: 'POST',
  path: '/api/payments/deposit/hash',
  access: 'user',
  description: 'Names the transaction that is to be credited.',
  headers: idempotencyHeaders,
  body: depositClaim,
  answer: operation,
  errors: [
    ...OF_A_MARKET,
    'deposit_hash_required',
    'invalid_amount',
    'transaction_unknown',
    'deposit_not_yours',
    'deposit_other_network',
    'deposit_other_asset',
    'deposit_other_choice',
    'deposit_other_amount',
    'deposit_below_minimum',
    'deposit_hash_used',
    'too_many_operations',
  ],
  example: { body: { currency: 'USDT', amount: '20', network: 'bsc', txHash: HASH }, answer: DEPOSIT },
});
