import type { QueryConfig } from 'pg';
import type { Batch } from '../../commands/batch.ts';
import { rowType } from '../functions/append-batch.ts';
import { BATCH_LISTS, type BatchLists } from './batch-lists.ts';

/**
 * The one statement that writes a batch, prepared once per connection.
 * @param lists what a batch is made of, as the function in the database knows it
 */
export function appendQuery(batch: Batch, marketNumber: bigint, lists: BatchLists = BATCH_LISTS): QueryConfig {
  const all = Object.values(lists);
  return {
    name: 'append_batch',
    // The types say which of several versions of the function is called.
    text: `SELECT append_batch(${all.map(({ table }, n) => `$${n + 1}::${rowType(table)}[]`).join(', ')})`,
    values: all.map((list) => list.literal(batch, marketNumber)),
  };
}
