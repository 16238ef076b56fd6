import { PriceScaleMode } from 'lightweight-charts';
import { expect, it, vi } from 'vitest';
import { marketTime } from '@/lib/market-time.ts';
import type { ChartController } from '../chart-controller.ts';
import { createPriceChart } from '../create-chart.ts';
import { PriceSkin } from '../price-skin.ts';
import { INDICATOR_KINDS, INDICATORS, newIndicator } from './catalog.ts';
import { IndicatorLayer } from './indicator-layer.ts';

/** The library's own chart, without its candles; nothing is drawn, because the page has no canvas. */
function chartWithoutCanvas() {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const setup = { interval: '1h', time: marketTime(null), formatPrice: String, minMove: 0.01 } as const;
  const parts = createPriceChart(document.createElement('div'), { ...setup, watermark: [] });
  const feed = { state: () => ({ bars: [] }), listen: () => () => undefined };
  const controller = { parts, feed, shift: 0, isStopped: false } as unknown as ChartController;
  const modes = (): PriceScaleMode[] =>
    parts.chart.panes().map((_, pane) => parts.chart.priceScale('right', pane).options().mode);
  return { layer: new IndicatorLayer(controller, () => String), skin: new PriceSkin(parts, 0), parts, modes };
}

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
  vi.unstubAllGlobals();
});
