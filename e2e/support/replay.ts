import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { plecho } from '../../tools/product/command.ts';
import type { Product } from '../../tools/product/process.ts';
import { newKey } from '../../tools/product/request-key.ts';
import { writeKlines, type Minute } from './klines.ts';

/** Plays `minutes` as a shared replay market at `speed`; returns the market's id. */
export async function startReplay(product: Product, symbol: string, minutes: Minute[], speed: number): Promise<string> {
  const start = new Date('2026-02-05T12:00:00Z');
  const file = writeKlines(product.dataDir, symbol, start, minutes);
  const output = await plecho(product.dataDir, 'replay', file, '--from', start.toISOString(), '--speed', String(speed));
  const id = /market:? ([a-z0-9-]+)/i.exec(output)?.[1];
  if (id === undefined) throw new Error(`no market id in:\n${output}`);
  return id;
}

async function post(request: APIRequestContext, path: string, data: object): Promise<unknown> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await request.post(`/api/replays/${path}`, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Where the replays of {@link startOwnReplay} begin. */
const OWN_START = new Date('2026-02-05T12:00:00Z');
/** How far into its minutes one begins: what is before is its history. */
const OWN_HISTORY_S = 600;

/** A replay of the person's own of these minutes: it goes on when it is told to, however busy the machine is. */
export async function startOwnReplay(
  request: APIRequestContext,
  product: Product,
  symbol: string,
  minutes: Minute[],
): Promise<string> {
  const file = writeKlines(product.dataDir, symbol, OWN_START, minutes);
  const output = await plecho(product.dataDir, 'dataset', 'import', file);
  const dataset = /dataset: ([a-z0-9-]+)/.exec(output)?.[1];
  const startAt = OWN_START.getTime() / 1000 + OWN_HISTORY_S;
  const { market } = (await post(request, 'sessions', { dataset, startAt, speed: 1, masked: false })) as {
    market: string;
  };
  return market;
}

/** Lets a replay of the person's own play at once up to a minute of what it was made from. */
export async function jumpOwnReplay(request: APIRequestContext, market: string, minute: number): Promise<void> {
  const to = OWN_START.getTime() / 1000 + minute * 60;
  await post(request, `sessions/${market}/control`, { action: 'jump', to });
}

/** Starts a replay of the person's own, with masked dates unless it is told which, a day into it and on pause; returns its market. */
export async function holdReplay(
  request: APIRequestContext,
  recorded: { dataset: string; symbols: string[] } | null = null,
): Promise<string> {
  const started = await post(request, 'sessions', { speed: 60, masked: recorded === null, ...recorded });
  const { market, startAt } = started as { market: string; startAt: number };
  for (const control of [{ action: 'pause' }, { action: 'jump', to: startAt + 86_400 }]) {
    await post(request, `sessions/${market}/control`, control);
  }
  return market;
}

/** The bar of a replay on pause says in words, not by icons alone, what can be done to it. */
export async function expectBarInWords(page: Page, where: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Управление повтором' });
  for (const word of ['Дальше', 'Шаг', 'Вперёд…', 'Завершить']) {
    const said = bar.getByText(word, { exact: true });
    await expect(said, where).toBeInViewport({ ratio: 1 });
    expect((await said.boundingBox())?.width, `${where}: ${word}`).toBeGreaterThan(20);
  }
}
