import type { Books } from './books.ts';
import type { SeenRecord, SeenRules } from './observations.ts';
import type { PriceModel } from './price-model.ts';

/** What is over, and to be closed. */
export class Ends {
  /** The recording. */
  market = false;
  /** Pairs that the venue has taken off its list, and the number of the newest price when that was said first in this process. */
  readonly pairs = new Map<string, bigint>();

  /** Whether nothing in a pair stays open. */
  of(symbol: string): boolean {
    return this.market || this.pairs.has(symbol);
  }
}

export type Report = (rule: string, message: string) => void;

/** When a batch was decided. */
export interface Stamp {
  seq: bigint;
  now: number;
  /** When it was written, by the market's clock, as far as that was told. */
  writtenAt: number;
  ends: Ends;
  /** The end of the market has been decided: nothing opens any more. */
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
