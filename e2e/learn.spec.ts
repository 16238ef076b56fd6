import type { APIRequestContext, Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

interface Progress {
  lesson: string;
  market: string | null;
}

async function post<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await request.post(`/api/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

async function marketOf(request: APIRequestContext, lesson: string): Promise<string> {
  const { items } = (await (await request.get('/api/lessons')).json()) as { items: Progress[] };
  const market = items.find((one) => one.lesson === lesson)?.market;
  if (market === null || market === undefined) throw new Error(`${lesson} has no replay`);
  return market;
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** From the list to a lesson, and from there to its replay. */
async function openReplay(page: Page, name: string): Promise<void> {
  await page.goto('/learn');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(title(page, name)).toBeVisible();
  await expectAccessible(page, name);
  await page.getByRole('button', { name: 'Открыть повтор' }).click();
  await expect(page).toHaveURL(/market=session-/);
  // The lesson stays until the screen of the replay is loaded, and has a task to check, too.
  await expect(page.getByRole('region', { name: 'Управление повтором' })).toBeVisible();
}

const long = { symbol: 'BTCUSDT', type: 'long' };

test('a lesson is begun, asked about, done in its replay and answered; it stays done', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/learn');
  await expect(page.getByText('Пройдено 0 из 10')).toBeVisible();
  await openReplay(page, 'Что такое плечо');

  const task = page.getByRole('region', { name: 'Задание' });
  await expect(task).toContainText('Урок 1.');
  await expect(page.getByRole('region', { name: 'Управление повтором' }).getByText('На паузе')).toBeVisible();
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('В повторе пока нет ни одной позиции.')).toBeVisible();
  await expectAccessible(page, 'the replay of a lesson');

  const market = await marketOf(page.request, 'leverage');
  const { entryPrice } = await post<{ entryPrice: string }>(page.request, `trading/positions?market=${market}`, {
    ...{ ...long, amount: '100', leverage: 10 },
  });
  // Four hours into the replay the crash is over.
  const { startAt } = (await (await page.request.get(`/api/trading/markets/${market}`)).json()) as { startAt: number };
  await post(page.request, `replays/sessions/${market}/control`, { action: 'jump', to: startAt + 14_400 });
  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await expect(receipt.getByText('Ликвидация', { exact: true }).first()).toBeVisible();
  await receipt.getByRole('button', { name: 'Понятно' }).click();

  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('Осталось ответить на вопрос на странице урока.')).toBeVisible();
  await task.getByRole('link', { name: 'К уроку' }).click();
  const { items } = (await (await page.request.get(`/api/trading/trades?market=${market}`)).json()) as {
    items: [{ exitPrice: string }];
  };
  const moved = (1 - Number(items[0].exitPrice) / Number(entryPrice)) * 100;
  const answer = task.getByRole('textbox', { name: /На сколько процентов/ });
  await answer.fill('много');
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('Введите число, например 12,5')).toBeVisible();
  await answer.fill((moved + 3).toFixed(1).replace('.', ','));
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText(/Ответ не сходится/)).toBeVisible();
  await answer.fill(moved.toFixed(1).replace('.', ','));
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('Задание выполнено.')).toBeVisible();
  await page.reload();
  await expect(task.getByText(/^Пройден /)).toBeVisible();
  await page.getByRole('link', { name: 'Все уроки' }).click();
  await expect(page.getByText('Пройдено 1 из 10')).toBeVisible();
});

test('a stop loss is measured by the noise of its replay', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  await openReplay(page, 'Стоп-лосс за шумом');
  const task = page.getByRole('region', { name: 'Задание' });
  const market = await marketOf(page.request, 'stop-loss');
  const open = (more: object) =>
    post<{ entryPrice: string }>(page.request, `trading/positions?market=${market}`, {
      ...{ ...long, amount: '100', leverage: 1, ...more },
    });
  const { entryPrice } = await open({});
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('У позиции нет стоп-лосса.')).toBeVisible();
  await open({ stopLoss: (Number(entryPrice) * 0.9999).toFixed(2) });
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText(/Стоп внутри шума\.$/)).toBeVisible();
  await open({ stopLoss: (Number(entryPrice) * 0.9).toFixed(2) });
  await task.getByRole('button', { name: 'Проверить' }).click();
  await expect(task.getByText('Задание выполнено.')).toBeVisible();
  if (isMobile) {
    // The task, the replay and the chart share a phone.
    await expect(page.getByRole('region', { name: 'Управление повтором' })).toBeInViewport();
  }
});

test('the fake exchange is found by what it wants; the signs are told when it is found', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/learn/fake-exchange');
  await expect(title(page, 'Найдите подделку')).toBeVisible();
  const task = page.getByRole('region', { name: 'Задание' });
  const check = task.getByRole('button', { name: 'Проверить' });
  await expect(check).toBeDisabled();
  // Nothing on the drawn screens can be used.
  await expect(task.getByRole('textbox')).toHaveCount(0);
  await expect(task.getByRole('link')).toHaveCount(0);
  await task.getByRole('radio', { name: 'Экран 2' }).check();
  await check.click();
  await expect(task.getByText(/Ответ не сходится/)).toBeVisible();
  await expect(task.getByText(/^Подделка\./)).toHaveCount(0);
  await task.getByRole('radio', { name: 'Экран 4' }).check();
  await check.click();
  await expect(task.getByText('Задание выполнено.')).toBeVisible();
  await expect(task.getByText(/^Подделка\. Чтобы забрать своё/)).toBeVisible();
  await expectAccessible(page, 'the found fake');
});

test('what is no lesson is said to be none', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/learn/riches');
  await expect(page.getByText('Такого урока нет')).toBeVisible();
  await page.getByRole('link', { name: 'Все уроки' }).click();
  await expect(title(page, 'Уроки')).toBeVisible();
});
