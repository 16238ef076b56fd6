import { crashes } from './support/klines.ts';
import { startReplay } from './support/replay.ts';
import { expectSaid, recordSaid } from './support/said.ts';
import { expect, newPerson, test } from './support/test.ts';
import { dragLevel, expectToMove, fillAmount, positionOf, setLevels, setLeverage } from './support/trading.ts';

test('registers, is greeted and comes to the trade screen', async ({ page }) => {
  const { phone, password } = newPerson();
  await recordSaid(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  // The page before it asks for a phone number too.
  await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible();
  await page.getByLabel('Номер телефона').fill(`8 (${phone.slice(2, 5)}) ${phone.slice(5)}`);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторите пароль').fill(`${password}x`);
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await expect(page.getByText('Пароли не совпадают')).toBeVisible();
  await page.getByLabel('Повторите пароль').fill(password);
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await expectSaid(page, /Регистрация успешна!/);
  await expect(page).toHaveURL(/\/dashboard/);
  await expectSaid(page, /^Добро пожаловать, \+7.•••/m);
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('picks a pair, opens long 10x, moves TP and SL, closes half, then all, and signs out', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/dashboard');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ethus');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /ETH/ }).first().click();
  await expect(page.getByRole('group', { name: /График ETHUSDT/ })).toBeVisible();

  await fillAmount(page, '100');
  await setLeverage(page, 10);
  await expect(page.getByText('При −5 % против вас').locator('xpath=..')).toContainText('−50,00');
  await page.getByRole('button', { name: 'Открыть Long' }).click();
  const position = positionOf(page, 'ETHUSDT', false);
  await expect(position).toContainText('LONG');
  await expect(position).toContainText('10x');
  // The PnL itself: the price beside it would move anyway.
  await expectToMove(position.getByRole('cell').nth(6));

  // Further than the market gets while the test lasts, and still on the chart.
  await setLevels(page, 'ETHUSDT', 0.01, 0.01);
  await dragLevel(page, 'Тейк-профит', -30);
  await dragLevel(page, 'Стоп-лосс', 30);

  await page.getByRole('button', { name: 'Закрыть часть позиции ETHUSDT' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: '50%' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть 50%' }).click();
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await expect(page.getByText(/Вы закрыли позицию сами/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(position).toContainText('50,00');

  await page.getByRole('button', { name: 'Закрыть позицию ETHUSDT' }).click();
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();

  await page.getByRole('link', { name: 'История', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ETHUSDT' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Номер телефона').fill(person.phone);
  await page.getByLabel('Пароль', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('is liquidated in a replayed crash and reads why', async ({ page, person, product }) => {
  expect(person.phone).toMatch(/^\+7/);
  const market = await startReplay(product, 'BTCUSDT', crashes(60_000, 25), 60);
  await page.goto('/markets');
  // Others replay the pair beside it, into the next day.
  const card = page.getByRole('listitem').filter({ hasText: 'Повтор: BTCUSDT, 5 февраля 2026' });
  await card.getByRole('button', { name: 'Войти и торговать' }).click();
  await expect(page).toHaveURL(new RegExp(`market=${market}`));
  await fillAmount(page, '200');
  await setLeverage(page, 10);
  await page.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(positionOf(page, 'BTCUSDT', false)).toBeVisible();

  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await expect(receipt).toBeVisible({ timeout: 120_000 });
  await expect(receipt).toContainText('Ликвидация');
  await expect(receipt).toContainText('При плече 10x хватило движения');
  await expect(receipt).toContainText('Правило: маржа + PnL ≤');
  await expect(receipt).toContainText('−200,00');
  await expect(receipt).toContainText('Учебный тренажёр');
});
