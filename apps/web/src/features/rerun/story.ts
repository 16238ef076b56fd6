import type { Candle, Trade } from '@plecho/contract';
import {
  averageEntry,
  INTERVAL_SECONDS,
  INTERVALS,
  liquidationPrice,
  parsePrice,
  parseUsdt,
  type Interval,
  type Ppm,
  type Price,
} from '@plecho/domain';

/** Candles of a position's life at most; a life that needs more gets a longer interval. */
const MAX_LIFE = 120;
const BEFORE = 12;
const AFTER = 4;

/** Which candles are shown; seconds, multiples of the interval. */
export interface RerunWindow {
  interval: Interval;
  from: number;
  to: number;
  limit: number;
}

/** The shortest interval in which a life is not too long, with some candles around it. */
export function rerunWindow({ openTime, closeTime }: Pick<Trade, 'openTime' | 'closeTime'>): RerunWindow {
  const life = closeTime - openTime;
  const interval = INTERVALS.find((each) => life / INTERVAL_SECONDS[each] <= MAX_LIFE) ?? '1d';
  const step = INTERVAL_SECONDS[interval];
  const from = (Math.floor(openTime / step) - BEFORE) * step;
  const to = (Math.floor(closeTime / step) + 1 + AFTER) * step;
  return { interval, from, to, limit: Math.min((to - from) / step, 1000) };
}

/** Something that happened at a moment, seconds, and at a price. */
export interface StoryEvent {
  kind: 'entry' | 'added' | 'exit';
  price: Price;
  time: number;
}

/** A level while it was in force, or was known to be; seconds. */
export interface StoryLevel {
  kind: 'liquidation' | 'takeProfit' | 'stopLoss' | 'initialStopLoss' | 'trailingStop';
  price: Price;
  from: number;
  to: number;
}

export interface Story {
  events: StoryEvent[];
  levels: StoryLevel[];
}

const priceOf = (text: string): Price => parsePrice(text) ?? 0n;

/** The liquidation price from fill to fill: each of them changes the average. */
function liquidations({ type: side, leverage, entries }: Trade, exit: number, maintenance: Ppm): StoryLevel[] {
  let average = 0n;
  return entries.flatMap((entry, n): StoryLevel[] => {
    const fill = { margin: parseUsdt(entry.amount) ?? 0n, price: priceOf(entry.price) };
    const held = { margin: parseUsdt(entry.held) ?? 0n, price: average };
    average = n === 0 ? fill.price : averageEntry(side, held, fill);
    const price = liquidationPrice(side, average, leverage, maintenance);
    const to = entries[n + 1]?.record.time ?? exit * 1000;
    return price === null ? [] : [{ kind: 'liquidation', price, from: entry.record.time / 1000, to: to / 1000 }];
  });
}

/** What happened to a trade, and its levels as far as they are known. */
export function storyOf(trade: Trade, maintenance: Ppm): Story {
  const { entries, entryRecord, exitRecord, takeProfit, stopLoss, initialStopLoss, trailing, reason } = trade;
  const [from, to] = [entryRecord.time / 1000, exitRecord.time / 1000];
  const level = (kind: StoryLevel['kind'], text: string | null): StoryLevel[] =>
    text === null ? [] : [{ kind, price: priceOf(text), from, to }];
  return {
    events: [
      ...entries.map(({ price, record }, n): StoryEvent => ({
        ...{ kind: n === 0 ? 'entry' : 'added', price: priceOf(price), time: record.time / 1000 },
      })),
      { kind: 'exit', price: priceOf(trade.exitPrice), time: to },
    ],
    levels: [
      ...liquidations(trade, to, maintenance),
      ...level('takeProfit', takeProfit),
      ...level('stopLoss', stopLoss),
      ...(initialStopLoss === stopLoss ? [] : level('initialStopLoss', initialStopLoss)),
      // It moved with the price: only where it stood at the end is known.
      ...(reason === 'trailingStop' && trailing !== null
        ? level('trailingStop', trailing.level).map((each) => ({ ...each, from: to }))
        : []),
    ],
  };
}

/** What of a story had happened when a candle ended. A level ends when its position does, or the next one takes its place. */
export function storyUntil({ events, levels }: Story, { time }: Candle, interval: Interval): Story {
  const [began, ended] = [time, time + INTERVAL_SECONDS[interval]];
  return {
    events: events.filter((event) => event.time < ended),
    levels: levels.filter((each) => each.from < ended && each.to >= began),
  };
}
