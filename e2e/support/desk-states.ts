import type { Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';

/** What the states of the desk are made with. */

export type Step = (page: Page) => Promise<void>;
export const PAIR = 'BTCUSDT';
/** From here the desk has columns. */
const WIDE = 1024;

export const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= WIDE;
export const onPhone = (page: Page): boolean => page.url().includes('/mobile/');
export const typed = (price: number): string => price.toFixed(2).replace('.', ',');

/** Puts what a device remembers, and loads the page with it. */
export async function remember(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(`plecho:${key}`, JSON.stringify(value));
  }, kept);
  await page.reload();
  await page
    .getByRole('group', { name: /^График / })
    .first()
    .waitFor();
}

export async function send(page: Page, path: string, data: object, market = 'main'): Promise<{ id: string }> {
  const answer = await page.request.post(`/api/trading/${path}?market=${market}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

export async function priceOf(page: Page, symbol = PAIR): Promise<number> {
  const { items } = (await (await page.request.get('/api/trading/pairs')).json()) as {
    items: { symbol: string; lastPrice: string }[];
  };
  return Number(items.find((pair) => pair.symbol === symbol)?.lastPrice);
}

export interface Opened {
  type?: 'long' | 'short';
  amount?: string;
  leverage?: number;
  /** Distances from the price, as shares of it. */
  takeProfit?: number;
  stopLoss?: number;
  trailing?: { unit: 'percent'; value: string };
}

export async function open(page: Page, { takeProfit, stopLoss, ...given }: Opened = {}): Promise<string> {
  const price = await priceOf(page);
  const at = (share: number | undefined): string | null =>
    share === undefined ? null : (price * (1 + share)).toFixed(2);
  const position = await send(page, 'positions', {
    ...{ symbol: PAIR, type: 'long', amount: '100', leverage: 5, ...given },
    ...{ takeProfit: at(takeProfit), stopLoss: at(stopLoss) },
  });
  return position.id;
}

export const HOUR_S = 3_600;

export const onDesk = {
  path: '/dashboard',
  phonePath: `/mobile/trade?symbol=${PAIR}`,
  as: 'newcomer',
  chart: true,
} as const;
