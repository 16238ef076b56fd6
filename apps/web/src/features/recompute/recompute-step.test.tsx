import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  dateOf,
  dayOf,
  DayKeys,
  KEY_VERSION,
  KeyRandomness,
  recomputeCheck,
  SeedRandomness,
  startOf,
  SYNTHETIC_PAIRS,
  SyntheticMarket,
} from '@plecho/synthetic';
import { noblePrimitives } from '@plecho/synthetic/noble';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NamedRecord } from './named-record.ts';
import type { Recompute } from './recompute.ts';
import { RecomputeStep } from './recompute-step.tsx';

configure({ asyncUtilTimeout: 60_000 });

/** A chain of some forty days: each day before is walked through. */
const DAY = 40;
const keys = new DayKeys(DAY + 1, new Uint8Array(32).fill(7), noblePrimitives);
const hexOf = (day: number): string => bytesToHex(keys.keyOf(day));
const keyed = { generator: 'plecho-synthetic', version: KEY_VERSION, anchor: keys.anchor };
const market = new SyntheticMarket(new KeyRandomness(keys, KEY_VERSION), SYNTHETIC_PAIRS.slice(0, 1));
const NOON = startOf(DAY) * 1000 + 43_200_000;

const record = (name: string, time: number, more = 0n): NamedRecord => ({
  ...{ name, symbol: 'BTCUSDT', time },
  price: (market.priceAt('BTCUSDT', time) ?? 0n) + more,
});
const RIGHT = [record('Вход', NOON), record('Выход', NOON + 61_250)];

const recompute = vi.fn<Recompute>((question) =>
  Promise.resolve(recomputeCheck({ ...question, primitives: noblePrimitives })),
);
const asked = vi.fn<(url: string) => void>();

interface Shown {
  records?: NamedRecord[];
  parameters?: Record<string, string | number>;
  kind?: string;
  isForeign?: boolean;
}

function show(
  answer: () => Response,
  { records = RIGHT, parameters = keyed, kind = 'synthetic', isForeign = false }: Shown = {},
): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked(url);
    return Promise.resolve(answer());
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const definition = { market: { id: 'main', kind }, parameters };
  render(
    <QueryClientProvider client={client}>
      <RecomputeStep {...{ definition, records, recompute, isForeign }} />
    </QueryClientProvider>,
  );
}

const published =
  (key: string, anchor = keys.anchor) =>
  () =>
    Response.json({ market: 'main', anchor, key });
const refused = (code: string, error: string) => () => Response.json({ error, code }, { status: 404 });
const notOver = refused('day_key_not_found', 'Ключа этого дня нет.');
const unknown = refused('unknown_market', 'Рынок не найден');

async function putIn(key: string): Promise<void> {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Ключ дня' }), { target: { value: key } });
  fireEvent.click(screen.getByRole('button', { name: 'Пересчитать' }));
}

afterEach(() => {
  cleanup();
  recompute.mockClear();
  asked.mockReset();
  vi.unstubAllGlobals();
});

describe('M4 the browser recomputes the prices of a trade', () => {
  it('from the key that the server has published, and they are the same', async () => {
    show(published(hexOf(DAY)));
    expect(await screen.findByText(/^Вход: генератор даёт ту же цену/)).toBeDefined();
    expect(screen.getByText(/^Выход: генератор даёт ту же цену/)).toBeDefined();
    expect(asked).toHaveBeenCalledWith(`/api/trading/markets/main/keys?day=${dateOf(dayOf(NOON / 1000))}`);
    expect(screen.getByText(hexOf(DAY))).toBeDefined();
    expect(screen.getByText(keys.anchor)).toBeDefined();
  });

  it('and says both prices where one is not of the generator', async () => {
    show(published(hexOf(DAY)), { records: [record('Вход', NOON), record('Выход', NOON + 61_250, 1n)] });
    const wrong = await screen.findByText(/^Выход: в записи .*01, а генератор даёт/);
    expect(wrong.className).toContain('text-down');
    expect(screen.getByText(/^Вход: генератор даёт ту же цену/)).toBeDefined();
  });

  it('and that there is none at that moment', async () => {
    show(published(hexOf(DAY)), { records: [{ ...record('Вход', NOON), time: NOON + 1 }] });
    expect(await screen.findByText(/^Вход: в это мгновение у пары нет цены/)).toBeDefined();
  });

  it('with a key that the server had not chosen beforehand, it says that the server lies', async () => {
    show(published('ab'.repeat(32)));
    expect((await screen.findByRole('alert')).textContent).toContain('не ведёт к якорю из определения рынка');
    expect(screen.queryByText(/генератор даёт/)).toBeNull();
  });

  it('not before the day is over, unless somebody has a key of it', async () => {
    show(notOver);
    expect(await screen.findByText(/публикуют, когда день закончится/)).toBeDefined();
    expect(recompute).not.toHaveBeenCalled();
    await putIn(hexOf(DAY + 1).toUpperCase());
    expect(await screen.findByText(/^Вход: генератор даёт ту же цену/)).toBeDefined();
  });

  it('from a key that is put in where the server has another market, and says what is wrong with that', async () => {
    show(published(hexOf(DAY), 'cd'.repeat(32)));
    expect(await screen.findByText(/доказательство выдала другая установка/)).toBeDefined();
    await putIn('12');
    expect((await screen.findByRole('alert')).textContent).toContain('В ключе 64 знака');
    await putIn('ab'.repeat(32));
    expect(await screen.findByText(/Ключ не ведёт к якорю рынка/)).toBeDefined();
    await putIn(hexOf(DAY - 1));
    expect(await screen.findByText(/он от более раннего дня/)).toBeDefined();
    await putIn(hexOf(DAY));
    expect(await screen.findByText(/^Выход: генератор даёт ту же цену/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why there is no key where the server has none', async () => {
    show(unknown);
    expect(await screen.findByText(/Сервер не дал ключа \(«Рынок не найден»\)/)).toBeDefined();
  });

  it('to somebody who is not signed in it says of no day that is not over that its key is published', async () => {
    show(refused('unauthorized', 'Войдите, чтобы продолжить'));
    const words = await screen.findByText(/Сервер не дал ключа \(«Войдите, чтобы продолжить»\)/);
    expect(words.textContent).toContain('Когда день закончится, его ключ есть на странице «Рынки»');
    expect(words.textContent).not.toContain('опубликован');
  });

  it('leads to the other installation with its file, whatever this server refuses', async () => {
    show(refused('unauthorized', 'Войдите, чтобы продолжить'), { isForeign: true });
    expect(await screen.findByText(/доказательство выдала другая установка/)).toBeDefined();
    expect(screen.queryByText(/Сервер не дал ключа/)).toBeNull();
  });

  it('says so when the browser can not do it', async () => {
    recompute.mockRejectedValueOnce(new Error('no workers here'));
    show(published(hexOf(DAY)));
    expect((await screen.findByRole('alert')).textContent).toContain('Пересчитать здесь не получилось');
  });

  it('says so of a version of the generator that it does not know', async () => {
    show(published(hexOf(DAY)), { parameters: { ...keyed, version: 99 } });
    expect(await screen.findByText(/версией генератора, которой эта страница не знает/)).toBeDefined();
  });
});

describe('M4 the browser recomputes the prices of a market with a public seed', () => {
  it('without asking anybody', async () => {
    const seeded = new SyntheticMarket(new SeedRandomness('1'), SYNTHETIC_PAIRS.slice(0, 1));
    const records = [{ name: 'Вход', symbol: 'BTCUSDT', time: NOON, price: seeded.priceAt('BTCUSDT', NOON) ?? 0n }];
    show(notOver, { records, parameters: { generator: 'plecho-synthetic', version: 1, seed: '1' } });
    expect(await screen.findByText(/^Вход: генератор даёт ту же цену/)).toBeDefined();
    expect(asked).not.toHaveBeenCalled();
  });
});

it('is no step of a market of another kind', () => {
  show(notOver, { kind: 'exchange' });
  expect(document.body.textContent).toBe('');
  expect(recompute).not.toHaveBeenCalled();
});
