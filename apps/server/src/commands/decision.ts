import type { QuoteSide, MarketRules } from '@plecho/domain';
import type { ErrorCode } from '../lib/problem.ts';
import type { PathSource, Peak, PriceRecord } from './batch.ts';
import type { BatchBuilder } from './batch-builder.ts';
import type { CommandResult, Outcome } from './command.ts';
import type { MarketState } from './market-state.ts';
import { quoteOf } from './quote.ts';

/** What a decision may look at besides the command itself. */
export interface Decision {
  state: MarketState;
  batch: BatchBuilder;
  rules: MarketRules;
  prices: PriceSource;
  path: PathSource;
  /** The market's own clock, ms. */
  now: number;
}

/** The newest valid prices of a market. */
export interface PriceSource {
  hasSymbol(symbol: string): boolean;
  /** Newest valid price, however old; null before the first. */
  lastRecord(symbol: string): PriceRecord | null;
}

/** @param details figures of the text, by their names in it */
export const refuse = (code: ErrorCode, details?: Record<string, unknown>): Outcome =>
  details === undefined ? { ok: false, code } : { ok: false, code, details };
export const accept = (result: CommandResult): Outcome => ({ ok: true, result });

/** A price may be ahead of the market's clock by this much: what is dated later is no valid price (rule E11). */
export const MAX_LEAD_MS = 2_000;

/** The price that a command is decided at; null when there is none or it is stale (rule E4) or of the future. */
export function freshRecord(
  { prices, rules, now }: Pick<Decision, 'prices' | 'rules' | 'now'>,
  symbol: string,
): PriceRecord | null {
  const record = prices.lastRecord(symbol);
  if (record === null) return null;
  const age = now - record.time;
  return age <= rules.staleAfterMs && age >= -MAX_LEAD_MS ? record : null;
}

/** What a fill would be done at now; null when there is no fresh price. */
export function freshQuote(
  decision: Pick<Decision, 'prices' | 'rules' | 'now'>,
  symbol: string,
  side: QuoteSide,
): PriceRecord | null {
  const record = freshRecord(decision, symbol);
  return record === null ? null : quoteOf(record, side, decision.rules);
}

/** A fill is never older than the price that it uses (rule E4). */
export function fillTime(now: number, record: PriceRecord): number {
  return Math.max(now, record.time);
}

/** Where a trailing stop starts that is set at a quote. */
export const peakAt = ({ seq, price, time }: PriceRecord): Peak => ({ seq, price, time });
