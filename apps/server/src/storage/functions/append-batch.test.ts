import { expect, it } from 'vitest';
import type { PositionState } from '../../commands/batch.ts';
import { BATCH_LISTS, batchList } from '../journal/batch-lists.ts';
import { columnsOf, tableOf } from '../journal/table.ts';
import { POSITIONS } from '../journal/tables.ts';
import { appendBatch } from './append-batch.ts';

it('L7 a column that comes to a table is written when a row changes, unless it is said to stay', () => {
  const position = columnsOf<PositionState>();
  const columns = { ...POSITIONS.columns, mood: position.text(() => 'calm'), birthday: position.time(() => 0) };
  const changed = batchList(tableOf('positions', columns, ['birthday']), (batch) => batch.changedPositions);
  const update = /UPDATE positions AS p SET (.*)/.exec(appendBatch({ ...BATCH_LISTS, changed }))?.[1]?.split(', ');
  expect(update).toContain('mood = c.mood');
  expect(update).not.toContain('birthday = c.birthday');
});
