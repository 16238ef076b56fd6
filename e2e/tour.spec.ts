import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const guide = (page: Page | Locator) => page.getByRole('region', { name: 'Первая сделка' });
const start = (page: Page) => page.getByRole('button', { name: 'Провести за минуту' });

/** Whether a part of the page has the ring around it that says what a step is about. */
const isRinged = (page: Page, place: string): Promise<boolean> =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll(`[data-tour='${name}']`)].some((element) => {
        const [own, after, cell] = [null, '::after', null].map((part, n) =>
          getComputedStyle(n === 2 ? (element.firstElementChild ?? element) : element, part),
        );
        const drawn = own?.outlineStyle === 'solid' || after?.borderTopStyle === 'solid' || cell?.boxShadow !== 'none';
        return drawn && element.getClientRects().length > 0;
      }),
    place,
  );

test('a first trade is led through by what the server did, and its receipt explains itself', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto(isMobile ? '/mobile/home' : '/dashboard');
  await start(page).click();
  await expect(page).toHaveURL(isMobile ? /\/mobile\/trade/ : /\/dashboard/);
  await expect(guide(page)).toContainText('Шаг 1 из 6');
  await expect(guide(page)).toBeFocused();
  await expect.poll(() => isRinged(page, 'price')).toBe(true);
  await expectAccessible(page, 'a first trade');
  await guide(page).getByRole('button', { name: 'Дальше' }).click();

  // On a phone the form is in a sheet, and what is said goes there with whoever opened it.
  const form = page.getByRole('dialog');
  if (isMobile) {
    await expect(guide(page)).toContainText('Нажмите «Long» внизу');
    await expect.poll(() => isRinged(page, 'form')).toBe(true);
    await page.getByRole('button', { name: 'Новая позиция Long' }).click();
    await expect(guide(form)).toContainText('Шаг 2 из 6');
    await expectAccessible(page, 'a first trade in the sheet', 'dialog[open]');
  }
  const here = isMobile ? guide(form) : guide(page);
  await expect.poll(() => isRinged(page, 'leverage')).toBe(true);
  await here.getByRole('button', { name: 'Дальше' }).click();
  await expect(here).toContainText('Шаг 3 из 6');
  await expect(here.getByRole('button', { name: 'Дальше' })).toHaveCount(0);
  await page.getByRole('button', { name: isMobile ? 'Открыть Long позицию' : /^Открыть Long/ }).click();

  if (isMobile) await expect(form).toBeHidden();
  await expect(guide(page)).toContainText('Сервер открыл позицию');
  await expect.poll(() => isRinged(page, 'position')).toBe(true);
  await page.reload();
  await expect(guide(page)).toContainText('Шаг 4 из 6');
  await guide(page).getByRole('button', { name: 'Дальше' }).click();
  await expect(guide(page)).toContainText('Шаг 5 из 6');
  await expect(guide(page)).toBeInViewport();
  await page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();

  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await expect(receipt.getByRole('note').filter({ hasText: 'Результат по шагам' })).toBeVisible();
  await expectAccessible(page, 'a receipt that explains itself', 'dialog[open]');
  await receipt.getByRole('button', { name: 'Убрать пояснения' }).click();
  await expect(receipt.getByRole('note').filter({ hasText: 'Результат по шагам' })).toHaveCount(0);
  await receipt.getByRole('button', { name: 'Пояснить части разбора' }).click();
  await expect(receipt.getByRole('note').filter({ hasText: 'Результат по шагам' })).toBeVisible();
  await receipt.getByRole('button', { name: 'Понятно' }).click();
  await expect(guide(page)).toContainText('Позиция закрыта');
  await guide(page).getByRole('button', { name: 'Готово' }).click();
  await expect(guide(page)).toHaveCount(0);
});

test('a first trade is offered and not pressed upon anybody, left at any step, and found again', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto(isMobile ? '/mobile/trade' : '/dashboard');
  await expect(page.getByRole('group', { name: /График BTCUSDT/ })).toBeVisible();
  await expect(guide(page)).toHaveCount(0);
  await page.goto('/help#first-steps');
  await start(page).click();
  await expect(guide(page)).toContainText('Шаг 1 из 6');
  await guide(page).getByRole('button', { name: 'Пропустить' }).click();
  await expect(guide(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('group', { name: /График BTCUSDT/ })).toBeVisible();
  await expect(guide(page)).toHaveCount(0);

  await page.goto('/help#first-steps');
  await start(page).click();
  await guide(page).getByRole('button', { name: 'Дальше' }).click();
  await expect(guide(page)).toContainText('Шаг 2 из 6');
  await page.keyboard.press('Escape');
  await expect(guide(page)).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.dataset['tourStep'])).toBeUndefined();
});
