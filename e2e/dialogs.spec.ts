import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { still } from './support/controls.ts';
import { expectLoaded } from './support/loaded.ts';
import { expect, test } from './support/test.ts';
import { openPosition } from './support/trading.ts';

interface Layer {
  name: string;
  path: string;
  open(page: Page): Promise<void>;
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const pressing =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await button(page, name).first().click();
  };

const LAYER = 'dialog[open], [popover]:popover-open';
const TRADE_PHONE = '/mobile/trade?symbol=BTCUSDT';
const EVERYWHERE = (trade: string): Layer[] => [
  { name: 'markets', path: trade, open: pressing(/^Рынок: /) },
  { name: 'TP and SL', path: trade, open: pressing('Изменить TP и SL BTCUSDT') },
  { name: 'a part', path: trade, open: pressing('Закрыть часть позиции BTCUSDT') },
  { name: 'log out everywhere', path: '/account', open: pressing('Выйти на всех устройствах') },
];
const DESKTOP: readonly Layer[] = [
  ...EVERYWHERE('/dashboard'),
  { name: 'account', path: '/dashboard', open: pressing(/^Меню профиля/) },
  { name: 'a term', path: '/dashboard', open: pressing('Плечо') },
  { name: 'keys', path: '/dashboard', open: pressing(/^Меню профиля/, 'Клавиши') },
  {
    name: 'review of an order',
    path: '/dashboard',
    open: async (page) => page.getByRole('textbox', { name: 'Сумма (маржа)' }).press('Enter'),
  },
  { name: 'a new season', path: '/assets', open: pressing('Начать заново') },
  { name: 'receiving coins', path: '/assets', open: pressing(/^Получить/) },
];
const PHONE: readonly Layer[] = [
  ...EVERYWHERE(TRADE_PHONE),
  { name: 'sections', path: TRADE_PHONE, open: pressing('Меню') },
  { name: 'an order', path: TRADE_PHONE, open: pressing('Новая позиция Long') },
  { name: 'pairs', path: TRADE_PHONE, open: pressing(/Выберите пару/) },
];

test('axe finds nothing in a dialog, a menu or a sheet', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  await openPosition(page, 'BTCUSDT', '100', 5);
  const layers = isMobile ? PHONE : DESKTOP;
  for (const [at, { name, path, open }] of layers.entries()) {
    // Each on its own screen as it opens; screens that follow each other are loaded once.
    if (layers[at - 1]?.path !== path) await page.goto(path);
    await expectLoaded(page);
    await open(page);
    const layer = page.locator(LAYER);
    await expect(layer, name).toBeVisible();
    await still(page);
    await expectAccessible(page, name, LAYER);
    await page.keyboard.press('Escape');
    await expect(layer, name).toBeHidden();
  }
  // The receipt opens by itself after a close.
  await page.goto(isMobile ? TRADE_PHONE : '/dashboard');
  await button(page, 'Закрыть позицию BTCUSDT').click();
  await expect(page.getByRole('dialog').getByText(/Вы закрыли позицию сами/)).toBeVisible();
  await expectAccessible(page, 'the receipt', LAYER);
  const receipt = page.getByRole('dialog');
  for (const name of ['Тот же путь, другое плечо', 'Моя сделка ещё раз']) {
    await receipt.getByRole('heading', { name }).click();
  }
  await expect(receipt.getByText('так было').first()).toBeVisible();
  await expect(receipt.getByRole('slider', { name: 'Время' })).toBeVisible();
  await expectAccessible(page, 'the receipt with all of its parts', LAYER);
  // It is higher than the window now, and the line of messages covers none of its buttons.
  const done = await receipt.getByRole('button', { name: 'Понятно' }).boundingBox();
  const line = await receipt.getByRole('status').last().boundingBox();
  expect(done!.y + done!.height).toBeLessThanOrEqual(line!.y);
});
