import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Dataset } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatasetList } from './dataset-list.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { StartDialog } from './start-dialog.tsx';

const push = vi.fn();
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push } }) }));

const FROM = 1_769_904_000;
const dataset: Dataset = {
  ...{ id: 'd-1', title: 'BTCUSDT и ETHUSDT, 1–28 февраля 2026', provenance: 'generated', story: 'crash' },
  ...{ symbols: ['BTCUSDT', 'ETHUSDT'], from: FROM, to: FROM + 28 * 86_400, minutes: 80_640, sha256: [] },
};
const session = {
  ...{ market: 'session-1', label: 'Повтор: пара A', symbols: ['PAIRAUSDT'], state: 'paused', speed: 60, masked: true },
  ...{ startAt: 946_684_800, dayOne: 946_684_800, playhead: 946_684_800_000 + 34_200_000 },
  ...{ end: 946_684_800_000 + 86_400_000, dataset: null, revealed: null, createdAt: 0 },
};
const fetched = vi.fn<typeof fetch>();
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
const show = async (page: React.ReactNode): Promise<void> => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  await flush();
};
const start = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: 'Начать' }));
  await flush();
};
const sent = (): unknown => {
  const init = fetched.mock.calls.find(([, { method } = {}]) => method === 'POST')?.[1];
  return typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
};
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

beforeEach(() => {
  vi.useFakeTimers();
  push.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json(session));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('beginning a replay', () => {
  it('L6 sends the recording, the pairs, the start and the speed once, with a key, and goes there', async () => {
    await show(<StartDialog dataset={dataset} onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'ETHUSDT' }));
    fireEvent.change(screen.getByRole('slider'), { target: { value: String(FROM + 7200) } });
    fireEvent.click(screen.getByRole('radio', { name: '300x' }));
    await start();
    expect(sent()).toEqual({ dataset: 'd-1', symbols: ['BTCUSDT'], startAt: FROM + 7200, speed: 300, masked: false });
    expect(fetched.mock.calls[0]?.[1]?.headers).toHaveProperty('idempotency-key');
    expect(push).toHaveBeenCalledExactlyOnceWith('/dashboard?market=session-1');
  });

  it('C2 names nothing when the dates are to be masked', async () => {
    await show(<StartDialog dataset={dataset} onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Скрыть даты и пару' }));
    expect(text()).not.toContain(dataset.title);
    await start();
    expect(sent()).toEqual({ speed: 60, masked: true });
  });

  it('refuses no pairs, a start outside the recording and an impossible speed before anything is sent', async () => {
    await show(<StartDialog dataset={dataset} onClose={() => undefined} />);
    for (const pair of dataset.symbols) fireEvent.click(screen.getByRole('checkbox', { name: pair }));
    expect(text()).toContain('Выберите хотя бы одну пару');
    fireEvent.click(screen.getByRole('checkbox', { name: 'BTCUSDT' }));
    fireEvent.change(screen.getByLabelText('Дата и время по вашим часам'), { target: { value: '2030-01-01T00:00' } });
    expect(text()).toContain('Начало должно быть внутри записи');
    fireEvent.change(screen.getByLabelText('Скорость, от 1 до 600'), { target: { value: '601' } });
    expect(text()).toContain('Целое число от 1 до 600');
    await start();
    expect(sent()).toBeUndefined();
  });

  it('keeps the pairs while the dates are to be masked, and its speed in the list and in the field', async () => {
    await show(<StartDialog dataset={dataset} onClose={() => undefined} />);
    const masked = screen.getByRole('checkbox', { name: 'Скрыть даты и пару' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'BTCUSDT' }));
    fireEvent.click(masked);
    fireEvent.click(masked);
    expect(screen.getByRole('checkbox', { name: 'BTCUSDT' })).toHaveProperty('checked', false);
    fireEvent.click(screen.getByRole('radio', { name: '300x' }));
    expect(screen.getByLabelText('Скорость, от 1 до 600')).toHaveProperty('value', '300');
    fireEvent.change(screen.getByLabelText('Скорость, от 1 до 600'), { target: { value: '120' } });
    expect(screen.getByRole('radio', { name: '120x' })).toHaveProperty('checked', true);
    await start();
    expect(sent()).toMatchObject({ symbols: ['ETHUSDT'], speed: 120 });
  });

  it('shows why the server refused', async () => {
    const error = 'Три повтора уже идут. Поставьте один из них на паузу.';
    fetched.mockImplementation(async () => Response.json({ error, code: 'too_many_playing' }, { status: 409 }));
    await show(<StartDialog dataset={dataset} onClose={() => undefined} />);
    await start();
    expect(screen.getByRole('alert').textContent).toBe(error);
    expect(push).not.toHaveBeenCalled();
  });
});

describe('what there is to replay', () => {
  it('tells each recording with its period and how it was made', async () => {
    fetched.mockImplementation(async () => Response.json({ items: [dataset] }));
    await show(<DatasetList />);
    expect(text()).toContain('1–28 февраля 2026');
    expect(text()).toContain('80 640 минутных свечей');
    expect(text()).toContain('Запись сделана генератором');
  });

  it('tells where each replay stands, and the way back into it', async () => {
    fetched.mockImplementation(async () => Response.json({ items: [session] }));
    await show(<OwnSessions />);
    expect(text()).toContain('день 1, 09:30');
    expect(text()).toContain('На паузе');
    expect(screen.getByRole('link', { name: /Продолжить/ }).getAttribute('href')).toBe('/dashboard?market=session-1');
  });

  it('is never empty: it says that there is nothing yet, and that it failed', async () => {
    fetched.mockImplementation(async () => Response.json({ items: [] }));
    await show(
      <>
        <OwnSessions />
        <DatasetList />
      </>,
    );
    expect(text()).toContain('Повторов пока нет. Выберите запись ниже.');
    expect(text()).toContain('Записей пока нет.');
    cleanup();
    fetched.mockImplementation(async () => Response.json({ error: 'Нет', code: 'unavailable' }, { status: 503 }));
    await show(<DatasetList />);
    expect(screen.getByRole('alert').textContent).toContain('Не удалось загрузить записи');
  });
});
