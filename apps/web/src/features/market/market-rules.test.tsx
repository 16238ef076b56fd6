import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DayKeys, Market } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketRules } from './market-rules.tsx';

configure({ asyncUtilTimeout: 60_000 });

const synthetic: Market = {
  id: 'main',
  kind: 'synthetic',
  label: 'Синтетический рынок',
  title: 'Синтетический рынок',
  status: 'running',
  main: true,
  halted: false,
  startAt: 1_795_000_000,
  endAt: null,
  members: 24,
  symbols: ['BTCUSDT'],
  takerFeePercent: '0',
  makerFeePercent: '0',
  funding: null,
  classRules: null,
  maintenanceMarginPercent: '0.5',
  startBalance: '1000',
  staleAfterSeconds: 10,
  maxJumpPercent: '30',
  scenario: null,
  parameters: {},
};
const keys: DayKeys = {
  market: 'main',
  anchor: 'a'.repeat(64),
  firstDay: '2024-01-01',
  newestDay: '2026-11-20',
  day: '2026-11-20',
  key: 'b'.repeat(64),
};
const PUBLIC_SEED = 'Цены известны заранее тому, кто знает зерно';

const asked = vi.fn<(url: string) => void>();
const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

async function show(parameters: Market['parameters'], answer: Response): Promise<void> {
  vi.stubGlobal('fetch', (url: string) => {
    asked(url);
    return Promise.resolve(answer);
  });
  vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText: copied } });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MarketRules market={{ ...synthetic, parameters }} />
    </QueryClientProvider>,
  );
  await act(() => Promise.resolve());
}

beforeEach(() => asked.mockClear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the rules of a synthetic market', () => {
  it('M4 with keys shows the anchor and the newest published key, to be copied', async () => {
    await show({ generator: 'plecho-synthetic', version: 3, anchor: keys.anchor }, Response.json(keys));
    expect(await screen.findByText(keys.key)).toBeDefined();
    expect(asked.mock.calls).toEqual([['/api/trading/markets/main/keys']]);
    expect(screen.getByText(keys.anchor)).toBeDefined();
    expect(text()).toContain('Последний опубликованный ключ: 20 ноября 2026');
    expect(text()).toContain('Ключ каждого дня публикуется, когда день закончился');
    expect(text()).not.toContain(PUBLIC_SEED);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Скопировать ключ' })));
    expect(copied).toHaveBeenLastCalledWith(keys.key);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Скопировать якорь' })));
    expect(copied).toHaveBeenLastCalledWith(keys.anchor);
  });

  it('M4 with keys that can’t be read still shows the anchor, and why', async () => {
    const refused = Response.json({ error: 'Сервис временно недоступен', code: 'unavailable' }, { status: 503 });
    await show({ anchor: keys.anchor }, refused);
    expect(screen.getByText(keys.anchor)).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toBe('Сервис временно недоступен');
  });

  it('M4 with a seed says that its prices are known to whoever knows the seed', async () => {
    await show({ generator: 'plecho-synthetic', version: 1, seed: 'class-7' }, Response.json({}));
    expect(text()).toContain(PUBLIC_SEED);
    expect(text()).toContain('Зерноclass-7');
    expect(asked).not.toHaveBeenCalled();
  });
});
