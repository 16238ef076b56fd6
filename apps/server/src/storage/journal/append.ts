import type { QueryConfig } from 'pg';
import type { Batch } from '../../commands/batch.ts';
import { rowType } from '../functions/append-batch.ts';
import { BATCH_LISTS, type BatchLists } from './batch-lists.ts';

/** Builds the one statement that writes a batch, prepared once per connection. */
export type AppendQuery = (batch: Batch, marketNumber: bigint) => QueryConfig;

/** @param lists what a batch is made of, as the function in the database knows it */
export function appendQueryOf(lists: BatchLists): AppendQuery {
  const all = Object.values(lists);
  // The types say which of several versions of the function is called.
  const text = `SELECT append_batch(${all.map(({ table }, n) => `$${n + 1}::${rowType(table)}[]`).join(', ')})`;
  return (batch, marketNumber) => ({
    ...{ name: 'append_batch', text },
    values: all.map((list) => list.literal(batch, marketNumber)),
  });
}

export const appendQuery = appendQueryOf(BATCH_LISTS);
