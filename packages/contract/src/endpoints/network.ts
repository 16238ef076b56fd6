import * as z from 'zod/mini';
import {
  addressQuery,
  explorerAddress,
  explorerBlock,
  explorerMatch,
  explorerOverview,
  explorerQuery,
  network,
  networkTransaction,
} from '../payments.ts';
import { endpoint } from './endpoint.ts';
import { ADDRESS, BLOCK_HASH, HASH, TRANSACTION } from './examples.ts';

const MINED = { ...TRANSACTION, block: 120, blockTime: TRANSACTION.submittedAt + 3000, confirmations: 2 };

export const overview = endpoint({
  method: 'GET',
  path: '/api/network',
  access: 'public',
  description: 'The chains of the practice network and the newest transactions; at most a second old.',
  answer: explorerOverview,
  errors: [],
  example: {
    answer: {
      now: TRANSACTION.submittedAt,
      chains: [
        {
          network: 'bsc',
          title: 'BNB Smart Chain',
          height: 121,
          blockSeconds: 3,
          confirmationsNeeded: 12,
          mempool: 1,
          nextBlockTakes: 'slow',
        },
      ],
      newest: [TRANSACTION],
    },
  },
});

export const search = endpoint({
  method: 'GET',
  path: '/api/network/search',
  access: 'public',
  description: 'Finds out what a text is: a transaction or an address.',
  query: explorerQuery,
  answer: explorerMatch,
  errors: ['transaction_unknown', 'address_checksum', 'not_found_on_network'],
  example: { query: { q: HASH }, answer: { kind: 'transaction', value: HASH } },
});

export const transaction = endpoint({
  method: 'GET',
  path: '/api/network/transactions/:hash',
  access: 'public',
  description: 'One transaction by its hash.',
  params: z.strictObject({ hash: z.string() }),
  answer: networkTransaction,
  errors: ['transaction_unknown'],
  example: { params: { hash: HASH }, answer: MINED },
});

export const address = endpoint({
  method: 'GET',
  path: '/api/network/addresses/:address',
  access: 'public',
  description: 'Balances of an address on every network, and its transactions, newest first.',
  params: z.strictObject({ address: z.string() }),
  query: addressQuery,
  answer: explorerAddress,
  errors: ['not_practice_address', 'address_checksum', 'not_found'],
  example: {
    params: { address: ADDRESS },
    query: { cursor: '912', limit: '50' },
    answer: {
      address: ADDRESS,
      balances: [{ network: 'bsc', asset: 'USDT', balance: '100' }],
      items: [MINED],
      nextCursor: null,
    },
  },
});

export const block = endpoint({
  method: 'GET',
  path: '/api/network/blocks/:network/:height',
  access: 'public',
  description: 'One block with its transactions.',
  params: z.strictObject({ network, height: z.string() }),
  answer: explorerBlock,
  errors: ['not_found'],
  example: {
    params: { network: 'bsc', height: '120' },
    answer: {
      network: 'bsc',
      height: 120,
      hash: BLOCK_HASH,
      time: MINED.blockTime,
      confirmations: 2,
      items: [MINED],
    },
  },
});
