import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { storageKey } from './place.ts';
import { useDrawings } from './use-drawings.tsx';

configure({ asyncUtilTimeout: 60_000 });
vi.mock('./drawing-layer.tsx', () => ({
  default: ({ surface }: { surface: ChartSurface }) => <p>Рисунки {surface.symbol}</p>,
}));

const surface = { market: 'main', symbol: 'BTCUSDT' } as ChartSurface;

function Chart() {
  const { overlay } = useDrawings('row', { symbol: 'BTCUSDT', fill: () => undefined });
  return overlay(surface);
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('a first drawing that another tab has made is shown', async () => {
  render(<Chart />);
  expect(screen.queryByText('Рисунки BTCUSDT')).toBeNull();
  const key = `plecho:${storageKey(surface)}`;
  await act(async () => {
    localStorage.setItem(key, '{}');
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  expect(await screen.findByText('Рисунки BTCUSDT')).toBeDefined();
});
