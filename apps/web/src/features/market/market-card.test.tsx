import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Market } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketCard } from './market-card.tsx';
import { SCENARIO } from './scenario.fixture.ts';

configure({ asyncUtilTimeout: 60_000 });

const gone = vi.fn<(href: string) => void>();
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: gone } }) }));
const refreshed = vi.hoisted(() => vi.fn<() => void>());
vi.mock('@/live/index.ts', () => ({ refreshStream: refreshed }));
const device = vi.hoisted(() => ({ isMobile: false }));
vi.mock('@/lib/device.ts', () => ({ isMobileDevice: () => device.isMobile }));

let seen: (() => void)[] = [];
/** The browser's own, which tells of an element when the test says so. */
class FakeObserver {
  readonly disconnect = vi.fn<() => void>();
  readonly observe = vi.fn<(element: Element) => void>();
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    seen.push(() => tell([{ isIntersecting: true }]));
  }
}

const asked: string[] = [];
const candle = { open: '100', high: '112.5', low: '99', close: '110.25', volume: '1' };
const answers: Record<string, () => Response> = {
  '/api/trading/candles': () =>
    Response.json({ items: [0, 1, 2].map((n) => ({ ...candle, time: 1_795_000_500 + n * 900 })) }),
  '/enter': () => Response.json({ ok: true }),
};

function show(market: Market): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const answer = Object.entries(answers).find(([path]) => url.includes(path))?.[1];
    return Promise.resolve(answer?.() ?? Response.json({ error: 'x', code: 'internal' }, { status: 500 }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MarketCard market={market} />
    </QueryClientProvider>,
  );
}

const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

beforeEach(() => {
  asked.length = 0;
  device.isMobile = false;
  seen = [];
  gone.mockClear();
  refreshed.mockClear();
  vi.useFakeTimers({ now: 1_795_000_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a market in the list', () => {
  it('C2 has its label on its drawing, which is asked for once, when it comes into sight', async () => {
    show(SCENARIO);
    expect(asked).toEqual([]);
    await act(async () => seen.forEach((tell) => tell()));
    const drawing = await screen.findByRole('img', { name: /BTCUSDT за последние сутки/ });
    expect(drawing.getAttribute('aria-label')).toContain(SCENARIO.label);
    expect(asked).toEqual(['/api/trading/candles?market=scenario-7&symbol=BTCUSDT&interval=15m&limit=96']);
    expect(text()).toContain('110,25');
  });

  it('M1 says what kind it is, how it stands and when it begins', () => {
    show({ ...SCENARIO, status: 'upcoming', startAt: 1_795_000_000 + 3_900 });
    for (const badge of ['Сценарий', 'Ещё не начался']) expect(screen.getByText(badge)).toBeDefined();
    expect(text()).toContain('через 1 ч 5 мин');
    cleanup();
    show({ ...SCENARIO, halted: true });
    expect(screen.getByText('Торговля остановлена')).toBeDefined();
    cleanup();
    show({ ...SCENARIO, kind: 'replay', scenario: null, status: 'upcoming', startAt: 1_795_009_000 });
    expect(text(), 'a recording has a clock of its own').not.toContain('через');
  });

  it('is entered and then traded; one that is over is looked at without entering', async () => {
    show(SCENARIO);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Войти и торговать' })));
    await expect.poll(() => gone.mock.calls).toEqual([['/dashboard?market=scenario-7']]);
    expect(asked).toEqual(['/api/trading/markets/scenario-7/enter']);
    expect(refreshed, 'the stream hears of the account before its screen is there').toHaveBeenCalledBefore(gone);
    cleanup();
    asked.length = 0;
    show({ ...SCENARIO, status: 'ended' });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Посмотреть' })));
    expect(gone).toHaveBeenCalledTimes(2);
    expect(refreshed).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
  });

  it('leads to the trade screen of a phone, too', async () => {
    device.isMobile = true;
    show(SCENARIO);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Войти и торговать' })));
    await expect.poll(() => gone.mock.calls).toEqual([['/mobile/trade?market=scenario-7']]);
  });
});
