/**
 * The recipe of a scenario: what is done to the prices of its base, for everybody alike. It is data, published as it is:
 * shares are percentages as decimal strings with at most 4 decimals, times are seconds of the market's own clock after
 * the start of the scenario. Nothing in it can name a person or a group (charter rule C2).
 */

export const TREND_DIRECTIONS = ['up', 'down', 'neutral'] as const;
export type TrendDirection = (typeof TREND_DIRECTIONS)[number];

/** Which pairs a stage is for; null: all of them. */
interface OfPairs {
  symbols: string[] | null;
}

/** Prices times 1 ± drift/100, never below 0. */
export interface StaticTrend extends OfPairs {
  type: 'trend';
  mode: 'static';
  direction: TrendDirection;
  driftPercent: string;
}

/** Prices times (1 ± rate)^steps, with rate = mean(stepMin, stepMax)/100 and a step every `intervalSeconds`. */
export interface ScheduledTrend extends OfPairs {
  type: 'trend';
  mode: 'schedule';
  direction: TrendDirection;
  stepMinPercent: string;
  stepMaxPercent: string;
  intervalSeconds: number;
}

/** Buys fill half of it above the price, sells half of it below. */
export interface SpreadStage extends OfPairs {
  type: 'spread';
  percent: string;
}

/** Prices fall evenly by `dropPercent` within `minutes`, and stay there or come back as evenly. */
export interface Shock extends OfPairs {
  type: 'shock';
  dropPercent: string;
  afterSeconds: number;
  minutes: number;
  /** null: without recovery. */
  recoveryMinutes: number | null;
}

/** What the base has moved since the start, times `factor`. */
export interface Volatility extends OfPairs {
  type: 'volatility';
  /** Decimal string with at most 4 decimals. */
  factor: string;
}

/** No prices come for `seconds`. */
export interface Outage extends OfPairs {
  type: 'outage';
  afterSeconds: number;
  seconds: number;
}

export type Stage = StaticTrend | ScheduledTrend | SpreadStage | Shock | Volatility | Outage;

export interface Recipe {
  /** Id of a shared market; null: a synthetic market of the scenario's own. */
  base: string | null;
  stages: Stage[];
}

export const MAX_STAGES = 20;
