import type { Books } from './books.ts';
import type { SeenRecord, SeenRules } from './observations.ts';
import type { PriceModel } from './price-model.ts';

export type Report = (rule: string, message: string) => void;

/** When a batch was decided. */
export interface Stamp {
  seq: bigint;
  now: number;
  /** When it was written, by the market's clock, as far as that was told. */
  writtenAt: number;
  /** The recording is over: everything is to be closed. */
  ended: boolean;
  /** That has been decided: nothing opens any more. */
  isOver: boolean;
}

/** What every check of a market works with. */
export interface AuditParts {
  books: Books;
  prices: PriceModel;
  rules: SeenRules;
  report: Report;
}

/** A fill is at a price that is not older than the rules let it be. */
export function checkFillTime({ rules, report }: AuditParts, at: number, record: SeenRecord): void {
  const age = at - record.time;
  if (age < 0 || age > rules.staleAfterMs) report('E4', `a fill at a price ${age} ms old`);
}
