import { LineSeries, type UTCTimestamp } from 'lightweight-charts';
import type { Bar } from '../candle-book.ts';
import type { CandleFeed } from '../candle-feed.ts';
import type { ChartController } from '../chart-controller.ts';

/** The closes of another pair on a chart's price scale, which in percent begins each at 0. */
export interface ComparedLine {
  /** Change since the first bar in sight, as a share; null without bars there. @param time opening time of a bar, seconds */
  changeAt(time: number): number | null;
  stop(): void;
}

/** Bars of the other pair from before the chart's first would only be empty room on its left. */
const since = (bars: readonly Bar[], first: number): readonly Bar[] => bars.filter(({ time }) => time >= first);

/** @param color which of the chart's colours for lines */
export function drawComparedLine(controller: ChartController, feed: CandleFeed, color: number): ComparedLine {
  const { shift, parts } = controller;
  const series = parts.chart.addSeries(LineSeries, {
    color: parts.colors.lines[color] ?? parts.colors.text,
    lineWidth: 2,
    priceLineVisible: false,
    baseLineVisible: false,
    lastValueVisible: true,
  });
  const point = ({ time, close }: Bar) => ({ time: (time + shift) as UTCTimestamp, value: close });
  let first = Number.NaN;
  let drawnBars: readonly Bar[] = [];

  const drawAll = (): void => {
    drawnBars = since(feed.state().bars, first);
    series.setData(drawnBars.map(point));
  };
  /** Goes back as far as the chart's own candles do. What was asked for in vain is not asked for at once again. */
  const reach = (): void => {
    if ((feed.state().bars[0]?.time ?? first) > first) void feed.loadOlder();
  };
  const followStart = (): void => {
    const own = controller.feed.state().bars[0]?.time ?? Number.NaN;
    if (own === first) return;
    first = own;
    drawAll();
    reach();
  };
  const follow = (): void => {
    const { change, bars } = feed.state();
    if (change.kind === 'replace') {
      drawAll();
      reach();
      return;
    }
    for (const bar of change.bars) if (bar.time >= first) series.update(point(bar));
    drawnBars = bars;
  };
  const endings = [feed.listen(follow), controller.feed.listen(followStart)];
  followStart();
  return {
    changeAt: (time) => {
      const from = Number(parts.chart.timeScale().getVisibleRange()?.from ?? Number.NaN) - shift;
      const base = drawnBars.find((bar) => bar.time >= from);
      const bar = drawnBars.findLast((candidate) => candidate.time <= time);
      return base === undefined || bar === undefined ? null : bar.close / base.close - 1;
    },
    stop: () => {
      for (const end of endings) end();
      if (!controller.isStopped) parts.chart.removeSeries(series);
    },
  };
}
