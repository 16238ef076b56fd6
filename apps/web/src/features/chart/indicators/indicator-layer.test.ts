import { PriceScaleMode } from 'lightweight-charts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketTime } from '@/lib/market-time.ts';
import type { Bar } from '../candle-book.ts';
import type { ChartController } from '../chart-controller.ts';
import { createPriceChart } from '../create-chart.ts';
import { PriceSkin } from '../price-skin.ts';
import { INDICATOR_KINDS, INDICATORS, newIndicator } from './catalog.ts';
import { IndicatorLayer } from './indicator-layer.ts';

/** The library's own chart, without its candles; nothing is drawn, because the page has no canvas. */
function chartWithoutCanvas(bars: readonly Bar[] = [], complete = false) {
  const setup = { interval: '1h', time: marketTime(null), formatPrice: String, minMove: 0.01 } as const;
  const parts = createPriceChart(document.createElement('div'), { ...setup, watermark: [] });
  const loadOlder = vi.fn<(limit: number) => Promise<void>>(async () => undefined);
  const feed = { state: () => ({ bars, complete }), listen: () => () => undefined, loadOlder };
  const controller = { parts, feed, interval: '1m', shift: 0, isStopped: false } as unknown as ChartController;
  const modes = (): PriceScaleMode[] =>
    parts.chart.panes().map((_, pane) => parts.chart.priceScale('right', pane).options().mode);
  return {
    layer: new IndicatorLayer(controller, () => String),
    skin: new PriceSkin(parts, 0),
    parts,
    modes,
    loadOlder,
  };
}

let waiting: readonly (() => void)[] = [];
vi.mock('../in-tasks.ts', () => ({
  inTasks: (steps: typeof waiting) => {
    waiting = steps;
    return () => {
      waiting = [];
    };
  },
}));
function runTasks(): void {
  while (waiting.length > 0) {
    const steps = waiting;
    waiting = [];
    for (const step of steps) step();
  }
}

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 0));
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['percent', PriceScaleMode.Percentage],
  ['log', PriceScaleMode.Logarithmic],
] as const)('panes keep plain numbers while the prices are on the scale «%s»', (scale, mode) => {
  const { layer, skin, parts, modes } = chartWithoutCanvas();
  skin.setScale(scale);
  layer.set(INDICATOR_KINDS.map((kind, n) => ({ ...newIndicator(kind, []), id: String(n + 1) })));
  const plain = INDICATOR_KINDS.filter((kind) => INDICATORS[kind].place === 'own').map(() => PriceScaleMode.Normal);
  expect(modes()).toEqual([mode, ...plain]);

  skin.setScale('normal');
  skin.setScale(scale);
  expect(modes()).toEqual([mode, ...plain]);
  parts.chart.remove();
});

describe('the average of a day', () => {
  const midnight = 86_400 * 20_000;
  const minutes = (from: number, to: number): Bar[] =>
    Array.from({ length: to - from }, (_, n) => ({
      time: midnight + 60 * (from + n),
      ...{ open: 1, high: 1, low: 1, close: 1, volume: 1 },
    }));

  /** How many older candles are asked for, once it is calculated. */
  function askedFor(bars: readonly Bar[], kind: 'vwap' | 'sma' = 'vwap'): number[] {
    const { layer, parts, loadOlder } = chartWithoutCanvas(bars);
    layer.set([newIndicator(kind, [])]);
    runTasks();
    parts.chart.remove();
    return loadOlder.mock.calls.map(([limit]) => limit);
  }

  it('has its candles loaded from 00:00 UTC on, as many at once as are given out', () => {
    expect(askedFor(minutes(300, 500))).toEqual([300]);
    expect(askedFor(minutes(1_200, 1_400))).toEqual([1_000]);
  });

  it('begins with the first candle where there are none before it', () => {
    const vwap = newIndicator('vwap', []);
    const values = [false, true].map((complete) => {
      const { layer, parts } = chartWithoutCanvas(minutes(300, 500), complete);
      layer.set([vwap]);
      runTasks();
      parts.chart.remove();
      return layer.valuesAt(vwap, midnight + 60 * 300);
    });
    expect(values).toEqual([[null], [1]]);
  });

  it('asks for nothing where they are there, and no other indicator does', () => {
    expect(askedFor(minutes(-100, 100))).toEqual([]);
    expect(askedFor(minutes(0, 100))).toEqual([]);
    expect(askedFor(minutes(300, 500), 'sma')).toEqual([]);
  });
});
