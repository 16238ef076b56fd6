import type { Page } from '@playwright/test';
import { chooseCoin, codeOfMessage, startTopUp } from './support/money.ts';
import { enterArea, makeOperator, operatorCall } from './support/operator.ts';
import { NOTICE } from './support/screens.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';

const LABEL = 'Синтетический рынок';

test('C5 nothing dismisses the notice, and it leads to what it warns of', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  const notice = page.getByRole('link', { name: NOTICE });
  const bar = page.getByRole('paragraph').filter({ has: notice });
  await page.goto(isMobile ? '/mobile/deposit' : '/deposit');
  await expect(notice).toBeInViewport();
  await expect(bar.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(notice).toBeInViewport();

  // The bank's page takes the place of the whole screen; the notice stays.
  await page.getByRole('tab', { name: 'Карта' }).click();
  await startTopUp(page, /^С кодом 3-D Secure/, '5000');
  await expect(notice).toBeInViewport();
  await expect(page.getByText('Эта ничего не списывает и не спрашивает данных карты.')).toBeVisible();
  const fields = page.getByRole('main').getByRole('textbox');
  await expect(fields).toHaveCount(1);
  await expect(fields).toHaveAttribute('maxlength', '4');
  await expect(fields).toHaveAttribute('autocomplete', 'off');
  expect(await codeOfMessage(page)).toMatch(/^\d{4}$/);

  await notice.click();
  await expect(page).toHaveURL(/\/safety/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toBeInViewport();
});

/** Where the lines of the notice are drawn, in pixels of the window. */
const noticeLines = (page: Page): Promise<number[][]> =>
  page.getByRole('link', { name: NOTICE }).evaluate((link) => {
    const words = document.createRange();
    words.selectNodeContents(link);
    return [...words.getClientRects()].map(({ x, y, width, height }) => [x, y, width, height]);
  });

test('C5 the notice stands in the first frame as it does ever after, without a script and without a font of ours', async ({
  page,
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: page.viewportSize() });
  const bare = await context.newPage();
  await bare.route(/\.(js|css|woff2)(\?|$)/, (route) => route.abort());
  await bare.goto('/login');
  const first = await noticeLines(bare);
  expect(first.length).toBeGreaterThan(0);
  await context.close();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await noticeLines(page)).toEqual(first);
});

test('C2 a coin is deposited and withdrawn at the price of a market that is named', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto(isMobile ? '/mobile/deposit' : '/deposit');
  for (const asset of ['BTC', 'ETH'] as const) {
    await chooseCoin(page, asset, asset === 'BTC' ? 'bitcoin' : 'arbitrum');
    await expect(page.getByText(`Цена берётся в момент зачисления на рынке «${LABEL}»`)).toBeVisible();
  }
  await page.goto(isMobile ? '/mobile/withdraw' : '/withdraw');
  await chooseCoin(page, 'BTC', 'bitcoin');
  const price = page.getByText('Цена BTCUSDT', { exact: true }).locator('xpath=..');
  await expect(price).toContainText(/\d/);
  await expect(price).toContainText(LABEL);
  await page.getByRole('button', { name: 'Мой учебный кошелёк' }).click();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('0,001');
  await expect(page.getByText('Спишется со счёта').locator('xpath=..')).toContainText(/≈ \d/);
});

type Prices = Map<string, string>;

/** Prices of the main market as a page's stream tells them, by symbol and the moment of the price. */
function pricesOf(page: Page): Prices {
  const prices: Prices = new Map();
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(payload.toString()) as { type: string; data: { rows: unknown[][]; label: string } };
      if (frame.type !== 'tickers') return;
      expect(frame.data.label).toBe(LABEL);
      for (const row of frame.data.rows) prices.set(`${String(row[0])} at ${String(row[7])}`, String(row[1]));
    });
  });
  return prices;
}

test('C2 two people see the same price at the same instant, whatever an operator did to either', async ({
  page,
  person,
  browser,
  product,
  isMobile,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const theirs = await context.newPage();
  const other = newPerson();
  await signUp(theirs, product, other);
  await enterArea(page, await makeOperator(product, person.phone));
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await operatorCall(page, 'balance/adjust', { phone: other.phone, amount: '100000', reason: 'prize' });
  await operatorCall(page, 'user/block', { phone: other.phone, blocked: true, reason: 'conduct' });

  const [ours, seen] = [pricesOf(page), pricesOf(theirs)];
  const home = isMobile ? '/mobile/home' : '/dashboard';
  await Promise.all([page.goto(home), theirs.goto(home)]);
  const shared = (): string[] => [...ours.keys()].filter((key) => seen.has(key));
  const moments = (): number => new Set(shared().map((key) => key.split(' at ')[1])).size;
  await expect.poll(() => shared().length, { timeout: 60_000 }).toBeGreaterThan(300);
  await expect.poll(moments, { timeout: 60_000 }).toBeGreaterThan(3);
  expect(shared().find((key) => ours.get(key) !== seen.get(key))).toBeUndefined();
});
