import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DebriefChart } from './debrief-chart.tsx';
import { BEGINS, debriefOf, trade } from './debrief.fixture.ts';

const candle = { time: BEGINS, open: '100', high: '101', low: '90', close: '91', volume: '0' };
vi.mock('@/api/market-details.ts', () => ({ useRecentCandles: () => ({ data: [candle], error: null }) }));
vi.mock('@/lib/use-element-width.ts', () => ({ useElementWidth: () => 800 }));

afterEach(cleanup);

it('C2 the chart of a debrief has the label of its market, in the picture and for a screen reader', () => {
  render(<DebriefChart debrief={debriefOf([trade(0)])} symbol="BTCUSDT" />);
  const chart = screen.getByRole('img', { name: /Повтор/ });
  expect([...chart.querySelectorAll('text')].map((text) => text.textContent)).toContain('Повтор');
});
