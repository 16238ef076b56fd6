import { expect, test } from './support/test.ts';
import { openPosition } from './support/trading.ts';

/** Signed percent as it is drawn, as a number. */
const percentOf = (text: string): number =>
  Number(/[+−]?\d[\d\s]*,\d+\s*%/u.exec(text)?.[0].replace(/[\s%]/gu, '').replace('−', '-').replace(',', '.'));

test('the phone ranks coins, lists every pair with favourites first, and shows equity', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/mobile/home');
  const coins = page.getByRole('tabpanel').getByRole('listitem');
  await expect(coins.first()).toBeVisible();
  const rows = await coins.allInnerTexts();
  expect(rows.map((row) => row.split('\n')[0])).toEqual(rows.map((_, at) => String(at + 1)));
  expect(rows.every((row) => percentOf(row) > 0)).toBe(true);

  await page.goto('/mobile/trade?symbol=BTCUSDT');
  await page.getByRole('button', { name: /BTC/ }).first().click();
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.filter({ hasText: 'SOL/USDT' })).toHaveCount(1);
  expect(await options.count()).toBeGreaterThan(90);
  await expect(options.nth(0)).toHaveText(/^(BTC|ETH|BNB)/);
  await expect(options.nth(2)).toHaveText(/^(BTC|ETH|BNB)/);
  await page.getByRole('button', { name: 'Убрать BTCUSDT из избранного' }).click();
  await page.reload();
  await page.getByRole('button', { name: /BTC/ }).first().click();
  await expect(options.nth(2)).not.toHaveText(/^BTC/);
  await expect(page.getByRole('button', { name: 'Добавить BTCUSDT в избранное' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  // Seen without scrolling the sheet.
  await expect(page.getByRole('dialog').getByText('Лимитный')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  await openPosition(page, 'BTCUSDT', '100', 10);
  await page.goto('/mobile/assets');
  await expect(page.getByText('Капитал').first()).toBeInViewport();
});
