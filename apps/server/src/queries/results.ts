import type { Drawdown, EquityPoint, Millionths, Persona, Split, Tally, TimeInPositions } from '@plecho/domain';

/** Which trades of an account; times are milliseconds by the market's own clock, of the close. */
export interface ResultsFilter {
  accountId: bigint;
  /** Number of a season; null: of all. */
  season: number | null;
  from: number | null;
  /** Not before it any more. */
  until: number | null;
  /** Of the person's clock, by its IANA name or as POSIX writes one: hours and weekdays are theirs. */
  zone: string;
}

/** What trades came to, counted where they are stored. */
export interface ResultsView {
  whole: Tally;
  longestLosingRun: number;
  /** Of the whole account, whatever the filter. */
  liquidationsEver: number;
  /** In the order of their closes and not more than {@link MAX_POINTS}, the start and the deepest falls among them. */
  points: EquityPoint[];
  gained: Millionths;
  drawdown: Drawdown | null;
  time: TimeInPositions;
  /** Notional over what the account held, on average; null without trades. */
  averageSize: Millionths | null;
  splits: Record<Split, [group: string, tally: Tally][]>;
}

/** Points of an equity curve in one answer. */
export const MAX_POINTS = 500;

/** What the trades of one account in a market came to. */
export interface Standing {
  userId: bigint;
  trades: number;
  gained: Millionths;
  drawdown: Millionths;
}

/** Somebody who wants to be seen in leaderboards. */
export interface Listed {
  userId: bigint;
  persona: Persona;
}

export interface ResultReader {
  results(filter: ResultsFilter): Promise<ResultsView>;
  /**
   * Of everybody who is listed in the market and has made enough trades there.
   * @param onlyCurrent of each one's season that lasts, instead of all of them
   */
  standings(marketId: string, onlyCurrent: boolean): Promise<Standing[]>;
  /** Everybody with an account in the market who is listed now and not blocked. */
  listed(marketId: string): Promise<Listed[]>;
}
