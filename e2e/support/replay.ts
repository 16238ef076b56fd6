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

/** Starts a replay of the person's own with masked dates, a day into it and on pause; returns its market. */
export async function holdReplay(request: APIRequestContext): Promise<string> {
  const started = await post(request, 'sessions', { speed: 60, masked: true });
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
