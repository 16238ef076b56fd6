import { expect, it, vi } from 'vitest';
import type { Candle } from '@plecho/contract';
import { CandleFeed, type CandleSource } from '../candle-feed.ts';
import type { ChartController } from '../chart-controller.ts';
import { drawComparedLine } from './draw-line.ts';

const candle = (time: number): Candle => ({ time, open: '1', high: '1', low: '1', close: '1', volume: '1' });

interface Server {
  /** Opening times of the candles that it has. */
  times: readonly number[];
  /** What is asked for before the newest candles. */
  older: () => Promise<Candle[]>;
}

/** A feed with what it asked for, and what its stream tells. */
async function feedOf({ times, older }: Server) {
  const asked = vi.fn<(before: number) => void>();
  let live: (candles: Candle[]) => void = () => undefined;
  const source: CandleSource = {
    step: 60,
    fetch: async ({ before }) => {
      if (before === undefined) return times.map(candle);
      asked(before);
      return older();
    },
    subscribe: (onCandles) => {
      live = onCandles;
      return () => undefined;
    },
  };
  const feed = new CandleFeed(source);
  feed.start();
  await expect.poll(() => feed.state().status).toBe('ready');
  return { feed, asked, live: (time: number) => live([candle(time)]) };
}

/** A chart without its library: where its lines begin and end. */
function chartOf(feed: CandleFeed) {
  const lines: number[][] = [];
  const series = {
    setData: (points: readonly { time: number }[]) => lines.push(points.map(({ time }) => time)),
    update: () => undefined,
  };
  const chart = { addSeries: () => series, removeSeries: () => undefined };
  const controller = { feed, shift: 0, isStopped: false, parts: { chart, colors: { lines: [], text: '' } } };
  return { controller: controller as unknown as ChartController, drawn: () => lines.at(-1) };
}

const nothing = async (): Promise<Candle[]> => [];

it('older candles that fail to load are asked for once, until the chart itself goes further back', async () => {
  const own = await feedOf({ times: [300, 360, 420], older: async () => [120, 180, 240].map(candle) });
  // An end to it, or what asks at once again would never let go.
  let failures = 0;
  const fails = async (): Promise<Candle[]> => {
    if ((failures += 1) < 10) throw new Error('offline');
    return [];
  };
  const other = await feedOf({ times: [360, 420], older: fails });
  const { controller } = chartOf(own.feed);
  drawComparedLine(controller, other.feed, 0);
  await expect.poll(other.feed.isLoadingOlder).toBe(false);
  other.live(420);
  other.live(420);
  own.live(420);
  expect(other.asked.mock.calls).toEqual([[360]]);
  await own.feed.loadOlder();
  await expect.poll(other.feed.isLoadingOlder).toBe(false);
  expect(other.asked.mock.calls).toEqual([[360], [360]]);
});

it('goes back page by page as far as the chart does, and no further', async () => {
  const own = await feedOf({ times: [60, 120, 180, 240], older: nothing });
  let first = 240;
  const other = await feedOf({ times: [240], older: async () => [candle((first -= 60))] });
  const { controller, drawn } = chartOf(own.feed);
  drawComparedLine(controller, other.feed, 0);
  await expect.poll(drawn).toEqual([60, 120, 180, 240]);
  expect(other.asked.mock.calls).toEqual([[240], [180], [120]]);
});
