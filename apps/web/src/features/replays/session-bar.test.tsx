import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReplaySession, SessionState } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { SessionBar } from './session-bar.tsx';
// Loaded beforehand: how long the first import of a part takes is the machine's affair, and no clock of a test waits for it.
import './other-speed.tsx';

const START = 946_684_800;
interface Live {
  session: unknown;
  now: number;
  positions: object[];
  orders: object[];
}
const live = vi.hoisted((): Live => ({ session: null, now: 0, positions: [{}, {}], orders: [] }));
const paused: SessionState = {
  ...{ state: 'paused', playhead: (START + 34_200) * 1000, end: (START + 3 * 86_400) * 1000 },
  ...{ speed: 60, masked: true, dayOne: START },
};
vi.mock('@/live/index.ts', () => ({
  useAccount: () => live,
  useAccountTotals: () => ({ totalPnl: -12_500_000n }),
  useMarketNow: () => live.now,
  useMarketState: () => ({ session: live.session }),
}));
vi.mock('@/api/selected-market.tsx', () => ({
  useMarket: () => ({ id: 'session-1', startAt: START, session: paused }),
  useMarketParam: () => 'session-1',
}));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const fetched = vi.fn<typeof fetch>();
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const show = (state: SessionState): { tell: (next: SessionState) => void } => {
  live.session = state;
  const page = (): React.ReactNode => (
    <QueryClientProvider client={client}>
      <SessionBar interval="5m" />
      <input aria-label="Сумма" />
    </QueryClientProvider>
  );
  const { rerender } = render(page());
  return {
    tell: (next) => {
      live.session = next;
      rerender(page());
    },
  };
};
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
const press = async (key: string, target: Element = document.body): Promise<void> => {
  fireEvent.keyDown(target, { key });
  await flush();
};
const sent = (): unknown[] =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => (typeof init?.body === 'string' ? JSON.parse(init.body) : null));
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

beforeEach(() => {
  vi.useFakeTimers();
  live.now = paused.playhead;
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ market: 'session-1' }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the controls of a personal replay', () => {
  it('space resumes and pauses by what the server last said, wherever that was decided', async () => {
    const { tell } = show(paused);
    await press(' ');
    tell({ ...paused, state: 'playing' });
    await press(' ');
    expect(sent()).toEqual([{ action: 'resume' }, { action: 'pause' }]);
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/replays/sessions/session-1/control');
  });

  it('the arrow steps by a candle of the chart’s interval from where it stands, on pause only', async () => {
    const { tell } = show(paused);
    await press('ArrowRight');
    expect(sent()).toEqual([{ action: 'step', interval: '5m', playhead: paused.playhead }]);
    tell({ ...paused, state: 'playing' });
    await press('ArrowRight');
    expect(sent()).toHaveLength(1);
  });

  it('keys that belong to a field, a button or a dialog are left to them', async () => {
    show(paused);
    await press(' ', screen.getByLabelText('Сумма'));
    await press('ArrowRight', screen.getByLabelText('Сумма'));
    await press(' ', screen.getByRole('button', { name: 'Завершить' }));
    fireEvent.click(screen.getByRole('button', { name: 'Завершить' }));
    await press(' ');
    expect(sent()).toEqual([]);
  });

  it('a second press while the first is under way sends nothing', async () => {
    fetched.mockImplementation(() => new Promise(() => undefined));
    show(paused);
    await press(' ');
    await press(' ');
    expect(sent()).toEqual([{ action: 'resume' }]);
  });

  it('says where it stands in days of its own while the dates are masked', () => {
    show(paused);
    expect(text()).toContain('день 1, 09:30');
    expect(text()).toContain('На паузе');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('день 1, 09:30, 13 %');
  });

  it('goes on with the market’s clock while it plays, never beyond its end', () => {
    live.now = paused.end + 60_000;
    show({ ...paused, state: 'playing' });
    expect(text()).toContain('день 4, 00:00');
  });

  it('jumps forward only', async () => {
    show(paused);
    fireEvent.click(screen.getByRole('button', { name: 'Вперёд…' }));
    fireEvent.change(screen.getByLabelText('Время'), { target: { value: '09:00' } });
    expect(screen.getByRole('alert').textContent).toBe('Можно только вперёд');
    expect(screen.getByRole('button', { name: 'Перейти' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'На 1 день' }));
    await flush();
    expect(sent()).toEqual([{ action: 'jump', to: START + 34_200 + 86_400 }]);
  });

  it('goes at a speed that is not in the menu, from 1 to 600', async () => {
    // The environment has no popovers.
    Object.assign(HTMLElement.prototype, { hidePopover: () => undefined });
    show(paused);
    fireEvent.click(screen.getByRole('button', { name: 'Другая скорость…' }));
    await act(() => vi.dynamicImportSettled());
    const field = screen.getByRole('textbox', { name: 'Скорость, от 1 до 600' });
    const set = async (typed: string): Promise<void> => {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.click(screen.getByRole('button', { name: 'Задать' }));
      await flush();
    };
    expect(field).toHaveProperty('value', '60');
    await set('601');
    expect(screen.getByRole('alert').textContent).toBe('Целое число от 1 до 600');
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
    await set('90x');
    expect(sent()).toEqual([{ action: 'speed', speed: 90 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what the end does to open positions before it ends', async () => {
    show(paused);
    fireEvent.click(screen.getByRole('button', { name: 'Завершить' }));
    expect(text()).toContain('Закроются по цене, на которой стоит повтор: 2 позиции.');
    expect(text()).toContain('Откроется, что это было');
    fireEvent.click(screen.getByRole('button', { name: 'Завершить повтор' }));
    await flush();
    expect(sent()).toEqual([{ action: 'finish' }]);
  });

  it('says that it paused while the page was out of sight, until somebody goes on', () => {
    const { tell } = show({ ...paused, state: 'playing' });
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    visibility.mockReturnValue('visible');
    tell(paused);
    expect(text()).toContain('вкладку не смотрели');
    visibility.mockRestore();
  });

  it('C2 tells at the end what it was: dates, pair and factor', async () => {
    const session: ReplaySession = {
      ...paused,
      ...{ state: 'ended', market: 'session-1', label: 'Повтор', symbols: ['PAIRAUSDT'], startAt: START },
      ...{ dataset: 'd-1', createdAt: 0 },
      revealed: {
        ...{ startAt: 1_769_990_400, shift: 1_769_990_400 - START },
        pairs: [{ masked: 'PAIRAUSDT', symbol: 'BTCUSDT', startPrice: '67412.5' }],
      },
    };
    client.setQueryData(keys.replaySessions(), [session]);
    fetched.mockImplementation(async () => Response.json({ items: [session] }));
    show({ ...paused, state: 'ended' });
    await flush();
    expect(text()).toContain('Повтор завершён');
    expect(text()).toContain('−12,50');
    fireEvent.click(screen.getByRole('button', { name: 'Что это было' }));
    expect(text()).toContain('PAIRAUSDT — это BTCUSDT');
    expect(text()).toContain('67 412,50');
    expect(text()).toContain('поделены на 674,125');
    expect(text()).toContain('02.2026');
  });
});
