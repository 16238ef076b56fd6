import {
  candleTime,
  minuteSteps,
  tickSteps,
  type Candle,
  type ClosedPart,
  type PathKnowledge,
  type PathRules,
  type PathStep,
} from '@plecho/domain';
import type { TradeState } from '../commands/batch.ts';
import { recordKind } from '../commands/quote.ts';
import type { MarketPort } from '../engine/market-port.ts';
import type { LogReader } from '../proofs/ports.ts';
import type { PositionParts } from '../queries/ports.ts';
import { closedPartOf, pathRulesOf } from './closed-part.ts';
import { readTicks } from './ticks.ts';

const MINUTE = 60;
/** A day at a time: of a market of another process, an answer has to fit a message. */
const AT_ONCE = 1_440;
/** As long as one-minute candles are kept. */
const MAX_MINUTES = 10_080;

/** What a trade's prices were between its entry and its exit. */
export interface TradePath {
  part: ClosedPart;
  rules: PathRules;
  steps: PathStep[];
  known: PathKnowledge;
}

/** Opening times of the first and the last minute of a life, seconds; those it began and ended in are among them. */
function minutesOf({ entry, exit }: ClosedPart): { first: number; last: number } {
  return { first: candleTime(entry.time, '1m'), last: candleTime(exit.time, '1m') };
}

/** Finds out how prices went while a position was open. */
export class TradePaths {
  readonly #logs: LogReader;

  constructor(logs: LogReader) {
    this.#logs = logs;
  }

  /** @param parts of the position that the trade was a part of */
  async of(market: MarketPort, trade: TradeState, parts: PositionParts): Promise<TradePath> {
    const { rules: ofMarket } = market.definition;
    const part = closedPartOf(trade, parts, ofMarket);
    const rules = pathRulesOf(ofMarket, trade.symbol);
    // Prices are known to be all there where one process has seen the whole life.
    const ends = trade.extremes?.path === 'ticks' ? trade.extremes : null;
    const ticks = ends === null ? null : await this.#ticks(market, trade);
    if (ticks !== null) return { part, rules, steps: tickSteps(part, ticks, rules), known: 'ticks' };
    const candles = await readMinutes(market, trade.symbol, part);
    const steps = minuteSteps(part, candles, rules, ends);
    return { part, rules, steps, known: ends !== null && isWhole(part, candles) ? 'minutes' : 'partial' };
  }

  #ticks(market: MarketPort, { symbol, entryRecord, exitRecord }: TradeState) {
    const exit = exitRecord.seq - BigInt(recordKind(exitRecord, market.definition.rules));
    return readTicks(this.#logs, market.id, { symbol, after: entryRecord.seq, before: exit });
  }
}

/** The newest minutes of a life, ascending. */
async function readMinutes(market: MarketPort, symbol: string, part: ClosedPart): Promise<Candle[]> {
  const { first, last } = minutesOf(part);
  const found: Candle[][] = [];
  let before = last + MINUTE;
  for (let left = MAX_MINUTES; left > 0 && before > first; left -= AT_ONCE) {
    const limit = Math.min(left, AT_ONCE, (before - first) / MINUTE);
    const candles = await market.candles(symbol, '1m', limit, before);
    const [oldest] = candles;
    if (oldest === undefined) break;
    found.push(candles.filter(({ time }) => time >= first));
    before = oldest.time;
  }
  return found.reverse().flat();
}

/** Whether there is a candle of every minute of a life. */
function isWhole(part: ClosedPart, candles: readonly Candle[]): boolean {
  const { first, last } = minutesOf(part);
  return candles.length === (last - first) / MINUTE + 1;
}
