import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { setLeverage } from './support/trading.ts';
import { expect, test } from './support/test.ts';

/** Where a 5x long that opens now would be liquidated, nearly: as somebody who knows the formula would say it. */
async function goodGuess(page: Page): Promise<string> {
  const answer = await page.request.get('/api/trading/pairs');
  const { items } = (await answer.json()) as { items: { symbol: string; lastPrice: string }[] };
  const price = Number(items.find(({ symbol }) => symbol === 'BTCUSDT')?.lastPrice);
  return ((price * 0.8) / 0.995).toFixed(2).replace('.', ',');
}

test('a guess comes first: the ticket asks, then tells, and the curve remembers', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto(isMobile ? '/mobile/trade' : '/dashboard');
  if (isMobile) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  const more = page.getByRole('button', { name: 'Ещё', exact: true });
  await more.click();
  const lossAt5 = page.getByRole('term').filter({ hasText: /^При −5 %/ });
  await expect(lossAt5).toBeVisible();
  await page.getByRole('checkbox', { name: /Спрашивать мой прогноз/ }).check();
  // What is in sight by now is not asked.
  await expect(lossAt5).toBeVisible();
  await setLeverage(page, 5);
  const question = page.getByRole('region', { name: 'Сначала прогноз' });
  await expect(question).toBeVisible();
  await expect(lossAt5).toHaveCount(0);

  await question.getByRole('button', { name: 'Проверить прогноз' }).click();
  await expect(question.getByText('Введите цену или отметьте, что ликвидации нет')).toBeVisible();
  await expectAccessible(page, 'the question', isMobile ? 'dialog[open]' : 'html');
  await question.getByRole('textbox', { name: 'Цена ликвидации' }).fill(await goodGuess(page));
  await question.getByRole('textbox', { name: 'Потеря при −5 %' }).fill('20');
  await question.getByRole('textbox', { name: 'Потеря при −5 %' }).press('Enter');
  const result = page.getByRole('region', { name: 'Ваш прогноз' });
  await expect(result).toContainText('прогноз 20,00, ошибка 20,00');
  await expect(result).toContainText('вход × (1 − 1 / плечо)');
  // Whoever answered by keyboard or hears the page goes on from the answer.
  await expect(page.locator(':focus')).toContainText('прогноз 20,00');
  await expect(lossAt5).toBeVisible();
  await expect(page.getByRole('dialog', { name: /Проверьте/ })).toHaveCount(0);

  await setLeverage(page, 6);
  await question.getByRole('button', { name: 'Показать без прогноза' }).click();
  await expect(lossAt5).toBeVisible();
  await expect(result).toHaveCount(0);

  await page.goto('/stats');
  await page
    .getByRole('radio', { name: 'Прогнозы' })
    .or(page.getByRole('button', { name: 'Прогнозы' }))
    .click();
  await expect(page.getByText(/^1\u00a0прогноз\./)).toBeVisible();
  await expect(
    page.getByRole('img', { name: /Доля прогнозов ликвидации в пределах 5 %.*Сейчас: в пределах 5 % 100/ }),
  ).toBeVisible();
});
