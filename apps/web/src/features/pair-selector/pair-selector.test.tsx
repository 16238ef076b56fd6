import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { SelectablePair } from './filter-pairs.ts';
import { looksStale } from '@/ui/stale.fixture.ts';
import { PairSelector } from './pair-selector.tsx';

configure({ asyncUtilTimeout: 60_000 });

let old: string[] = [];
vi.mock('@/live/index.ts', () => ({
  useStalest: (symbols: readonly string[]) => symbols.find((symbol) => old.includes(symbol)) ?? null,
}));

const pair = (baseAsset: string, changeBp: bigint): SelectablePair => ({
  symbol: `${baseAsset}USDT`,
  baseAsset,
  quoteAsset: 'USDT',
  lastPrice: 100_000_000n,
  priceDecimals: 2,
  changeBp,
});

const pairs = [pair('BTC', 10n), pair('ETH', -500n), pair('SOL', 300n)];

const favourites = new Set(['BTCUSDT']);
const onToggle = vi.fn<(symbol: string) => void>();

const names = (): (string | null)[] => screen.queryAllByRole('option').map((option) => option.textContent);

function show(list: readonly SelectablePair[] = pairs) {
  const onSelect = vi.fn<(symbol: string) => void>();
  const view = render(
    <PairSelector
      favourites={favourites}
      onToggleFavourite={onToggle}
      pairs={list}
      selected="BTCUSDT"
      onSelect={onSelect}
    />,
  );
  return { onSelect, view, user: userEvent.setup() };
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

afterEach(() => {
  cleanup();
  old = [];
  vi.useRealTimers();
});

it('is operable by keys alone: search, arrows, Enter', async () => {
  const { onSelect, user } = show();
  await user.click(screen.getByRole('combobox'));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  const marked = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  expect(document.getElementById(marked ?? '')?.textContent).toContain('SOL');
  await user.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('SOLUSDT');
});

it('searches 300 ms after the last key, and Enter takes the best match', () => {
  vi.useFakeTimers();
  const { onSelect } = show();
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'e' } });
  pass(200);
  fireEvent.change(field, { target: { value: 'eth' } });
  pass(299);
  expect(names()).toHaveLength(3);
  pass(1);
  expect(names()).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('ETHUSDT');
});

it('takes what was typed when Enter comes before the list has caught up', () => {
  vi.useFakeTimers();
  const { onSelect } = show();
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'sol' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('SOLUSDT');
});

it('marks nothing before a key or a search does, so that Enter chooses nothing by accident', async () => {
  const { onSelect, user } = show();
  await user.click(screen.getByRole('combobox'));
  await user.keyboard('{Enter}');
  expect(onSelect).not.toHaveBeenCalled();
});

it('keeps the rows in their places while prices move', () => {
  const { view, onSelect } = show();
  const before = names();
  const moved = pairs.map((one) => (one.baseAsset === 'BTC' ? { ...one, changeBp: 9_900n } : one));
  view.rerender(
    <PairSelector
      favourites={favourites}
      onToggleFavourite={onToggle}
      pairs={moved}
      selected="BTCUSDT"
      onSelect={onSelect}
    />,
  );
  expect(names().map((name) => name?.slice(0, 3))).toEqual(before.map((name) => name?.slice(0, 3)));
  expect(within(screen.getByRole('listbox')).getByText(/99,00/)).toBeTruthy();
});

it('says which kind of nothing there is', async () => {
  const { user, view, onSelect } = show();
  await user.type(screen.getByRole('combobox'), 'xyz');
  expect(await screen.findByText('Пары не найдены по запросу')).toBeTruthy();
  view.unmount();
  const first = show(pairs.map((one) => ({ ...one, lastPrice: null })));
  expect(screen.getByText('Пары не найдены')).toBeTruthy();
  first.view.rerender(
    <PairSelector
      favourites={favourites}
      onToggleFavourite={onToggle}
      pairs={[]}
      selected="BTCUSDT"
      onSelect={onSelect}
    />,
  );
  expect(screen.getByText('Нет доступных торговых пар')).toBeTruthy();
});

it('shows the prices of a pair that are too old as such', () => {
  old = ['ETHUSDT'];
  show();
  const isOld = (name: RegExp): boolean[] =>
    within(screen.getByRole('option', { name })).getAllByText(/\d/).map(looksStale);
  expect(isOld(/ETH/)).toEqual([true, true]);
  expect(isOld(/BTC/)).toEqual([false, false]);
});
