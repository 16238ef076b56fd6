import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { expectToMove, fillAmount, openPosition, setLeverage } from './support/trading.ts';

test('the desk shows prices to the contract’s decimals and whole sums, and remembers the ticket over a reload', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/dashboard');
  await page.keyboard.press('/');
  await page.keyboard.type('api3');
  // At least four decimals below 1, at least three below 10.
  await expect(page.getByRole('option', { name: /API3/ }).getByText(/^(0,\d{4}|[1-9],\d{3})$/)).toBeVisible();
  await page.getByRole('option', { name: /API3/ }).click();
  await expect(page.getByText('Текущая цена').locator('xpath=..')).toHaveText(/(0,\d{4}|[1-9],\d{3})$/);

  await openPosition(page, 'BTCUSDT', '12.5', 2);
  await expect(page.getByText('Доступно 987,50')).toBeVisible();
  await page.getByRole('button', { name: 'MAX: вся доступная сумма' }).click();
  await expect(page.getByRole('textbox', { name: 'Сумма (маржа)' })).toHaveValue('987');
  await expect(page.getByText('Весь PnL').locator('xpath=ancestor::dt/following-sibling::dd')).toHaveText(/%/);

  await fillAmount(page, '40');
  await setLeverage(page, 7);
  await page.getByRole('radio', { name: 'Лимитный' }).check();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Сумма (маржа)' })).toHaveValue('40');
  await expect(page.getByRole('slider', { name: 'Плечо' })).toHaveValue('7');
  await expect(page.getByRole('radio', { name: 'Лимитный' })).toBeChecked();

  await page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await page.goto('/history');
  await expect(page.getByRole('columnheader', { name: 'Плечо' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'BTCUSDT' }).getByRole('cell', { name: '2x' })).toBeVisible();
  await expectAccessible(page, 'a history with a trade');
  await page.getByLabel('Направление').selectOption('Short');
  await expect(page.getByText('Таких сделок нет')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Направление').locator('option:checked')).toHaveText('Short');
  await expect(page.getByText('Таких сделок нет')).toBeVisible();

  await page.goto('/dashboard?debug=1');
  const debug = page.getByRole('region', { name: 'Отладка' });
  for (const name of ['Пользователь', 'Рынок', 'Пара', 'Возраст последнего тика', 'Номер кадра', 'Задержка'])
    await expect(debug.getByText(name, { exact: true })).toBeVisible();
});

test('an address that names a pair opens it, once', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/dashboard?symbol=ETHUSDT');
  await expect(page.getByRole('group', { name: /График ETHUSDT/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/dashboard?symbol=NOPEUSDT');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('group', { name: /График ETHUSDT/ })).toBeVisible();
});

test('pairs in sight move: at first, when they are scrolled to, and when they are scrolled back to', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/dashboard');
  const pairs = page.getByRole('listbox', { name: 'Торговые пары' }).getByRole('option');
  await expect(pairs.last()).toBeAttached();
  // A row pointed at stays where it is.
  await pairs.first().hover();
  const names = await pairs.evaluateAll((rows) => rows.map((row) => /^\w+?USDT/.exec(row.textContent)?.[0] ?? ''));
  const pairOf = (name = ''): Locator => pairs.filter({ hasText: new RegExp(`^${name}`) });
  for (const name of [names[0], names.at(-1), names[0]]) {
    await pairOf(name).scrollIntoViewIfNeeded();
    await expectToMove(pairOf(name));
  }
});
