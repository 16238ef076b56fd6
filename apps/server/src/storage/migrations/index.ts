import type { Migration } from 'kysely/migration';
import * as identity from './001-identity.ts';
import * as markets from './002-markets.ts';
import * as ledger from './003-ledger.ts';
import * as appendBatch from './004-append-batch.ts';

/** In the order of their names. A migration that has been released is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-identity': identity,
  '002-markets': markets,
  '003-ledger': ledger,
  '004-append-batch': appendBatch,
};
