import type { Page } from '@playwright/test';
import { DESKTOP_SCREENS, PHONE_SCREENS, PUBLIC_SCREENS } from './support/screens.ts';
import { expectSteady, watchMoves } from './support/steady.ts';
import { expect, test } from './support/test.ts';
import { closedTrade } from './support/trading.ts';

/** Who is signed in is led on from them. */
const ENTRANCES: readonly string[] = ['/login', '/register'];

test('nothing on a screen moves from under the hand when what it waited for comes', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await watchMoves(page);
  const own = isMobile ? PHONE_SCREENS : DESKTOP_SCREENS;
  for (const screen of [...own, ...PUBLIC_SCREENS].filter((each) => !ENTRANCES.includes(each))) {
    await expectSteady(page, screen);
  }
});

test('a receipt does not move while its candles come', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  const trade = await closedTrade(page);
  // All of it is in sight: a browser does not tell what moves below the window.
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 2_000 });
  await watchMoves(page);
  await expectSteady(page, `/history/${trade}`);
  await expect(page.getByRole('img', { name: /^Путь цены BTCUSDT/ })).toBeVisible();
});

/** Lets the code of what «Ещё» unfolds wait. @returns lets it come */
async function holdMore(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/more-fields-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a ticket unfolds in one piece, however long its fields are on their way', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  const open = async (): Promise<void> => {
    // It is loaded when the last of its code is.
    await page.goto(isMobile ? '/mobile/trade' : '/dashboard', { waitUntil: 'commit' });
    if (isMobile) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  };
  let come = await holdMore(page);
  await open();
  const more = page.getByRole('button', { name: /^Ещё/ });
  await more.click();
  await expect(more.getByText('Загрузка')).toBeAttached();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  // What was there can be used on, and is not moved by parts of what is coming.
  const amount = page.getByRole('textbox', { name: 'Сумма (маржа)' });
  await amount.fill('70');
  await expect(page.getByRole('checkbox', { name: /Спрашивать мой прогноз/ })).toHaveCount(0);
  come();
  const less = page.getByRole('button', { name: 'Свернуть' });
  const fields = [
    ...['Стоп', 'Монеты'].map((name) => page.getByRole('radio', { name, exact: true })),
    page.getByRole('textbox', { name: 'Трейлинг-стоп' }),
    page.getByRole('checkbox', { name: /Спрашивать мой прогноз/ }),
  ];
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  for (const field of fields) await expect(field).toBeVisible();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('70');

  // Left unfolded, it begins so.
  await page.getByRole('radio', { name: 'Монеты' }).check();
  await page.unrouteAll({ behavior: 'wait' });
  come = await holdMore(page);
  await open();
  const form = isMobile ? page.getByRole('dialog') : page.getByRole('main');
  await expect(form.getByText('Загружаем форму')).toBeAttached();
  await expect(amount).toBeHidden();
  come();
  await expect(page.getByRole('textbox', { name: /^Количество/ })).toBeVisible();
  for (const field of fields) await expect(field).toBeVisible();
  await expect(amount).toBeHidden();
});
