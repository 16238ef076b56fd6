import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useMarketNow, useStale } from './tickers.ts';
import { LiveContext } from './context.tsx';
import { LiveMarket } from './live-market.ts';
import { stream } from './stream.ts';

vi.mock('@/api/queries.ts', () => ({ useMarket: () => ({ staleAfterSeconds: 10 }), usePairs: () => ({}) }));

function Now() {
  return <p>{useMarketNow() ?? 'unknown'}</p>;
}

const shown = (): string => screen.getByText(/^(\d+|unknown)$/).textContent;

beforeEach(() => vi.useFakeTimers({ now: 1_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the time of a market that plays at 600x stands for a second, however long its drawing takes', () => {
  const market = new LiveMarket('session-1', stream, () => undefined);
  let now: number | null = null;
  // Each look takes longer than a second of the market.
  vi.spyOn(market.state, 'now').mockImplementation(() => (now === null ? null : (now += 1_500)));
  render(
    <LiveContext value={market}>
      <Now />
    </LiveContext>,
  );
  expect(shown()).toBe('unknown');
  now = 60_000;
  act(() => void vi.advanceTimersByTime(1_000));
  const first = Number(shown());
  expect(first).toBeGreaterThan(60_000);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(Number(shown())).toBeGreaterThan(first);
});

function Age() {
  return <p>{useStale('BTCUSDT').ageMs ?? 'unknown'}</p>;
}

it('so does the age of a price, when none comes any more', () => {
  const market = new LiveMarket('session-1', stream, () => undefined);
  vi.spyOn(market.tickers, 'get').mockReturnValue({ timeMs: 60_000 } as never);
  let now = 60_000;
  vi.spyOn(market.state, 'now').mockImplementation(() => (now += 1_500));
  render(
    <LiveContext value={market}>
      <Age />
    </LiveContext>,
  );
  const first = Number(shown());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(Number(shown())).toBeGreaterThan(first);
});
