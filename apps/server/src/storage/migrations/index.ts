import type { Migration } from 'kysely/migration';
import * as identity from './001-identity.ts';
import * as markets from './002-markets.ts';
import * as ledger from './003-ledger.ts';
import * as appendBatch from './004-append-batch.ts';
import * as practiceNetwork from './005-practice-network.ts';
import * as payments from './006-payments.ts';
import * as operators from './007-operators.ts';
import * as appendBatchOfPayments from './008-append-batch.ts';
import * as marketKeys from './011-market-keys.ts';

/** In the order of their names. A migration that has been released is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-identity': identity,
  '002-markets': markets,
  '003-ledger': ledger,
  '004-append-batch': appendBatch,
  '005-practice-network': practiceNetwork,
  '006-payments': payments,
  '007-operators': operators,
  '008-append-batch': appendBatchOfPayments,
  '011-market-keys': marketKeys,
};
