import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const API = '/api/trading/alerts';
/** What a day always has: it rings with the next price. */
const ANY_DAY = { kind: 'change', symbol: 'BTCUSDT', percent: '0.1', window: 86_400, direction: 'either' };

async function setByRequest(page: Page, origin: string, alert: object): Promise<void> {
  const answer = await page.request.post(API, {
    data: { pause: null, expiresAt: null, ...alert },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const rung = async (page: Page): Promise<number> =>
  ((await (await page.request.get(`${API}/history`)).json()) as { items: unknown[] }).items.length;

test('an alert is set and removed; one that rang while the page was closed is seen later', async ({
  page,
  person,
  product,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const origin = new URL(product.url).origin;
  const home = isMobile ? '/mobile/home' : '/dashboard';
  await page.goto(home);
  const bell = page.getByRole('button', { name: /^Оповещения/ });
  const panel = page.getByRole('dialog', { name: 'Оповещения' });

  await bell.click();
  await expect(panel.getByText('Оповещений нет')).toBeVisible();
  await expectAccessible(page, 'no alerts', 'dialog');
  await panel.getByRole('button', { name: 'Новое оповещение' }).click();
  await panel.getByRole('button', { name: 'Поставить' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Введите цену больше нуля');
  await panel.getByRole('textbox', { name: 'Цена' }).fill('999 999,5');
  await panel.getByRole('combobox', { name: 'Сколько раз' }).selectOption('3600');
  await expectAccessible(page, 'an alert that is being set', 'dialog');
  await panel.getByRole('button', { name: 'Поставить' }).click();
  const waiting = panel.getByRole('list', { name: 'Ждут' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText(/BTC\/USDT: цена дойдёт до 999\s999,50/);
  await expect(waiting).toContainText('Синтетический рынок');
  await waiting.getByRole('button', { name: /^Удалить/ }).click();
  await expect(panel.getByText('Оповещений нет')).toBeVisible();

  // Nobody looks.
  await page.goto('about:blank');
  await setByRequest(page, origin, ANY_DAY);
  await expect.poll(() => rung(page)).toBe(1);
  await page.goto(home);
  await expect(bell).toHaveAccessibleName('Оповещения: новых 1');

  // A list that did not come has not been seen.
  await page.route(`**${API}/history*`, (route) => route.abort());
  await bell.click();
  await expect(panel.getByText('Не удалось загрузить')).toBeVisible();
  await page.unroute(`**${API}/history*`);
  await panel.getByRole('button', { name: 'Повторить' }).click();
  const rings = panel.getByRole('list', { name: 'Сработали' }).getByRole('listitem');
  await expect(rings).toHaveCount(1);
  await expect(rings).toContainText(/BTC\/USDT: (\+.+ от минимума|−.+ от максимума) за 24\sч/);
  await expect(rings).toContainText('новое');
  await expectAccessible(page, 'an alert that rang', 'dialog');
  await page.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Оповещения');

  // Somebody looks: it is said, and counted until it is looked at.
  await setByRequest(page, origin, { ...ANY_DAY, symbol: 'ETHUSDT' });
  await expect(page.getByRole('status').filter({ hasText: /ETH\/USDT: / })).toBeVisible();
  await expect(bell).toHaveAccessibleName('Оповещения: новых 1');
  await page.reload();
  await expect(bell).toHaveAccessibleName('Оповещения: новых 1');
});
