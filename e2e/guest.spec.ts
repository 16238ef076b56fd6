import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { openPosition, positionOf } from './support/trading.ts';
import { expect, newPerson, test } from './support/test.ts';

const TRY = 'Попробовать без регистрации';

async function tryIt(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(page.getByText(/хранится 7 дней после последнего захода/)).toBeVisible();
  await page.getByRole('button', { name: TRY }).click();
  await expect(page.getByText('Вы вошли как гость')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Счёт гостя' })).toBeVisible();
}

test('a guest trades at once, registers later, and finds everything again', async ({ page, isMobile }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: TRY })).toBeVisible();
  await expectAccessible(page, 'the login page');
  await tryIt(page);
  await page.goto(isMobile ? '/mobile/trade' : '/dashboard');
  await openPosition(page, 'BTCUSDT', '100', 2);
  await expect(positionOf(page, 'BTCUSDT', isMobile)).toBeVisible();
  await page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
  await expect(page.getByRole('dialog', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('complementary', { name: 'Счёт гостя' }).getByRole('link', { name: 'Сохранить счёт' }).click();
  await expect(page.getByText(/^Гость · счёт открыт/)).toBeVisible();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/account');
  await expect(elsewhere.getByText(/^Гость · счёт открыт/)).toBeVisible();
  // Tall enough that nothing is half under the bars at the bottom.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 2_000 });
  await expectAccessible(page, 'the account of a guest');
  await page.setViewportSize(size);
  const { phone, password } = newPerson();
  await page.getByLabel('Номер телефона').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторите пароль').fill(password);
  await page.getByRole('button', { name: 'Сохранить счёт' }).click();
  await expect(page.getByText(`${phone} · зарегистрирован`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Смена пароля' })).toBeVisible();
  // Another tab hears of it.
  await expect(elsewhere.getByText(`${phone} · зарегистрирован`)).toBeVisible();
  await elsewhere.close();
  await page.goto('/history');
  await expect(page.getByText('BTCUSDT').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Счёт гостя' })).toHaveCount(0);

  // From another device: with the phone and the password.
  await page.context().clearCookies();
  await page.goto('/login?next=%2Fhistory');
  await page.getByLabel('Номер телефона').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/history/);
  await expect(page.getByText('BTCUSDT').filter({ visible: true }).first()).toBeVisible();
});

test('a guest is warned before signing out, and can save the account instead', async ({ page }) => {
  await tryIt(page);
  await page.goto('/account');
  await page.getByRole('main').getByRole('button', { name: 'Выйти', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Выйти из счёта гостя?' });
  await expect(dialog).toContainText('этот счёт не найти');
  await expectAccessible(page, 'the warning');
  await dialog.getByRole('link', { name: 'Сохранить счёт' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Выйти', exact: true }).click();
  await dialog.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
});
