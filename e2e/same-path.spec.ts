import type { Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { calm, fall, type Minute } from './support/klines.ts';
import { jumpOwnReplay, startOwnReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';

/** Minutes that each rise by `share` from the one before. */
function rise(from: number, share: number, minutes: number): Minute[] {
  return Array.from({ length: minutes }, (_, n) => {
    const open = from * (1 + share) ** n;
    const close = open * (1 + share);
    return { open, high: close * 1.001, low: open * 0.999, close };
  });
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await page.request.post(`/api/${path}`, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** The id of the one closed trade, as soon as it is there. */
async function closed(page: Page, market: string): Promise<string> {
  let id = '';
  const look = async (): Promise<string> => {
    const { items } = (await (await page.request.get(`/api/trading/trades?market=${market}`)).json()) as {
      items: { id: string; reason: string }[];
    };
    id = items[0]?.id ?? '';
    return items[0]?.reason ?? 'open';
  };
  await expect.poll(look, { timeout: 120_000 }).toBe('takeProfit');
  // With the log of the newest prices the whole path is known.
  const known = async (): Promise<string> => {
    const answer = await page.request.get(`/api/trading/trades/${id}/paths?market=${market}`);
    return ((await answer.json()) as { known: string }).known;
  };
  await expect.poll(known).toBe('ticks');
  return id;
}

test('a trade that survived at 5x is told at other leverages and with a stop, and shown once more', async ({
  page,
  person,
  product,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  // Down by an eighth, which 10x does not live through, then up to a take profit 5 % above where it began.
  const dip = fall(60_000, 0.02, 6);
  const way = [...calm(60_000, 30), ...dip, ...rise(dip.at(-1)?.close ?? 0, 0.03, 10)];
  const minutes = [...way, ...calm(way.at(-1)?.close ?? 0, 60)];
  const market = await startOwnReplay(page.request, product, 'BTCUSDT', minutes);
  const terms = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 5, takeProfit: '63000' };
  await post(page, `trading/positions?market=${market}`, terms);
  await jumpOwnReplay(page.request, market, 60);
  const trade = await closed(page, market);

  await page.goto(`/history/${trade}?market=${market}`);
  const same = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Тот же путь, другое плечо' }) });
  await same.locator('summary').click();
  const row = (leverage: string) => same.getByRole('row').filter({ hasText: new RegExp(`^${leverage}`) });
  await expect(row('5x')).toContainText('так было');
  await expect(row('5x')).toContainText('как было');
  await expect(row('10x')).toContainText('−100,00');
  await expect(row('10x')).toContainText('ликвидация');
  await expect(row('1x')).toContainText(/\+[45],\d\d/);
  await expect(same).toContainText('С плечом 10x и выше позиция не дожила бы до своего закрытия');
  await expect(same).toContainText('Путь известен по тикам');
  // On a phone one stop at a time, on a desktop all of them.
  if (isMobile) await same.getByRole('radio', { name: 'Стоп −2 %' }).check();
  await expect(same.getByRole('columnheader', { name: 'Стоп −2 %' })).toBeVisible();
  await expect(row('1x')).toContainText(/−2,\d\d/);
  await expect(row('1x')).toContainText('стоп');
  const split = same.getByRole('region', { name: 'Из чего сложился ваш итог' });
  for (const part of [/\+[45],\d+/, /\+(19|20|21),\d+/, /\+2[456],\d+/])
    await expect(split.getByText(part)).toBeVisible();
  await expectAccessible(page, 'the same path', 'details[open]');
  await same.locator('summary').click();

  const again = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Моя сделка ещё раз' }) });
  await again.locator('summary').click();
  const player = page.getByRole('group', { name: 'Просмотр сделки' });
  const happened = player.getByRole('region', { name: 'Что уже случилось' });
  await expect(happened).toHaveText('До входа');
  await expect(player.getByRole('img')).not.toContainText('Вход');
  await player.getByRole('button', { name: 'Свеча вперёд' }).click();
  await expect(happened).toContainText(/Вход (59|60)\s\d{3}/);
  await expect(player.getByRole('img')).toContainText('Вход');
  await expect(player.getByRole('img')).toContainText('TP 63\u202f000,00');
  await expect(happened).not.toContainText('Выход');
  const time = player.getByRole('slider', { name: 'Время' });
  await time.focus();
  await time.press(' ');
  await expect(player.getByRole('button', { name: 'Пауза' })).toBeVisible();
  await time.press(' ');
  await expect(player.getByRole('button', { name: 'Смотреть' })).toBeVisible();
  await time.press('End');
  await expect(happened).toContainText(/Выход 63\s\d{3},\d\d, тейк-профит/);
  await expect(happened).toContainText(/Итог с комиссиями: \+2\d,\d\d/);
  await expect(player.getByRole('button', { name: 'Сначала' })).toBeVisible();
  await expectAccessible(page, 'the trade once more', 'details[open]');
});
