import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrillsSection } from './drills-section.tsx';

const [theirs] = api.classes.operatorList.example.answer.items;
const classNamed = (code: string): object => ({ ...theirs, id: code, code });
const dataset = {
  ...{ id: 'crash', title: 'BTCUSDT, 1–28 февраля 2026', provenance: 'unverified', story: null },
  ...{ symbols: ['BTCUSDT'], from: 1_769_904_000, to: 1_772_323_200, minutes: 40_320, sha256: ['c'.repeat(64)] },
};
let classes: object[];
/** What was asked for. */
const made: unknown[] = [];
const client = new QueryClient();

const settled = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined));
async function open(): Promise<void> {
  render(
    <QueryClientProvider client={client}>
      <DrillsSection />
    </QueryClientProvider>,
  );
  await settled();
  await settled();
}
const minutes = (): HTMLInputElement => screen.getByRole('textbox', { name: /^Minutes/ });
const shown = (): string => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Class' }).value;

beforeEach(() => {
  vi.useFakeTimers();
  classes = [classNamed('HARB2R7K')];
  made.length = 0;
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    if (url === '/api/admin/drills' && typeof body === 'string') {
      made.push(JSON.parse(body));
      return Promise.resolve(Response.json(api.drills.make.example.answer));
    }
    if (url.startsWith('/api/admin/classes')) return Promise.resolve(Response.json({ items: classes }));
    if (url.startsWith('/api/admin/drills')) return Promise.resolve(Response.json({ items: [] }));
    return Promise.resolve(Response.json({ items: [dataset] }));
  });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps the class that is shown, and what was typed for it, when a colleague makes another', async () => {
  await open();
  expect(shown()).toBe('HARB2R7K');
  fireEvent.change(minutes(), { target: { value: '90' } });
  classes = [classNamed('W8Q4XKBN'), ...classes];
  await act(() => client.invalidateQueries());
  await settled();
  expect(screen.getByRole('option', { name: /W8Q4XKBN/ })).toBeTruthy();
  expect(shown()).toBe('HARB2R7K');
  expect(minutes().value).toBe('90');
});

it('shows once more what will be played before it makes it, and goes back to what was typed', async () => {
  await open();
  const press = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settled();
  };
  const review = (): HTMLElement => screen.getByRole('group', { name: 'New drill' });
  fireEvent.change(minutes(), { target: { value: '90' } });
  await press('Make the drill');
  expect(review().textContent).toMatch(/BTCUSDT, 1–28 февраля 2026.*2026-02-01, 00:00.*90.*60x.*Hidden until the end/);
  expect(made).toEqual([]);
  await press('Change it');
  expect(minutes().value).toBe('90');
  await press('Make the drill');
  await press('Yes, make the drill');
  expect(made).toMatchObject([{ class: 'HARB2R7K', dataset: 'crash', minutes: 90, speed: 60, masked: true }]);
  expect(screen.queryByRole('group', { name: 'New drill' })).toBeNull();
});
