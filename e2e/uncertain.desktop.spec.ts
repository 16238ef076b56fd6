import type { Page } from '@playwright/test';
import { freePort, newDataDir, startProduct, type Product } from '../tools/product/process.ts';
import { expectAccessible } from './support/axe.ts';
import { Gate } from './support/gate.ts';
import { expect, newPerson, signUp, test as base } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

/** As long as the page asks by itself, and some more for a busy machine. */
const PATIENCE_MS = 60_000;
const CHECKING = 'Проверяем, что стало с заявкой…';
const OPENED = 'Открыта позиция Long BTCUSDT';
/** Nothing said about an order that was found out about without a form waiting for it. */
const ACCEPTED = /^Заявка от \d\d:\d\d принята$/;

/** The page of a new person, which reaches the product through a gate. */
const test = base.extend<{ gate: Gate }>({
  gate: async ({ page, product }, use) => {
    const gate = await Gate.to(product.port);
    await signUp(page, product, newPerson());
    await use(gate);
    await gate.close();
  },
});

const orderButton = (page: Page) => page.getByRole('button', { name: 'Открыть Long' });

async function comeToTrade(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await expect(orderButton(page)).toBeEnabled();
  await fillAmount(page, '100');
}

/** What the server has, asked without the gate. */
async function positionsAt(page: Page, { url }: Pick<Product, 'url'>): Promise<number> {
  const answer = await page.request.get(`${url}/api/trading/positions`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

/** Sends an order that arrives, while its answer does not. */
async function orderIntoSilence(page: Page, gate: Gate): Promise<void> {
  await comeToTrade(page, gate.url);
  gate.turn('mute');
  await orderButton(page).click();
}

test('L6 L7 an answer that got lost: the page finds out, and there is one position', async ({
  page,
  product,
  gate,
}) => {
  await orderIntoSilence(page, gate);
  await expect(page.getByRole('button', { name: CHECKING })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${CHECKING}$`) })).toBeAttached();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^.*стало с заявкой от \d\d:\d\d: Long BTCUSDT, 100,00 уч\. USDT, \d+x$/ }),
  ).toBeVisible();
  await expectAccessible(page, 'an order whose answer is awaited');
  await expect.poll(() => positionsAt(page, product)).toBe(1);
  gate.turn('open');
  await expect(page.getByText(OPENED)).toBeVisible();
  await expect(orderButton(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Заявки без ответа' })).toBeHidden();
  await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(1);
  expect(await positionsAt(page, product)).toBe(1);
});

test('L6 no answer for half a minute: the page says so, and pressing again is the same order', async ({
  page,
  product,
  gate,
}) => {
  await orderIntoSilence(page, gate);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Ответа пока нет. Повторите: второй заявки не будет.' }),
  ).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await expect(page.getByText(/^Неизвестно, принята ли заявка от \d\d:\d\d: Long BTCUSDT/)).toBeVisible();
  gate.turn('open');
  await orderButton(page).click();
  await expect(page.getByText(OPENED)).toBeVisible();
  await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(1);
  expect(await positionsAt(page, product)).toBe(1);
  await fillAmount(page, '100');
  await orderButton(page).click();
  await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(2);
});

test('L6 L7 a reload while the answer is awaited: the page finds out and says what became of it', async ({
  page,
  product,
  gate,
}) => {
  await orderIntoSilence(page, gate);
  await expect(page.getByRole('button', { name: CHECKING })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Проверяем, что стало с заявкой от \d\d:\d\d: Long BTCUSDT/)).toBeVisible();
  gate.turn('open');
  await expect(page.getByText(ACCEPTED)).toBeVisible();
  await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Заявки без ответа' })).toBeHidden();
  expect(await positionsAt(page, product)).toBe(1);
  await page.reload();
  await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('intent')))).toEqual([]);
});

test('S1 signing out takes along what was in doubt', async ({ page, gate }) => {
  await orderIntoSilence(page, gate);
  await expect(page.getByRole('button', { name: CHECKING })).toBeVisible();
  const kept = (): Promise<number> =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('intent')).length);
  expect(await kept()).toBe(1);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await kept()).toBe(0);
});

test('lists are read again by themselves when the server is back', async ({ page, product, gate }) => {
  await page.goto(`${gate.url}/log`);
  await expect(page.getByRole('heading', { name: 'Журнал', level: 1 })).toBeVisible();
  const record = page.getByRole('listitem').filter({ hasText: 'Начат новый сезон' });
  await expect(record).toHaveCount(0);
  gate.turn('shut');
  await expect(page.getByText(/^Связь с сервером потеряна\./)).toBeVisible();
  const season = await page.request.post(`${product.url}/api/trading/seasons`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(season.ok(), await season.text()).toBe(true);
  gate.turn('open');
  await expect(record).toHaveCount(1, { timeout: PATIENCE_MS });
});

base('L6 L7 the server is killed under an order: the page says the truth about it', async ({ page }) => {
  const data = newDataDir();
  const env = { MARKET_SEED: 'e2e', PORT: String(await freePort()) };
  let product = await startProduct(data.path, env);
  const gate = await Gate.to(product.port);
  try {
    await signUp(page, product, newPerson());
    await comeToTrade(page, gate.url);
    gate.onOrder = () => {
      gate.onOrder = null;
      product.process.kill('SIGKILL');
    };
    await orderButton(page).click();
    await expect(page.getByRole('button', { name: CHECKING })).toBeVisible();
    await product.kill();
    product = await startProduct(data.path, env);

    const opened = page.getByText(OPENED).or(page.getByText(ACCEPTED));
    const refused = page.getByRole('alert').filter({ hasText: 'Текущая цена недоступна' });
    // A machine too busy to start the server within a minute leaves the question to the person.
    const ask = page.getByRole('button', { name: 'Проверить и отправить' });
    // Why nothing can be ordered just now is said in the words of the refusal: first the question has to be over.
    const checking = page.getByRole('button', { name: CHECKING });
    await expect(checking).toHaveCount(0, { timeout: PATIENCE_MS });
    if (await ask.isVisible()) await ask.click();
    await expect(checking).toHaveCount(0, { timeout: PATIENCE_MS });
    const isOpened = (await positionsAt(page, product)) === 1;
    await expect(isOpened ? opened.first() : refused.first()).toBeVisible();
    await expect(positionOf(page, 'BTCUSDT', false)).toHaveCount(isOpened ? 1 : 0);
    await expect(page.getByRole('region', { name: 'Заявки без ответа' })).toBeHidden();
  } finally {
    await gate.close();
    await product.stop();
    data.remove();
  }
});
