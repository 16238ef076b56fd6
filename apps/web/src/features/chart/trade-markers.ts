import type { PositionState, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts';
import type { MarketTime } from '@/lib/market-time.ts';
import type { ChartColors } from './chart-colors.ts';
import { barTime } from './chart-time.ts';
import { chartTexts } from './texts.ts';

export interface MarkerContext {
  interval: Interval;
  time: MarketTime;
  shift: number;
  colors: ChartColors;
  /** Opening time of the oldest bar; markers before it would pile up on it. */
  since: number;
  /** Seconds: when a scenario began; bars before it are its base's. null for every other market. */
  startAt: number | null;
  /** How many bars apart markers on one side of the candles must be for their texts to stand side by side. */
  apart: number;
}

type Entry = Pick<PositionState, 'type' | 'leverage' | 'openTime'>;

/** Something that was done, as a mark on its candle. */
interface Deed {
  id: string;
  /** Seconds. */
  time: number;
  position: 'aboveBar' | 'belowBar';
  shape: SeriesMarker<UTCTimestamp>['shape'];
  color: string;
  text: string;
}

/** A mark for one deed or for several that are too near to be told apart. */
export interface TradeMark {
  marker: SeriesMarker<UTCTimestamp>;
  /** What was done and when, for whoever points at it; the oldest first. */
  deeds: readonly { id: string; text: string }[];
}

function entryOf({ type, leverage, openTime }: Entry, id: string, { colors }: MarkerContext): Deed {
  const long = type === 'long';
  return {
    id: `entry:${id}`,
    time: openTime,
    position: long ? 'belowBar' : 'aboveBar',
    shape: long ? 'arrowUp' : 'arrowDown',
    color: long ? colors.up : colors.down,
    text: `${chartTexts.markers[type]} ${leverage}x`,
  };
}

function exitOf(trade: Trade, { colors }: MarkerContext): Deed {
  const isLiquidation = trade.reason === 'liquidation';
  return {
    id: `exit:${trade.id}`,
    time: trade.closeTime,
    position: trade.type === 'long' ? 'aboveBar' : 'belowBar',
    shape: isLiquidation ? 'square' : 'circle',
    color: isLiquidation ? colors.warn : colors.entry,
    text: chartTexts.markers[trade.reason],
  };
}

const startOf = (time: number, { colors }: MarkerContext): Deed => ({
  ...{ id: 'start', time, position: 'aboveBar', shape: 'arrowDown' },
  ...{ color: colors.warn, text: chartTexts.markers.start },
});

function markOf(deeds: readonly [Deed, ...Deed[]], context: MarkerContext): TradeMark {
  const { interval, shift, colors } = context;
  const [first] = deeds;
  const isOne = deeds.length === 1;
  const isAlike = deeds.every(({ shape, color }) => shape === first.shape && color === first.color);
  return {
    marker: {
      id: first.id,
      time: (barTime(first.time, interval) + shift) as UTCTimestamp,
      position: first.position,
      shape: isAlike ? first.shape : 'circle',
      color: isAlike ? first.color : colors.entry,
      text: isOne ? first.text : chartTexts.markers.several(deeds.length),
    },
    deeds: deeds.map(({ id, text, time }) => ({ id, text: `${context.time.short(time)} ${text}` })),
  };
}

/** Neighbours on one side of the candles become one. @param deeds of one side, the oldest first */
function merge(deeds: readonly Deed[], context: MarkerContext): TradeMark[] {
  const groups: [Deed, ...Deed[]][] = [];
  const bar = (deed: Deed): number => barTime(deed.time, context.interval);
  const reach = context.apart * INTERVAL_SECONDS[context.interval];
  for (const deed of deeds) {
    const group = groups.at(-1);
    if (group !== undefined && bar(deed) - bar(group[0]) < reach) group.push(deed);
    else groups.push([deed]);
  }
  return groups.map((group) => markOf(group, context));
}

/**
 * Arrows where positions on `symbol` were opened, dots where they were closed, and where a scenario began, ascending by time; those too near
 * for their texts are one mark with their number.
 */
export function tradeMarks(
  symbol: string,
  positions: readonly PositionState[],
  trades: readonly Trade[],
  context: MarkerContext,
): TradeMark[] {
  const entries = new Map<string, Entry>();
  for (const trade of trades) if (trade.symbol === symbol) entries.set(trade.positionId, trade);
  for (const position of positions) if (position.symbol === symbol) entries.set(position.id, position);
  const deeds = [
    ...[...entries].map(([id, entry]) => entryOf(entry, id, context)),
    ...trades.filter((trade) => trade.symbol === symbol).map((trade) => exitOf(trade, context)),
    ...(context.startAt === null ? [] : [startOf(context.startAt, context)]),
  ]
    .filter(({ time }) => time >= context.since)
    .sort((a, b) => a.time - b.time);
  return (['aboveBar', 'belowBar'] as const)
    .flatMap((side) =>
      merge(
        deeds.filter(({ position }) => position === side),
        context,
      ),
    )
    .sort((a, b) => a.marker.time - b.marker.time);
}
