import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Market, OperatedMarket } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { queryClient } from '@/api/query-client.ts';
import { MarketsSection } from './markets-section.tsx';

const main: Market = {
  ...{ id: 'main', kind: 'synthetic', label: 'Синтетический рынок', title: 'Синтетический рынок' },
  ...{ status: 'running', main: true, halted: false, startAt: 1_795_000_000, endAt: null, members: 3 },
  ...{
    symbols: ['BTCUSDT', 'ETHUSDT'],
    takerFeePercent: '0',
    makerFeePercent: '0',
    funding: null,
    classRules: null,
    maintenanceMarginPercent: '0.5',
  },
  ...{ startBalance: '1000', staleAfterSeconds: 10, maxJumpPercent: '30', parameters: {}, scenario: null },
};
const label = 'Сценарий: широкий спред';
const scenario: Market = { ...main, id: 'scenario-7', kind: 'scenario', main: false, label, title: label };
const markets: OperatedMarket[] = [
  { market: main, ending: false, canEnd: false, canBeBase: true },
  { market: scenario, ending: false, canEnd: true, canBeBase: false },
];
const sent: { path: string; body: unknown; headers: Headers }[] = [];
const candle = { time: 1_795_000_020, open: '100', high: '101', low: '99', close: '100', volume: '1' };
const answers: Record<string, unknown> = {
  '/api/admin/markets': { items: markets },
  '/api/admin/scenarios/preview': {
    ...{ label, symbol: 'BTCUSDT', startAt: candle.time, before: [candle], after: [{ ...candle, high: '102' }] },
    words: ['Спред 2 %: покупки исполняются выше.'],
  },
  '/api/admin/scenarios': { id: 'scenario-8', label, commitment: 'c'.repeat(64) },
  '/api/admin/markets/scenario-7/end': { id: 'scenario-7', ending: true },
};

const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await flush();
};
const choose = async (name: string, value: string): Promise<void> => {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  await flush();
};
const previews = (): unknown[] => sent.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MarketsSection />
    </QueryClientProvider>,
  );
  await flush();
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  localStorage.clear();
  queryClient.setQueryData(keys.session(), { id: '1' });
  vi.stubGlobal('fetch', (path: string, { body, headers }: RequestInit = {}) => {
    sent.push({
      path,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      headers: new Headers(headers),
    });
    return Promise.resolve(Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 404 }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('scenarios in the operator area', () => {
  it('C4 nothing can be said but numbers and times', async () => {
    await show();
    for (const kind of ['static', 'schedule', 'spread', 'shock', 'volatility', 'outage']) {
      await choose('Kind', kind);
      for (const field of screen.getAllByRole<HTMLInputElement>('textbox')) {
        const { value } = field;
        sent.length = 0;
        fireEvent.change(field, { target: { value: 'a word' } });
        await press('Publish…');
        await flush(700);
        expect(field.getAttribute('aria-invalid')).toBe('true');
        expect(sent).toEqual([]);
        fireEvent.change(field, { target: { value } });
      }
    }
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('shows before and after with the words that people will read, not one call for every letter', async () => {
    await show();
    sent.length = 0;
    await choose('Start from', 'Широкий спред');
    for (const percent of ['1', '1.', '1.5']) {
      fireEvent.change(screen.getByRole('textbox', { name: 'Width' }), { target: { value: percent } });
      await flush(100);
    }
    await flush(700);
    expect(previews()).toHaveLength(1);
    expect(previews()[0]).toEqual({
      recipe: { base: 'main', stages: [{ type: 'spread', percent: '1.5', symbols: null }] },
      symbol: 'BTCUSDT',
    });
    expect(screen.getByText('Спред 2 %: покупки исполняются выше.')).toBeDefined();
    expect(screen.getByRole('img', { name: /the newest hours/ }).querySelectorAll('polyline')).toHaveLength(2);
  });

  it('stages are added, ordered and removed, each for all pairs or for some', async () => {
    await show();
    await press('Add a stage');
    const second = within(screen.getByRole('group', { name: 'Stage 2' }));
    fireEvent.change(second.getByRole('combobox', { name: 'Kind' }), { target: { value: 'volatility' } });
    fireEvent.click(second.getByRole('checkbox', { name: 'ETHUSDT' }));
    await press('Move stage 2 up');
    await flush(700);
    const { recipe } = previews().at(-1) as { recipe: { stages: { type: string; symbols: unknown }[] } };
    expect(recipe.stages.map(({ type, symbols }) => [type, symbols])).toEqual([
      ['volatility', ['ETHUSDT']],
      ['trend', null],
    ]);
    await press('Remove stage 1');
    expect(screen.queryByRole('group', { name: 'Stage 2' })).toBeNull();
  });

  it('C2 a number out of its range is refused beside its field, and nothing is sent', async () => {
    await show();
    sent.length = 0;
    await choose('Kind', 'spread');
    fireEvent.change(screen.getByRole('textbox', { name: 'Width' }), { target: { value: '200' } });
    await press('Publish…');
    await flush(700);
    expect(screen.getByRole('alert').textContent).toBe('From 0.0001 to 20');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(previews()).toEqual([]);
  });

  it('C2 says before publishing that it is for good, and sends it with a key', async () => {
    await show();
    await choose('Start from', 'Широкий спред');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Blind/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Fees and funding/ }));
    await choose('Funding', '8');
    await press('Publish…');
    const dialog = within(screen.getByRole('dialog', { name: 'Publish this scenario?' }));
    expect(dialog.getByText(/Nobody can change it/)).toBeDefined();
    expect(dialog.getByText('taker 0.05 %, maker 0.02 %')).toBeDefined();
    expect(dialog.getByText('every 8 h, at most 0.5 %')).toBeDefined();
    expect(dialog.getByText('Сценарий: вслепую')).toBeDefined();
    await press('Publish for good');
    const publication = sent.find(({ path }) => path === '/api/admin/scenarios');
    expect(publication?.body).toEqual({
      recipe: { base: 'main', stages: [{ type: 'spread', percent: '2', symbols: null }] },
      costs: {
        ...{ takerFeePercent: '0.05', makerFeePercent: '0.02' },
        funding: { intervalHours: 8, capPercent: '0.5' },
      },
      blind: true,
    });
    expect(publication?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The next one begins from nothing, and says so.
    const chosen = (name: string): string => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;
    expect([chosen('Start from'), chosen('Kind')]).toEqual(['', 'static']);
  });

  it('ends what can be ended, after a question', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'End Синтетический рынок' })).toBeNull();
    await press(`End ${label}`);
    expect(screen.getByText(/Open positions are closed at its last prices/)).toBeDefined();
    expect(sent.some(({ path }) => path.endsWith('/end'))).toBe(false);
    await press('Yes, end it');
    expect(sent.some(({ path }) => path === '/api/admin/markets/scenario-7/end')).toBe(true);
  });
});
