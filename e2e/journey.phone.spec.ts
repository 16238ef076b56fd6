import { crashes } from './support/klines.ts';
import { startReplay } from './support/replay.ts';
import { expect, newPerson, test } from './support/test.ts';
import { dragLevel, expectToMove, fillAmount, positionOf, setLevels, setLeverage } from './support/trading.ts';

test('registers on a phone and comes home', async ({ page }) => {
  const { phone, password } = newPerson();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  // The page before it asks for a phone number too.
  await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible();
  await page.getByLabel('Номер телефона').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторите пароль').fill(password);
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await expect(page.getByText('Регистрация успешна!')).toBeVisible();
  await expect(page).toHaveURL(/\/mobile\/home/);
  await page.getByRole('tab', { name: 'Топ по объему' }).click();
  await page.getByRole('link', { name: /BTC/ }).first().click();
  await expect(page).toHaveURL(/\/mobile\/trade\?.*symbol=BTCUSDT/);
});

test('picks a pair, opens short 5x, moves TP and SL with a finger, closes half, then all, and signs out', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/mobile/trade?symbol=BTCUSDT');
  await page
    .getByRole('button', { name: /Выберите пару|BTC/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('combobox').fill('sol');
  // The list follows the search a moment later; what is pressed before that may move away.
  await expect(page.getByRole('option', { name: /^BTC/ })).toHaveCount(0);
  await page.getByRole('option', { name: /^SOL/ }).first().click();
  await expect(page).toHaveURL(/symbol=SOLUSDT/);

  await page.getByRole('button', { name: 'Новая позиция Short' }).click();
  await fillAmount(page, '100');
  await setLeverage(page, 5);
  await page.getByRole('button', { name: 'Открыть Short позицию' }).click();
  const position = positionOf(page, 'SOLUSDT', true);
  await expect(position).toContainText('SHORT');
  await expect(position).toContainText('5x');
  // The PnL itself: the price beside it would move anyway.
  await expectToMove(position.getByRole('group', { name: 'PnL' }));

  await setLevels(page, 'SOLUSDT', -0.003, -0.003);
  await dragLevel(page, 'Тейк-профит', 20);
  await dragLevel(page, 'Стоп-лосс', -20);

  await page.getByRole('button', { name: 'Закрыть часть позиции SOLUSDT' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: '50%' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть 50%' }).click();
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть позицию SOLUSDT' }).click();
  await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();

  await page.getByRole('link', { name: 'Активы' }).click();
  await expect(page.getByRole('heading', { name: 'Мои активы' })).toBeVisible();
  await expect(page.getByText('Последние сделки')).toBeVisible();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('is liquidated in a replayed crash on a phone and reads why', async ({ page, person, product }) => {
  expect(person.phone).toMatch(/^\+7/);
  const market = await startReplay(product, 'ETHUSDT', crashes(3_000, 25), 60);
  await page.goto(`/markets`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Повтор: ETHUSDT' })
    .getByRole('button', { name: 'Войти и торговать' })
    .click();
  await expect(page).toHaveURL(new RegExp(`market=${market}`));
  await page.goto(`/mobile/trade?market=${market}&symbol=ETHUSDT`);
  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await fillAmount(page, '200');
  await setLeverage(page, 10);
  await page.getByRole('button', { name: 'Открыть Long позицию' }).click();
  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await expect(receipt).toBeVisible({ timeout: 120_000 });
  await expect(receipt).toContainText('При плече 10x хватило движения');
  await expect(receipt).toContainText('−200,00');
});
