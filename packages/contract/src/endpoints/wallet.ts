import { idempotencyHeaders } from '../common.ts';
import { wallet, walletSend, walletTransaction, walletTransactionList, walletTransactionQuery } from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { ADDRESS, TRANSACTION } from './examples.ts';
import { OF_A_TRANSFER } from './money-errors.ts';

export const balances = endpoint({
  method: 'GET',
  path: '/api/wallet',
  access: 'user',
  description: 'The practice wallet of whoever asks: every coin on every network.',
  answer: wallet,
  errors: [],
  example: {
    answer: { items: [{ asset: 'USDT', network: 'bsc', address: ADDRESS, balance: '100', incoming: '20' }] },
  },
});

export const send = endpoint({
  method: 'POST',
  path: '/api/wallet/send',
  access: 'user',
  description: 'Sends practice coins from the wallet of whoever asks; the transaction waits for its block.',
  headers: idempotencyHeaders,
  body: walletSend,
  answer: walletTransaction,
  errors: [...OF_A_TRANSFER, 'address_refused', 'wallet_insufficient'],
  example: {
    body: { asset: 'USDT', network: 'bsc', address: ADDRESS, amount: '20', fee: 'normal', memo: null },
    answer: { ...TRANSACTION, direction: 'out', lost: false },
  },
});

export const transactions = endpoint({
  method: 'GET',
  path: '/api/wallet/transactions',
  access: 'user',
  description: 'What came to and went from the wallet of whoever asks, newest first.',
  query: walletTransactionQuery,
  answer: walletTransactionList,
  errors: ['not_found'],
  example: {
    query: { cursor: '912', limit: '50' },
    answer: { items: [{ ...TRANSACTION, direction: 'in', lost: false }], nextCursor: null },
  },
});
