import { describe, expect, it } from 'vitest';
import { cellsOf, isChartLayout, ONE_CHART, withActive, withCell, withCount, type ChartCell } from './chart-layout.ts';

const btc: ChartCell = { symbol: 'BTCUSDT', interval: '1m' };
const eth: ChartCell = { symbol: 'ETHUSDT', interval: '1h' };
const market = new Set(['BTCUSDT', 'ETHUSDT']);

describe('several charts', () => {
  const two = withCell(withCount(ONE_CHART, 2, [btc]), 1, eth, [btc, btc]);

  it('show each its own; the active one what the screen has chosen', () => {
    expect(cellsOf(two, btc, market)).toEqual([btc, eth]);
    expect(cellsOf(two, { symbol: 'ETHUSDT', interval: '5m' }, market)[0]).toEqual({
      symbol: 'ETHUSDT',
      interval: '5m',
    });
  });

  it('stay as they are when another becomes the active one', () => {
    const other = withActive(two, 1, cellsOf(two, btc, market));
    expect(cellsOf(other, eth, market)).toEqual([btc, eth]);
  });

  it('follow the active one in what is linked', () => {
    const linked = { ...two, links: { symbol: true, interval: false, crosshair: true } };
    expect(cellsOf(linked, btc, market)[1]).toEqual({ symbol: 'BTCUSDT', interval: '1h' });
    expect(cellsOf({ ...two, links: { ...linked.links, interval: true } }, btc, market)[1]).toEqual(btc);
  });

  it('show the chosen pair where the market has not the kept one', () => {
    expect(cellsOf(two, btc, new Set(['BTCUSDT']))[1]).toEqual({ symbol: 'BTCUSDT', interval: '1h' });
    expect(cellsOf(two, btc, null)[1]).toEqual(eth);
  });

  it('come back with what they showed, and the last of fewer is the active one', () => {
    const one = withCount(withActive(two, 1, [btc, eth]), 1, [btc, eth]);
    expect(one.active).toBe(0);
    expect(cellsOf(withCount(one, 2, [btc]), btc, market)).toEqual([btc, eth]);
  });
});

describe('a layout that a device kept', () => {
  it('is taken when it is one', () => {
    expect([ONE_CHART, withCount(ONE_CHART, 4, [btc])].map(isChartLayout)).toEqual([true, true]);
  });

  it.each([
    ['five charts', { ...ONE_CHART, count: 5 }],
    ['none', { ...ONE_CHART, count: 0 }],
    ['an active one that is not there', { ...ONE_CHART, active: 1 }],
    ['an interval that there is not', { ...ONE_CHART, cells: [{ symbol: 'BTCUSDT', interval: '7m' }] }],
    ['a link missing', { ...ONE_CHART, links: { symbol: true } }],
    ['no links', { ...ONE_CHART, links: null }],
    ['nothing', null],
  ])('is refused with %s', (_, kept) => {
    expect(isChartLayout(kept)).toBe(false);
  });
});
