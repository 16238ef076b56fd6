import type { Locator, Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { codeOfMessage, sendCoins, startTopUp, submitWithdrawal } from './support/money.ts';
import { holdReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';
import { closedTrade } from './support/trading.ts';

/** Where the keyboard goes on from when what it was on has gone. */

test.beforeEach(({ person }) => expect(person.phone).toMatch(/^\+7/));

async function enter(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

const focused = (page: Page): Locator => page.locator(':focus');

test('money by card: what the bank ended, the next top-up and a wrong code', async ({ page }) => {
  await page.goto('/deposit');
  await page.getByRole('tab', { name: 'Карта' }).click();
  await startTopUp(page, /^Банк одобряет/, '5000');
  await enter(page.getByRole('button', { name: 'Отменить платёж' }));
  await expect(focused(page)).toContainText('Вы отменили платёж');
  await enter(page.getByRole('button', { name: 'Попробовать снова' }));
  await expect(focused(page).getByRole('textbox', { name: 'Сумма' })).toBeVisible();

  await startTopUp(page, /^С кодом 3-D Secure/, '5000');
  const code = page.getByRole('textbox', { name: 'Код из сообщения' });
  const right = await codeOfMessage(page);
  await code.fill(right === '0000' ? '1111' : '0000');
  await code.press('Enter');
  await expect(page.getByText('Неверный код из сообщения банка')).toBeVisible();
  await expect(code).toBeFocused();
  await page.keyboard.type(right);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toContainText('Зачислено');
});

test('coins of the practice wallet: back from the review, sent, another one', async ({ page }) => {
  await page.goto('/assets');
  await enter(page.getByRole('button', { name: 'Отправить USDT по сети BEP20 (BSC)' }));
  const form = page.getByRole('dialog', { name: 'Отправить USDT' });
  const { items } = (await (await page.request.get('/api/wallet')).json()) as { items: { address: string }[] };
  const to = items[0]?.address ?? '';
  await form.getByRole('textbox', { name: 'Адрес получателя' }).fill(to);
  await form.getByRole('textbox', { name: 'Сумма' }).fill('1');
  await form.getByRole('textbox', { name: 'Сумма' }).press('Enter');
  await expect(form.getByRole('group', { name: 'Проверьте перевод' })).toBeFocused();
  await enter(form.getByRole('button', { name: 'Назад' }));
  await expect(form.getByRole('group', { name: 'Отправить USDT' }).last()).toBeFocused();
  await sendCoins(form, { network: 'bsc', amount: '1' });
  await expect(form.getByRole('group', { name: 'Перевод отправлен' })).toBeFocused();
  await enter(form.getByRole('button', { name: 'Ещё перевод' }));
  await expect(focused(page).getByRole('textbox', { name: 'Сумма' })).toBeVisible();
});

test('a withdrawal: what came of it, and the next one', async ({ page }) => {
  await page.goto('/withdraw');
  await page.getByRole('button', { name: 'Мой учебный кошелёк' }).click();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('100');
  await enter(submitWithdrawal(page));
  await expect(focused(page)).toContainText('Запрос принят');
  await enter(page.getByRole('button', { name: 'Новый вывод' }));
  await expect(focused(page).getByRole('textbox', { name: 'Сумма', exact: true })).toBeVisible();
});

test('filters that are taken off', async ({ page }) => {
  await page.goto('/history');
  await page.getByRole('combobox', { name: 'Направление' }).selectOption('short');
  await enter(page.getByRole('button', { name: 'Сбросить' }));
  await expect(page.getByRole('combobox', { name: 'Пара' })).toBeFocused();
  await page.goto('/assets');
  await page.getByRole('combobox', { name: 'Статус' }).selectOption('failed');
  await enter(page.getByRole('button', { name: 'Сбросить' }));
  await expect(page.getByRole('combobox', { name: 'Тип' })).toBeFocused();
});

test('alerts that are set and taken away', async ({ page }) => {
  await page.goto('/dashboard');
  await enter(page.getByRole('button', { name: 'Оповещения', exact: true }));
  const panel = page.getByRole('dialog', { name: 'Оповещения' });
  for (const level of ['999999', '888888', '777777']) {
    await enter(panel.getByRole('button', { name: 'Новое оповещение' }));
    await expect(panel.getByRole('group', { name: 'Новое оповещение' })).toBeFocused();
    await panel.getByRole('textbox', { name: 'Цена' }).fill(level);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('group', { name: 'Оповещения' }).last()).toBeFocused();
  }
  await enter(panel.getByRole('button', { name: /^Удалить.* 888/ }));
  await expect(panel.getByRole('button', { name: /^Удалить.* 999/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /^Удалить.* 777/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused(page)).toContainText('Оповещений нет');
});

test('pairs that leave a watchlist', async ({ page }) => {
  await page.goto('/watch');
  await page.getByRole('radio', { name: 'Избранное' }).check();
  await enter(page.getByRole('button', { name: 'Убрать ETHUSDT из избранного' }));
  await expect(page.getByRole('button', { name: 'Убрать BNBUSDT из избранного' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Убрать BTCUSDT из избранного' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused(page)).toContainText('В этом списке пока ничего нет');
});

test('a note: its tags, what is kept, and what another window has kept', async ({ page, context }) => {
  const receipt = `/history/${await closedTrade(page)}`;
  const save = page.getByRole('button', { name: 'Сохранить' });
  await page.goto(receipt);
  await page.getByText('Заметка', { exact: true }).click();
  const tag = page.getByRole('combobox', { name: 'Метки' });
  for (const word of ['импульс', 'новости']) {
    await tag.fill(word);
    await enter(page.getByRole('button', { name: 'Добавить' }));
    await expect(tag).toBeFocused();
  }
  await enter(page.getByRole('button', { name: 'Снять метку «импульс»' }));
  await expect(page.getByRole('button', { name: 'Снять метку «новости»' })).toBeFocused();
  await enter(save);
  await expect(page.getByText('Сохранено')).toBeVisible();
  await expect(save).toBeFocused();

  const other = await context.newPage();
  await other.goto(receipt);
  await other.getByText('Заметка', { exact: true }).click();
  await other.getByRole('textbox', { name: 'Что вы думали' }).fill('из другого окна');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await expect(other.getByText('Сохранено')).toBeVisible();
  await page.getByRole('textbox', { name: 'Что вы думали' }).fill('из этого');
  await enter(save);
  await enter(page.getByRole('button', { name: 'Оставить эту' }));
  await expect(focused(page).getByText('Сохранено')).toBeVisible();
});

test('orders that are taken back', async ({ page }) => {
  for (const limitPrice of ['40000', '41000']) {
    const placed = await page.request.post('/api/trading/orders', {
      data: { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 1, limitPrice },
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
    });
    expect(placed.ok(), await placed.text()).toBe(true);
  }
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: /^Ордера/ }).click();
  const cancel = page.getByRole('button', { name: 'Отменить ордер BTCUSDT' });
  await enter(cancel.first());
  await expect(cancel).toHaveCount(1);
  await expect(page.getByRole('table', { name: 'Активные ордера' }).locator('button:focus')).toBeVisible();
});

test('a replay that is finished', async ({ page }) => {
  await page.goto(`/dashboard?market=${await holdReplay(page.request)}`);
  const bar = page.getByRole('region', { name: 'Управление повтором' });
  await enter(bar.getByRole('button', { name: 'Завершить' }));
  await enter(page.getByRole('dialog').getByRole('button', { name: 'Завершить повтор' }));
  await expect(bar.getByText('Повтор завершён')).toBeVisible();
  await expect(bar).toBeFocused();
});
