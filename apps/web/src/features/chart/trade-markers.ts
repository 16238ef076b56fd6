import type { PositionState, Trade } from '@plecho/contract';
import type { Interval } from '@plecho/domain';
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';
import { barTime } from './chart-time.ts';
import { chartTexts } from './texts.ts';

interface MarkerContext {
  interval: Interval;
  shift: number;
  colors: ChartColors;
  /** Opening time of the oldest bar; markers before it would pile up on it. */
  since: number;
}

type Entry = Pick<PositionState, 'type' | 'leverage' | 'openTime'>;
type Marker = SeriesMarker<UTCTimestamp>;

function entryMarker({ type, leverage, openTime }: Entry, id: string, context: MarkerContext): Marker {
  const long = type === 'long';
  return {
    id,
    time: (barTime(openTime, context.interval) + context.shift) as UTCTimestamp,
    position: long ? 'belowBar' : 'aboveBar',
    shape: long ? 'arrowUp' : 'arrowDown',
    color: long ? context.colors.up : context.colors.down,
    text: `${chartTexts.markers[type]} ${leverage}x`,
  };
}

function exitMarker(trade: Trade, context: MarkerContext): Marker {
  return {
    id: `exit:${trade.id}`,
    time: (barTime(trade.closeTime, context.interval) + context.shift) as UTCTimestamp,
    position: trade.type === 'long' ? 'aboveBar' : 'belowBar',
    shape: trade.reason === 'liquidation' ? 'square' : 'circle',
    color: trade.reason === 'liquidation' ? context.colors.warn : context.colors.entry,
    text: chartTexts.markers[trade.reason],
  };
}

/** Arrows where positions on `symbol` were opened, dots where they were closed, ascending by time. */
export function tradeMarkers(
  symbol: string,
  positions: readonly PositionState[],
  trades: readonly Trade[],
  context: MarkerContext,
): Marker[] {
  const entries = new Map<string, Entry>();
  for (const trade of trades) if (trade.symbol === symbol) entries.set(trade.positionId, trade);
  for (const position of positions) if (position.symbol === symbol) entries.set(position.id, position);
  const shown = (time: number): boolean => time >= context.since;
  return [
    ...[...entries]
      .filter(([, entry]) => shown(entry.openTime))
      .map(([id, entry]) => entryMarker(entry, `entry:${id}`, context)),
    ...trades
      .filter((trade) => trade.symbol === symbol && shown(trade.closeTime))
      .map((trade) => exitMarker(trade, context)),
  ].sort((a, b) => a.time - b.time);
}
