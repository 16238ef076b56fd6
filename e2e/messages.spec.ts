import type { Locator, Page } from '@playwright/test';
import { pressable, still } from './support/controls.ts';
import { expect, test } from './support/test.ts';
import { openPosition } from './support/trading.ts';

const DESKTOP = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
];
const PHONE = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 640, height: 360 },
];

const closeMessage = (page: Page): Locator => page.getByRole('button', { name: 'Закрыть сообщение' });

/** With a message on the screen everything is where it is without it, and can be pressed. */
async function expectClear(page: Page, text: RegExp, where: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }), where).toBeInViewport({ ratio: 1 });
  await still(page);
  const during = await pressable(page);
  // Not by a click, before which the page would be scrolled to have the button in its middle.
  await closeMessage(page).dispatchEvent('click');
  await expect(page.getByText(text)).toBeHidden();
  expect(during, where).toEqual(await pressable(page));
}

/** Makes the screen say something. */
async function saveLevels(page: Page, stopLoss: string): Promise<void> {
  await page.getByRole('button', { name: 'Изменить TP и SL BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Стоп-лосс' }).fill(stopLoss);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
}

test('a message covers nothing that is pressed and moves nothing, at every size and while a dialog is open', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  // Without leverage nothing is liquidated, and a stop may be anywhere below the price.
  await openPosition(page, 'BTCUSDT', '100', 1);
  await page.goto(isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard');
  await expect(page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' })).toBeAttached();
  let level = 100;
  for (const size of isMobile ? PHONE : DESKTOP) {
    const where = `${size.width}×${size.height}`;
    await page.setViewportSize(size);
    level += 1;
    await saveLevels(page, String(level));
    await expectClear(page, /Уровни BTCUSDT сохранены/, where);

    // A message that outlives its dialog's opening is said and closed inside of it.
    level += 1;
    await saveLevels(page, String(level));
    await page.getByRole('button', { name: 'Закрыть часть позиции BTCUSDT' }).click();
    await expectClear(page, /Уровни BTCUSDT сохранены/, `${where}, in a dialog`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
