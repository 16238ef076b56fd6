import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

interface Results {
  summary: { trades: number; net: string; winRate: { percent: string } };
  splits: { symbol: { group: string; trades: number }[]; leverage: { group: string; trades: number }[] };
  curve: unknown[];
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;
const LEVERAGES = [1, 2, 5, 10] as const;
const headers = () => ({ 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() });

/** Opens and closes, whatever the price does meanwhile. */
async function trade(request: APIRequestContext, n: number): Promise<void> {
  const data = {
    ...{ symbol: SYMBOLS[n % SYMBOLS.length], type: n % 2 === 0 ? 'long' : 'short', amount: '100' },
    leverage: LEVERAGES[n % LEVERAGES.length],
  };
  const opened = await request.post('/api/trading/positions', { data, headers: headers() });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { id } = (await opened.json()) as { id: string };
  const closed = await request.delete(`/api/trading/positions/${id}`, { headers: headers() });
  expect(closed.ok(), await closed.text()).toBe(true);
}

async function trades(request: APIRequestContext, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await trade(request, n);
}

/** With all of the page in sight: a control half under the bars that stay would count as too small. */
async function expectAllAccessible(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize();
  if (size === null) throw new Error('a page without a size');
  await page.setViewportSize({ width: size.width, height: 3_000 });
  await expectAccessible(page, screen);
  await page.setViewportSize(size);
}

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Показатели' }).locator('div', { has: page.getByText(name, { exact: true }) });

/** «+1 234,50» of a decimal: floored to two places. */
function signed(net: string): string {
  const cents = Math.floor(Math.round(Number(net) * 1e6) / 1e4);
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')},${rest}`;
}

test('nothing yet, one trade, fifty: figures with their formulas, the curve, tables and files', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/stats');
  await expect(page.getByText('Закрытых сделок пока нет')).toBeVisible();
  await expect(page.getByRole('link', { name: 'К торговле' }).last()).toBeVisible();
  await expectAccessible(page, 'results without trades');

  // A close shows by itself.
  await trade(page.request, 0);
  await expect(page.getByText('Мало сделок: 1 сделка.')).toBeVisible();
  await expect(figure(page, 'Прибыльных')).toContainText('–');
  await trades(page.request, 49);
  await expect(page.getByText('50 сделок', { exact: true })).toBeVisible();

  const { summary, splits, curve } = (await (await page.request.get('/api/results')).json()) as Results;
  expect([summary.trades, curve.length]).toEqual([50, 51]);
  await expect(figure(page, 'Итог')).toContainText(signed(summary.net));
  await expect(figure(page, 'Прибыльных')).toContainText(/^Прибыльных.*\d+,\d\d\s%$/);
  await expect(
    page
      .getByRole('img', { name: /^Доходность .*, наибольшая просадка/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Профит-фактор', exact: true }).click();
  await expect(page.getByText('Сумма прибыльных итогов / сумма убыточных.').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const table = page.getByRole('table', { name: /^Разбивка/ });
  await expect(table.getByRole('rowheader')).toHaveText(splits.leverage.map(({ group }) => `${group}x`));
  await page.getByRole('radio', { name: 'Пара' }).check();
  await expect(table.getByRole('rowheader')).toHaveText(splits.symbol.map(({ group }) => group));
  await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(String(splits.symbol[0]?.trades));
  await page.getByRole('radio', { name: 'Итог, уч. USDT' }).check();
  await expectAllAccessible(page, 'results of fifty trades');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).first().click();
  await page
    .getByRole('button', { name: /^Для программ/ })
    .first()
    .click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text.split('\r\n')[1]).toMatch(/^all,,50,/);

  // A period without trades says so, and is taken back; it is in the address.
  await page.getByLabel('По дату').fill('2020-01-01');
  await expect(page.getByText('В этом промежутке закрытых сделок нет')).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
  await page.getByRole('button', { name: 'Сбросить' }).first().click();
  await expect(page.getByText('50 сделок', { exact: true })).toBeVisible();
});

test('who wants to be seen is in the leaderboard by animal and colour, and leaves it at once', async ({
  page,
  person,
}) => {
  await trades(page.request, 10);
  await page.goto('/stats?tab=rating');
  const own = page.getByRole('row').filter({ hasText: 'Вы' });
  await expect(page.getByRole('region', { name: 'Псевдоним' }).getByText('Вас увидят так')).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.getByLabel('Животное').selectOption({ label: 'рысь' });
  await page.getByRole('radio', { name: 'Янтарный' }).check();
  await page.getByRole('checkbox', { name: /^Показывать меня/ }).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(own.getByText('Янтарная рысь')).toBeVisible();
  await expectAllAccessible(page, 'a leaderboard');
  const answer = await (await page.request.get('/api/leaderboard')).text();
  expect(answer).not.toContain(person.phone.slice(2));
  await page.getByRole('checkbox', { name: /^Показывать меня/ }).uncheck();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(own).toHaveCount(0);
});
