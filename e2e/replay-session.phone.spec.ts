import { expectAccessible } from './support/axe.ts';
import { expectBarInWords } from './support/replay.ts';
import { expect, test } from './support/test.ts';

test('C2 a replay with masked dates names nothing until its end, and then everything', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/markets');
  await page
    .getByRole('button', { name: /^Начать повтор/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Скрыть даты и пару' }).check();
  await dialog.getByRole('button', { name: 'Начать' }).click();
  await expect(page).toHaveURL(/\/mobile\/trade\?market=session-/);

  const controls = page.getByRole('region', { name: 'Управление повтором' });
  await controls.getByRole('button', { name: 'Пауза' }).click();
  await expect(controls.getByText('На паузе')).toBeVisible();
  await expect(controls.getByText(/^день 1, \d\d:\d\d$/)).toBeVisible();
  await expectBarInWords(page, 'a phone');
  await expect(page.getByText('PAIRA').first()).toBeVisible();
  const text = await page.locator('body').innerText();
  // A year stands by itself: «100,2033» is a price.
  expect(text).not.toMatch(/(?<![\d,])20\d\d(?!\d)|(?:BTC|ETH|SOL)\//);
  await expectAccessible(page, 'a masked replay');

  await controls.getByRole('button', { name: 'Шаг' }).click();
  await controls.getByRole('button', { name: 'Завершить' }).click();
  await expect(dialog.getByText('Откроется, что это было')).toBeVisible();
  await dialog.getByRole('button', { name: 'Завершить повтор' }).click();
  await controls.getByRole('button', { name: 'Что это было' }).click();
  await expect(dialog.getByText(/^PAIRAUSDT — это [A-Z]+USDT$/)).toBeVisible();
  await expectAccessible(page, 'what the replay was', 'dialog[open]');
});
