import type { AddedEntry } from '../../commands/batch.ts';
import { NOTHING_ADDED } from '../../commands/states.ts';

/** Entries after the first as the column `added` has them: the fields of each by colons, the entries by semicolons. */
export function formatAdded(added: readonly AddedEntry[]): string {
  return added
    .map(({ margin, held, record: { seq, price, time }, addedAt }) =>
      [margin, held, seq, price, time, addedAt].join(':'),
    )
    .join(';');
}

/** @throws Error for what {@link formatAdded} does not write */
export function parseAdded(text: string, symbol: string): readonly AddedEntry[] {
  if (text === '') return NOTHING_ADDED;
  return text.split(';').map((entry) => {
    const [margin, held, seq, price, time, addedAt, ...more] = entry.split(':').map(BigInt);
    if (margin === undefined || held === undefined || seq === undefined || price === undefined) throw noEntry(entry);
    if (time === undefined || addedAt === undefined || more.length > 0) throw noEntry(entry);
    return { margin, held, record: { seq, symbol, price, time: Number(time) }, addedAt: Number(addedAt) };
  });
}

const noEntry = (text: string): Error => new Error(`no entry of a position: ${text}`);
