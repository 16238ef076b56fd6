import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { HeatMap } from './heat-map.tsx';

let old: readonly string[] = [];
const ticker = (symbol: string) => ({ symbol, change24hBp: 2_000n, volume24h: 1_000_000_000n });
const tickers = [ticker('BTCUSDT'), ticker('ETHUSDT')];
vi.mock('@/live/index.ts', () => ({
  useTickers: () => tickers,
  useStalest: (symbols: readonly string[]) => symbols.find((symbol) => old.includes(symbol)) ?? null,
}));

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: readonly object[]) => void;
      constructor(tell: (entries: readonly object[]) => void) {
        this.#tell = tell;
      }
      observe(): void {
        this.#tell([{ contentRect: { width: 800 } }]);
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  old = [];
});

const show = (): void => act(() => void render(<HeatMap shown={new Set(['BTCUSDT', 'ETHUSDT'])} onOpen={vi.fn()} />));
const tile = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

it('a pair whose price is old is grey on the map, and it is said', () => {
  old = ['ETHUSDT'];
  show();
  expect([looksStale(tile(/^BTC/)), looksStale(tile(/^ETH/))]).toEqual([false, true]);
  expect([tile(/^BTC/).className, tile(/^ETH/).className].map((name) => name.includes('bg-up'))).toEqual([true, false]);
  expect(tile(/^ETH/).textContent).toContain('цена устарела');
  expect(tile(/^BTC/).textContent).not.toContain('цена устарела');
  expect(screen.getByText(/Без заливки и серым/)).toBeDefined();
});

it('of fresh prices nothing of the kind is said', () => {
  show();
  expect(looksStale(tile(/^ETH/))).toBe(false);
  expect(screen.queryByText(/устарела/)).toBeNull();
});
