import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChartController } from '../chart-controller.ts';
import { ViewPanel } from '../desk/view-panel.tsx';
import { drawPicture } from '../picture/draw-picture.ts';
import { PicturePanel } from '../picture/picture-panel.tsx';

vi.mock('@/api/queries.ts', () => ({
  useMarket: () => ({ label: 'Рынок' }),
  usePairs: () => ({ data: { items: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }] } }),
}));
vi.mock('@/api/market-time.ts', () => ({ useMarketTime: () => ({ full: () => 'сейчас' }) }));
vi.mock('@/live/index.ts', () => ({ useMarketNow: () => 0 }));
vi.mock('../picture/draw-picture.ts', () => ({
  drawPicture: vi.fn(() => ({ toBlob: () => undefined })),
  pictureName: () => 'picture.png',
}));

const compareWith = (symbols: readonly string[]): void =>
  localStorage.setItem('plecho:chart-compare', JSON.stringify(symbols));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const scale = (name: string): HTMLInputElement => screen.getByRole('radio', { name });

it('the scale is free while the only pair that is compared with is the own one of the chart', () => {
  compareWith(['BTCUSDT']);
  render(<ViewPanel symbol="BTCUSDT" />);
  expect([scale('Обычная').checked, scale('Обычная').disabled]).toEqual([true, false]);
  expect(screen.queryByText('Пока пары сравниваются, шкала в процентах.')).toBeNull();
});

it('the scale is in percent while another pair is compared with', () => {
  compareWith(['ETHUSDT']);
  render(<ViewPanel symbol="BTCUSDT" />);
  expect([scale('Проценты').checked, scale('Проценты').disabled]).toEqual([true, true]);
  expect(screen.getByText('Пока пары сравниваются, шкала в процентах.')).toBeDefined();
});

it('a picture names the pairs that are drawn beside its own', () => {
  compareWith(['BTCUSDT', 'ETHUSDT']);
  render(<PicturePanel controller={{} as ChartController} symbol="BTCUSDT" interval="1h" />);
  expect(vi.mocked(drawPicture).mock.calls.map(([, { drawn }]) => drawn)).toEqual([['ETHUSDT']]);
});
