import type { APIRequestContext, Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { SETTLED_MS } from './support/money.ts';
import { expect, test } from './support/test.ts';

async function post<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await request.post(`/api/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** Coins of the practice wallet on their way to the account. */
async function depositCoins(request: APIRequestContext): Promise<void> {
  const answer = await request.get('/api/payments/deposit-addresses');
  const { items } = (await answer.json()) as { items: { asset: string; network: string; address: string }[] };
  const address = items.find(({ asset, network }) => asset === 'USDT' && network === 'arbitrum')?.address;
  const coins = { amount: '100', network: 'arbitrum' };
  const { hash: txHash } = await post<{ hash: string }>(request, 'wallet/send', {
    ...{ ...coins, asset: 'USDT', address, fee: 'fast', memo: null },
  });
  await post(request, 'payments/deposit/hash', { ...coins, currency: 'USDT', txHash });
}

/** The list by how far it says one has come. */
const listAt = (page: Page, isMobile: boolean, done: number) =>
  isMobile
    ? page.getByRole('region', { name: `Первые шаги ${done}/3` })
    : page.getByRole('tab', { name: `Первые шаги ${done}/3` });

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const TRADE = 'Откройте первую сделку';
const RECEIPT = 'Прочитайте разбор';
const COINS = 'Переведите монеты на счёт';

test('first steps are told, done when they happen, hidden when it is enough, and found again', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const home = isMobile ? '/mobile/home' : '/dashboard';
  await page.goto(home);
  await expect(listAt(page, isMobile, 0)).toBeVisible();
  for (const title of [TRADE, RECEIPT, COINS]) await expect(step(page, title)).toBeInViewport();
  await expect(step(page, COINS)).toContainText('В учебном кошельке лежат 9');

  await page.getByRole('button', { name: 'Скрыть', exact: true }).click();
  await expect(page.getByText(TRADE)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Капитал').or(page.getByText('Монеты')).first()).toBeAttached();
  await expect(page.getByText(TRADE)).toHaveCount(0);
  // What one trades at is read from the tab, too, and nowhere else.
  await page.goto(isMobile ? '/mobile/trade' : home);
  await expect(page).toHaveTitle(/^[\d\u202f]+,\d\d BTCUSDT · Плечо$/);
  await page.goto('/help');
  await expect(page).toHaveTitle('Как это работает · Плечо — учебный тренажёр');
  await expect(step(page, TRADE)).toBeVisible();
  await page.getByRole('button', { name: 'Показывать на экране торговли' }).click();
  await page.goto(home);
  await expect(step(page, TRADE)).toBeVisible();

  const chart = page.getByRole('region', { name: 'График' });
  const before = isMobile ? null : await chart.boundingBox();
  const { id } = await post<{ id: string }>(page.request, 'trading/positions', {
    ...{ symbol: 'BTCUSDT', type: 'long', amount: '50', leverage: 2 },
  });
  await expect(listAt(page, isMobile, 1)).toBeVisible();
  if (isMobile) {
    await expect(step(page, TRADE)).toContainText('Сделано');
  } else {
    // What was opened is what one looks at then, and nothing has moved.
    await expect(page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' })).toBeVisible();
    expect(await chart.boundingBox()).toEqual(before);
    await listAt(page, isMobile, 1).click();
    await expect(step(page, TRADE)).toContainText('Сделано');
  }
  await expect(step(page, RECEIPT)).not.toContainText('Сделано');

  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const closed = await page.request.delete(`/api/trading/positions/${id}`, { headers });
  const trade = (await closed.json()) as { id: string };
  await page.goto(`/history/${trade.id}`);
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?', level: 1 })).toBeVisible();
  await depositCoins(page.request);
  await page.goto(home);
  await expect(listAt(page, isMobile, 2)).toBeVisible();
  await expect(page.getByText(/Первые шаги/)).toHaveCount(0, { timeout: SETTLED_MS });
  await page.goto('/help#first-steps');
  await expect(page.getByText('Все три шага сделаны.')).toBeVisible();
});
