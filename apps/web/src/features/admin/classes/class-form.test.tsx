import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Dataset } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { keys } from '@/api/keys.ts';
import { queryClient } from '@/api/query-client.ts';
import { ClassForm } from './class-form.tsx';
import { classTexts } from './texts.ts';

const crash: Dataset = {
  ...{ id: 'crash', title: 'BTCUSDT, 1–28 февраля 2026', provenance: 'unverified', story: null },
  ...{ symbols: ['BTCUSDT'], from: 1_769_904_000, to: 1_772_323_200, minutes: 40_320, sha256: ['c'.repeat(64)] },
};
const sent: unknown[] = [];
let answer: () => Response;

const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await flush();
};
const type = (name: string, value: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
};
const choose = (name: string, value: string): void => {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
};
const review = (): HTMLElement => screen.getByRole('group', { name: 'Make a class' });
const valueOf = (name: string): string => screen.getByRole<HTMLInputElement>('textbox', { name }).value;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent.length = 0;
  answer = () => Response.json({ id: '7', code: 'HARB2R7K' });
  queryClient.setQueryData(keys.session(), { id: '1' });
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    return Promise.resolve(answer());
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClassForm datasets={[crash]} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('making a class', () => {
  it('M1 asks once more with the rules as they will be for good, and nothing can be typed meanwhile', async () => {
    choose('Largest leverage', '3');
    type('Target', '8.5');
    type('Start balance', '12,500');
    await press('Review');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    const lines = within(screen.getByRole('list', { name: 'Rules' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Leverage up to 3x.',
      'At most 25 % of the account in one position.',
      'A loss of 5 % of the start balance ends the day.',
      'A loss of 10 % of the start balance ends the attempt.',
      'Target: 8.5 % of the start balance.',
    ]);
    expect(review().textContent).toContain('PricesThe main market');
    expect(review().textContent).toContain('Start balance12,500 USDT');
    expect(sent).toEqual([]);
    await press('Yes, make the class');
    expect(sent).toMatchObject([
      { source: { kind: 'main' }, startBalance: '12500', rules: { maxLeverage: 3, targetPercent: '8.5' } },
    ]);
    expect(valueOf('Target')).toBe('');
  });

  it('M1 refuses a comma that parts no thousands: what was meant would be a thousand times another rule', async () => {
    for (const [field, typed, right] of [
      ['Start balance', '2500,50', '2500.50'],
      ['Target', '0,500', ''],
    ] as const) {
      type(field, typed);
      await press('Review');
      expect(screen.getByText('Write the decimals after a point, thousands as 12,500')).toBeTruthy();
      expect(screen.queryByRole('group', { name: 'Make a class' })).toBeNull();
      type(field, right);
    }
    await press('Review');
    expect(review().textContent).toContain('Start balance2,500.50 USDT');
  });

  it('says of every field what is wrong with it, at once', async () => {
    type('Start balance', '');
    type('Target', '-1');
    type('Days', '999');
    await press('Review');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      classTexts.form.noBalance,
      classTexts.form.noPercent,
      classTexts.form.noDays,
    ]);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Start balance' }));
  });

  it('asks a phone for a keyboard with a point: a keypad for decimals may have a comma alone', () => {
    for (const field of ['Start balance', 'Target'])
      expect(screen.getByRole('textbox', { name: field }).inputMode).toBe('text');
  });

  it('goes back to what was typed', async () => {
    choose('Prices', 'scenario');
    choose('Recipe', 'Пила');
    type('Days', '14');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Blind/ }));
    await press('Review');
    expect(review().textContent).toContain('RecipeПила (blind)');
    await press('Change it');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Review' }));
    expect(valueOf('Days')).toBe('14');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Recipe' }).value).toBe('Пила');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Blind/ }).checked).toBe(true);
    type('Days', '15');
    await press('Review');
    await press('Yes, make the class');
    expect(sent).toMatchObject([{ source: { kind: 'scenario', blind: true }, rules: { days: 15 } }]);
  });

  it('L6 no longer says that it is the same when it is sent again, when it was found out what became of it', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await press('Review');
    await press('Yes, make the class');
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText('No answer yet. Send it again: it will not be carried out twice.')).toBeTruthy();
    answer = () => Response.json({ id: '7', code: 'HARB2R7K' });
    intents.resume('operator');
    await flush();
    expect(screen.queryByText(/^No answer yet/)).toBeNull();
  });

  it('says in the area’s language that it is being found out what became of it', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await press('Review');
    await press('Yes, make the class');
    expect(within(review()).getByRole('button', { name: /Finding out what became of it…/ })).toBeTruthy();
    expect(review().textContent).not.toContain('Проверяем');
    answer = () => Response.json({ id: '7', code: 'HARB2R7K' });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  });

  it('names the recording and where it begins', async () => {
    choose('Prices', 'replay');
    choose('Recording', 'crash');
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const begins = screen.getByLabelText('Begins at');
    expect(document.querySelector(`#${begins.getAttribute('aria-describedby')}`)?.textContent).toBe(
      `In your time zone, ${timeZone}.`,
    );
    fireEvent.change(begins, { target: { value: '2026-12-01T09:00' } });
    await press('Review');
    for (const words of [
      ...['RecordingBTCUSDT, 1–28 февраля 2026', 'From, UTC2026-02-01, 00:00', 'Speed, times60'],
      `Begins at01 Dec 2026, 09:00:00 (${timeZone})`,
    ])
      expect(review().textContent).toContain(words);
  });

  it('keeps what was typed when the server refuses it, and says why', async () => {
    const refusal = 'The largest loss of a day would never apply';
    answer = () => Response.json({ error: refusal, code: 'class_day_loss_above_loss' }, { status: 422 });
    type('Largest loss a day', '20');
    await press('Review');
    await press('Yes, make the class');
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    expect(valueOf('Largest loss a day')).toBe('20');
  });
});
