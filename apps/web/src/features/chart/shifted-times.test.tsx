import { cleanup, render } from '@testing-library/react';
import type * as Library from 'lightweight-charts';
import { createChart, type ISeriesApi } from 'lightweight-charts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { marketTime } from '@/lib/market-time.ts';
import type { Bar } from './candle-book.ts';
import type { CandleFeed } from './candle-feed.ts';
import { ChartController } from './chart-controller.ts';
import { createPriceChart } from './create-chart.ts';
import EquityCanvas from './equity-canvas.tsx';

vi.mock('lightweight-charts', async (importActual) => {
  const actual = await importActual<typeof Library>();
  return { ...actual, createChart: vi.fn(actual.createChart) };
});

const [JANUARY, JULY] = [Date.UTC(2026, 0, 5) / 1000, Date.UTC(2026, 6, 5) / 1000];

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  // A zone of two hours in summer, and of one in winter. It is summer.
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
    return this.getTime() === JANUARY * 1000 ? -60 : -120;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bar = (time: number): Bar => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 });

it.each([
  ['winter', JANUARY, 3_600],
  ['summer', JULY, 7_200],
])('a chart whose newest bar is of %s has the times of its zone then', (_, newest, shift) => {
  const setup = { interval: '1h', time: marketTime(null), formatPrice: String, minMove: 0.01, watermark: [] } as const;
  const parts = createPriceChart(document.createElement('div'), { ...setup, watermark: [] });
  const state = { bars: [bar(newest - 3_600), bar(newest)] };
  const feed = { state: () => state, listen: () => () => undefined } as unknown as CandleFeed;
  const told = { onScrolledAway: vi.fn(), onBar: vi.fn(), onMark: vi.fn() };
  const controller = new ChartController(parts, { ...setup, watermark: [], feed, startAt: null, ...told });
  expect(controller.shift).toBe(shift);
  expect(parts.candles.data().map(({ time }) => time)).toEqual([newest - 3_600 + shift, newest + shift]);
  controller.stop();
  parts.chart.remove();
});

it('a curve whose newest point is of winter has the times of its zone then', () => {
  const points = [JANUARY - 60, JANUARY].map((time) => ({ time, value: 1, fall: 0 }));
  render(<EquityCanvas points={points} time={marketTime(null)} formatValue={String} formatFall={String} />);
  const chart = vi.mocked(createChart).mock.results[0]?.value as ReturnType<typeof createChart>;
  const [curve] = chart.panes()[0]?.getSeries() ?? [];
  const data = (curve as ISeriesApi<'Line'>).data();
  expect(data.map(({ time }) => time)).toEqual([JANUARY - 60 + 3_600, JANUARY + 3_600]);
});
