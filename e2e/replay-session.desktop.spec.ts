import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

const bar = 'Управление повтором';
/** «день 2, 09:30», or the calendar's. */
const place = /(?:день \d+|\d\d\.\d\d), \d\d:\d\d/;

/** Beside a long name of a market nothing in the header runs into what is next to it. */
async function expectRoomInHeader(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [1920, 1440, 1366, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const crowded = await page
      .getByRole('banner')
      .locator(':scope > *')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent),
      );
    expect(crowded, `${width}`).toEqual([]);
  }
  if (size !== null) await page.setViewportSize(size);
}

test('C2 a replay is held in the hand: pause, step, speed, jump, a trade, two devices, and its end', async ({
  page,
  context,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/markets');
  await expect(page.getByText('Повторов пока нет. Выберите запись ниже.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Начать повтор/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'beginning a replay', 'dialog[open]');
  await dialog.getByRole('radio', { name: '10x' }).check();
  await dialog.getByRole('button', { name: 'Начать' }).click();

  const controls = page.getByRole('region', { name: bar });
  await expect(controls.getByRole('button', { name: 'Пауза' })).toBeVisible();
  const where = (): Promise<string> => controls.getByText(place).first().innerText();
  const second = await context.newPage();
  await second.goto(page.url());
  const elsewhere = second.getByRole('region', { name: bar });
  await expect(elsewhere.getByText('Повтор идёт')).toBeVisible();

  // The space bar here, and the pause is seen there.
  await page.locator('body').press(' ');
  await expect(controls.getByText('На паузе')).toBeVisible();
  await expect(elsewhere.getByText('На паузе')).toBeVisible();
  const stands = await where();
  await expect(elsewhere.getByText(stands)).toBeVisible();
  await expectAccessible(page, 'a replay on pause');
  await expectRoomInHeader(page);

  await page.locator('body').press('ArrowRight');
  await expect(controls.getByText(stands)).toBeHidden();
  await expect(elsewhere.getByText(await where())).toBeVisible();

  await fillAmount(page, '100');
  await page.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(positionOf(page, 'BTCUSDT', false)).toBeVisible();

  await controls.getByRole('button', { name: /^Скорость 10x/ }).click();
  await page.getByRole('button', { name: '600x', exact: true }).click();
  await expect(elsewhere.getByRole('button', { name: /^Скорость 600x/ })).toBeVisible();

  const before = await where();
  await controls.getByRole('button', { name: 'Вперёд…' }).click();
  await expectAccessible(page, 'jumping ahead', 'dialog[open]');
  await dialog.getByRole('button', { name: 'На 1 день' }).click();
  await expect(controls.getByText(before.split(',')[0] ?? '')).toBeHidden();

  await second.getByRole('button', { name: 'Завершить' }).click();
  await expect(second.getByRole('dialog').getByText('1 позиция')).toBeVisible();
  await second.getByRole('dialog').getByRole('button', { name: 'Завершить повтор' }).click();
  for (const ended of [controls, elsewhere]) await expect(ended.getByText('Повтор завершён')).toBeVisible();
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();
  await page.goto('/markets');
  const own = page.getByRole('region', { name: 'Ваши повторы' });
  await expect(own.getByRole('heading', { name: /^Повтор: / })).toBeVisible();
  await expect(own.getByText('Завершён')).toBeVisible();
  await expectAccessible(page, 'markets with a replay that has ended');
});
