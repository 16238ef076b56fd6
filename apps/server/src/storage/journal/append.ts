import type { QueryConfig } from 'pg';
import type { Batch } from '../../commands/batch.ts';
import { BATCH_LISTS, type BatchLists } from './batch-lists.ts';

/**
 * The one statement that writes a batch, prepared once per connection.
 * @param lists what a batch is made of, as the function in the database knows it
 */
export function appendQuery(batch: Batch, marketNumber: bigint, lists: BatchLists = BATCH_LISTS): QueryConfig {
  const values = Object.values(lists).map((list) => list.literal(batch, marketNumber));
  return {
    name: 'append_batch',
    text: `SELECT append_batch(${values.map((_, n) => `$${n + 1}`).join(', ')})`,
    values,
  };
}
