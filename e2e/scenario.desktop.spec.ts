import type { Page } from '@playwright/test';
import type { PairList, Position } from '@plecho/contract';
import { expectAccessible } from './support/axe.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

const WIDE = 'Сценарий: широкий спред';
const BLIND = 'Сценарий: вслепую';

async function publish(page: Page, ready: string, isBlind: boolean): Promise<void> {
  await page.getByRole('combobox', { name: 'Start from' }).selectOption(ready);
  await page.getByRole('checkbox', { name: /^Blind/ }).setChecked(isBlind);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this scenario?' });
  await expect(dialog).toContainText('Nobody can change it');
  await expect(dialog).toContainText(isBlind ? BLIND : WIDE);
  await dialog.getByRole('button', { name: 'Publish for good' }).click();
  await expect(page.getByText('Scenario published').last()).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function pairOf(page: Page, market: string) {
  const answer = await page.request.get(`/api/trading/pairs?market=${market}`);
  return ((await answer.json()) as PairList).items.find(({ symbol }) => symbol === 'BTCUSDT');
}

test('C2 an operator makes scenarios in the open; people read, trade and check them', async ({
  page,
  person: operator,
  browser,
  product,
}) => {
  await enterArea(page, await makeOperator(product, operator.phone));
  await page.getByRole('link', { name: 'Markets' }).click();
  await page.getByRole('combobox', { name: 'Start from' }).selectOption('Широкий спред');
  await expect(page.getByRole('img', { name: /the newest hours/ })).toBeVisible();
  await expect(page.getByText('What people will read')).toBeVisible();
  await expectAccessible(page, 'a scenario with its preview');
  await publish(page, 'Широкий спред', false);
  await publish(page, 'Падение на 30 % за час', true);

  const context = await browser.newContext({ baseURL: product.url });
  const theirs = await context.newPage();
  await signUp(theirs, product, newPerson());
  await theirs.goto('/markets');
  await theirs.getByRole('link', { name: WIDE, exact: true }).click();
  const recipe = theirs.getByRole('region', { name: 'Рецепт', exact: true });
  await expect(recipe).toContainText('Спред 2 %');
  await expect(recipe.getByRole('region', { name: '1. Спред' })).toContainText('все');
  await expect(recipe.getByRole('img', { name: new RegExp(WIDE) })).toBeVisible();
  await expectAccessible(theirs, 'the page of a scenario');
  const market = new URL(theirs.url()).pathname.split('/').at(-1) ?? '';
  await theirs.getByRole('button', { name: 'Войти и торговать' }).click();
  await expect(theirs).toHaveURL(new RegExp(`/dashboard\\?market=${market}`));
  await expect(theirs.getByText(WIDE).first()).toBeVisible();
  await expect(theirs.getByText('Покупка / продажа')).toBeVisible();
  await fillAmount(theirs, '100');
  await theirs.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(positionOf(theirs, 'BTCUSDT', false)).toBeVisible();
  const opened = await theirs.request.get(`/api/trading/positions?market=${market}`);
  const [position] = ((await opened.json()) as { items: Position[] }).items;
  const { entryPrice = '', entryRecord } = position ?? {};
  // What it was bought at stands in the log of prices, half of the spread above the market's own.
  expect(entryRecord?.price).toBe(entryPrice);
  const { lastPrice } = (await pairOf(theirs, market)) ?? {};
  expect(Number(entryPrice) / Number(lastPrice)).toBeGreaterThan(1.005);
  // A close at once pays the whole way across.
  expect(position?.pnl?.startsWith('-')).toBe(true);

  await page.request.post(`/api/trading/markets/${market}/enter`, { headers: { 'sec-fetch-site': 'same-origin' } });
  await expect(async () => {
    const [mine, yours] = await Promise.all([pairOf(page, market), pairOf(theirs, market)]);
    expect(mine?.priceTime).toBe(yours?.priceTime);
    expect(mine?.lastPrice).toBe(yours?.lastPrice);
  }).toPass();

  await theirs.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
  await theirs
    .getByRole('dialog')
    .getByRole('button', { name: /^Закрыть/ })
    .last()
    .click();
  await theirs.goto(`/history?market=${market}`);
  await theirs
    .getByRole('button', { name: /BTCUSDT/ })
    .first()
    .click();
  await expect(theirs.getByRole('dialog')).toContainText(WIDE);

  await theirs.goto('/markets');
  await theirs.getByRole('link', { name: BLIND, exact: true }).click();
  await expect(theirs.getByText('Рецепт закрыт до конца')).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'Рецепт', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `End ${BLIND}` }).click();
  await page.getByRole('button', { name: 'Yes, end it' }).click();
  await expect(theirs.getByText('Завершён').first()).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'Рецепт', exact: true })).toContainText('опускаются на 30 %');
  await theirs.getByRole('button', { name: 'Проверить' }).click();
  await expect(theirs.getByText('Совпадает: это тот самый рецепт.')).toBeVisible();
  await expectAccessible(theirs, 'a recipe that was checked');
});
