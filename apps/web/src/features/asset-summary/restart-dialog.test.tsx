import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RestartDialog } from './restart-dialog.tsx';

const account = { positions: [{}, {}], orders: [{}], balances: { locked: 12_500_000n } };
vi.mock('@/live/index.ts', () => ({ useAccount: () => account }));
const market = { id: 'scenario-7', label: 'Сценарий: широкий спред', startBalance: '1000' };
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => market }));

const fetched = vi.fn<typeof fetch>();
const onClose = vi.fn();
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const confirm = (): HTMLElement => screen.getByRole('button', { name: 'Начать новый сезон' });

async function agreeAndStart(): Promise<void> {
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(confirm());
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', fetched);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RestartDialog next={3} onClose={onClose} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('RestartDialog', () => {
  it('says what happens to this account, and on which market that is', () => {
    expect(text()).toContain('На рынке «Сценарий: широкий спред» закончится текущий сезон');
    expect(text()).toContain('начнётся сезон 3');
    expect(text()).toContain('Закроются по текущей цене рынка: 2 позиции.');
    expect(text()).toContain('Будет отменено: 1 ордер.');
    expect(text()).toContain('Баланс снова станет 1 000,00 уч. USDT');
    expect(text()).toContain('12,50 уч. USDT');
    expect(text()).toContain('Стереть их нельзя');
  });

  it('starts nothing before the second step', () => {
    expect(confirm()).toHaveProperty('disabled', true);
    fireEvent.click(confirm());
    expect(fetched).not.toHaveBeenCalled();
  });

  it('starts the season once, with a key', async () => {
    fetched.mockImplementation(async () => new Response(JSON.stringify({ number: 3 })));
    await agreeAndStart();
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/trading/seasons?market=scenario-7');
    expect(init?.headers).toHaveProperty('idempotency-key');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows a refusal and stays open', async () => {
    const refusal = 'Текущая цена недоступна. Подождите обновления рынка.';
    fetched.mockImplementation(
      async () => new Response(JSON.stringify({ error: refusal, code: 'price_unavailable' }), { status: 409 }),
    );
    await agreeAndStart();
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    expect(onClose).not.toHaveBeenCalled();
  });
});
