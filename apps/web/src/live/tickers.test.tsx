import { act, cleanup, render, screen } from '@testing-library/react';
import type { PositionState, TickerRow, TickersData } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStalestPosition } from './account.ts';
import { useMarketNow, useStale, useStalest } from './tickers.ts';
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
  vi.spyOn(market.state, 'priceNow').mockImplementation(() => (now += 1_500));
  render(
    <LiveContext value={market}>
      <Age />
    </LiveContext>,
  );
  const first = Number(shown());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(Number(shown())).toBeGreaterThan(first);
});

it('at 600x it is that of the newest frame, however many minutes of the market pass until the next one', () => {
  const market = new LiveMarket('session-1', stream, () => undefined);
  vi.spyOn(market.tickers, 'get').mockReturnValue({ timeMs: 58_000 } as never);
  const session = { state: 'playing', playhead: 60_000, end: 9e6, speed: 600, masked: false, dayOne: null } as const;
  market.state.told({ now: 60_000, label: 'Повтор', status: 'running', halted: false, rows: [], session });
  render(
    <LiveContext value={market}>
      <Age />
    </LiveContext>,
  );
  act(() => void vi.advanceTimersByTime(1_000));
  expect(shown()).toBe('3000');
});

describe('the oldest of some prices', () => {
  const row = (symbol: string, timeMs: number): TickerRow => [symbol, '100', '0', '0', '100', '100', '0', timeMs];
  const frame = (...rows: TickerRow[]): TickersData => ({ rows }) as TickersData;
  const prices = frame(row('BTCUSDT', 60_000), row('ETHUSDT', 62_000));
  const drawn = vi.fn<() => void>();
  function Oldest({ symbols }: { symbols: readonly string[] }) {
    drawn();
    return <p>{useStalest(symbols) ?? 'none'}</p>;
  }
  function show(symbols: readonly string[]): LiveMarket {
    const market = new LiveMarket('main', stream, () => undefined);
    market.tickers.snapshot(prices);
    market.state.clock(62_000);
    drawn.mockClear();
    render(
      <LiveContext value={market}>
        <Oldest symbols={symbols} />
      </LiveContext>,
    );
    return market;
  }
  const pass = (seconds: number): void => act(() => void vi.advanceTimersByTime(seconds * 1_000));
  const says = (text: string): boolean => screen.queryByText(text) !== null;

  it('is named once it is too old to trade at, and no more when a new one comes', () => {
    const market = show(['ETHUSDT', 'BTCUSDT']);
    pass(8);
    expect(says('none')).toBe(true);
    pass(1);
    expect(says('BTCUSDT')).toBe(true);
    act(() => market.tickers.update(frame(row('BTCUSDT', 71_000), row('ETHUSDT', 71_000))));
    expect(says('none')).toBe(true);
  });

  it('has what asks drawn anew when it becomes too old, not with each second and each price before', () => {
    const market = show(['BTCUSDT']);
    const before = drawn.mock.calls.length;
    pass(5);
    act(() => market.tickers.update(frame(row('BTCUSDT', 65_000))));
    pass(5);
    expect(drawn).toHaveBeenCalledTimes(before);
    pass(60);
    expect(says('BTCUSDT')).toBe(true);
    expect(drawn).toHaveBeenCalledTimes(before + 1);
  });

  it('is looked for among the pairs of open positions for the totals of an account', () => {
    const market = new LiveMarket('main', stream, () => undefined);
    market.tickers.snapshot(prices);
    market.state.clock(71_000);
    const account = market.account.get();
    const get = vi.spyOn(market.account, 'get').mockReturnValue(account);
    function Totals() {
      return <p>{useStalestPosition() ?? 'none'}</p>;
    }
    const page = () => (
      <LiveContext value={market}>
        <Totals />
      </LiveContext>
    );
    const { rerender } = render(page());
    expect(says('none')).toBe(true);
    get.mockReturnValue({ ...account, positions: [{ symbol: 'ETHUSDT' }, { symbol: 'BTCUSDT' }] as PositionState[] });
    rerender(page());
    expect(says('BTCUSDT')).toBe(true);
  });

  it('is that of a pair without any price; of no pair there is none', () => {
    show(['BTCUSDT', 'SOLUSDT']);
    expect(says('SOLUSDT')).toBe(true);
    cleanup();
    show([]);
    pass(60);
    expect(says('none')).toBe(true);
  });
});
