import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type Drill } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrillCard } from './drill-card.tsx';

const example: Drill = { ...api.drills.one.example.answer, state: 'playing', countdownMs: null };
const client = new QueryClient();
const sent: unknown[] = [];
let drill: Drill;

const settled = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  drill = example;
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') {
      const { action } = JSON.parse(body) as { action: string };
      sent.push(action);
      drill = { ...drill, state: action === 'pause' ? 'paused' : 'playing', version: drill.version + 1 };
    }
    return Promise.resolve(Response.json(drill));
  });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stops and goes on by one button, which keeps the focus of a keyboard', async () => {
  render(
    <QueryClientProvider client={client}>
      <DrillCard known={drill} />
    </QueryClientProvider>,
  );
  await settled();
  for (const [name, next] of [
    ['Pause', 'Resume'],
    ['Resume', 'Pause'],
  ] as const) {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await settled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: next }));
  }
  expect(sent).toEqual(['pause', 'resume']);
});
