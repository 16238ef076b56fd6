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
const client = new QueryClient();

const settled = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined));
const minutes = (): HTMLInputElement => screen.getByRole('textbox', { name: /^Minutes/ });
const shown = (): string => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Class' }).value;

beforeEach(() => {
  vi.useFakeTimers();
  classes = [classNamed('HARB2R7K')];
  vi.stubGlobal('fetch', (url: string) => {
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
  render(
    <QueryClientProvider client={client}>
      <DrillsSection />
    </QueryClientProvider>,
  );
  await settled();
  await settled();
  expect(shown()).toBe('HARB2R7K');
  fireEvent.change(minutes(), { target: { value: '90' } });
  classes = [classNamed('W8Q4XKBN'), ...classes];
  await act(() => client.invalidateQueries());
  await settled();
  expect(screen.getByRole('option', { name: /W8Q4XKBN/ })).toBeTruthy();
  expect(shown()).toBe('HARB2R7K');
  expect(minutes().value).toBe('90');
});
