import type { MarketOrigin, RecordedPrice } from '@plecho/synthetic';
import type { Recompute } from './recompute.ts';

/** A record of a proof, with a word for it: «Вход». */
export interface NamedRecord extends RecordedPrice {
  name: string;
}

/** What is checked, and with what. */
export interface Checked {
  /** Entry 0 of the market's log. */
  definition: MarketOrigin & { market: { id: string } };
  records: readonly NamedRecord[];
  recompute: Recompute;
  /** Whether the proof is of another installation, whose markets have the same names. */
  isForeign?: boolean;
}
