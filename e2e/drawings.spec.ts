import type { Locator, Page } from '@playwright/test';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { isDrawnIn, numberOf } from './support/chart-pixels.ts';
import { still } from './support/controls.ts';
import { expect, test } from './support/test.ts';

interface Spot {
  x: number;
  y: number;
}

/** Moves what is under the pointer: a mouse presses it, a finger drags. */
async function drag(page: Page, from: Spot, to: Spot, isMobile: boolean): Promise<void> {
  const between = (share: number): Spot => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  if (isMobile) {
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [between(share)]);
    await touch('touchEnd', []);
    await finger.detach();
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(between(share).x, between(share).y);
    await page.mouse.up();
  }
}

const point = (page: Page, { x, y }: Spot, isMobile: boolean): Promise<void> =>
  isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

/** Opens what lists the drawings, and gives the list. */
async function listOf(page: Page, isMobile: boolean): Promise<Locator> {
  const list = page.getByRole('list', { name: 'Рисунки на графике' });
  const opener = isMobile
    ? page.getByRole('button', { name: 'Рисование' })
    : page.getByRole('button', { name: 'Рисунки на графике' });
  if (!(await list.isVisible())) await opener.click();
  await expect(list).toBeVisible();
  return list;
}

const leave = (page: Page, isMobile: boolean): Promise<void> =>
  isMobile ? page.keyboard.press('Escape') : page.getByRole('button', { name: 'Рисунки на графике' }).click();

test('a line is drawn, moved, undone and found again; a drawn position fills the order form and sends nothing', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/trading/')) sent.push(request.url());
  });
  await page.goto(isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard');
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  await expect(chart).toBeVisible();
  await page.getByRole('radio', { name: '1 час' }).click();
  await expect(chart).toHaveAccessibleName(/1 час/);
  await page.getByRole('button', { name: 'Рисование' }).click();
  await expect(page.getByRole('button', { name: 'Трендовая линия' })).toBeVisible();
  await still(page);
  await expectAccessible(page, 'the tools of drawing');
  await page.getByRole('button', { name: 'Трендовая линия' }).click();
  await expect(page.getByText('Трендовая линия: первая точка')).toBeVisible();
  // The row of tools has its place now.
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no place');
  const spot = (x: number, y: number): Spot => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  /** Whether something of a drawing's colour is there, give or take three pixels. */
  const drawnAt = (x: number, y: number, byY = 0): Promise<boolean> => {
    const at = { x: box.width * x - 3, y: box.height * y + byY - 3 };
    return isDrawnIn(chart, { ...at, width: 7, height: 7 }, '--color-accent');
  };
  const [start, end, middle] = [spot(0.2, 0.4), spot(0.6, 0.6), spot(0.4, 0.5)];

  await point(page, start, isMobile);
  await expect(page.getByText('Трендовая линия: вторая точка')).toBeVisible();
  await point(page, end, isMobile);
  await expect.poll(() => drawnAt(0.4, 0.5)).toBe(true);

  const figures = async (): Promise<string> => {
    const text = await (await listOf(page, isMobile)).getByRole('button', { name: /^Трендовая линия/ }).innerText();
    await leave(page, isMobile);
    return text;
  };
  const drawn = await figures();
  expect(drawn).toMatch(/\d,\d\d \(.+\) – [\d\s]+,\d\d \(/);

  // It is chosen since it was drawn: a finger moves it, too, and the chart stays.
  await drag(page, middle, { x: middle.x, y: middle.y + 40 }, isMobile);
  await expect.poll(() => drawnAt(0.4, 0.5, 40)).toBe(true);
  const moved = await figures();
  expect(moved).not.toBe(drawn);

  // Undone by the button on a phone and by the keys elsewhere.
  const step = async (name: 'Отменить' | 'Вернуть', keys: string): Promise<void> => {
    if (!isMobile) return page.keyboard.press(keys);
    await page.getByRole('button', { name: 'Рисование' }).click();
    await page.getByRole('button', { name: new RegExp(`^${name} \\(`) }).click();
    return page.keyboard.press('Escape');
  };
  await step('Отменить', 'Control+z');
  await expect.poll(() => drawnAt(0.4, 0.5)).toBe(true);
  expect(await figures()).toBe(drawn);
  await step('Вернуть', 'Control+Shift+z');
  expect(await figures()).toBe(moved);

  await page.reload();
  await expect(chart).toBeVisible();
  // Without its tools, in whose place there is more of the chart; wider than the candles that may be in front of the line.
  const column = { x: box.width * 0.3, y: 0, width: box.width * 0.2, height: box.height - 40 };
  await expect.poll(() => isDrawnIn(chart, column, '--color-accent')).toBe(true);
  if (!isMobile) await page.getByRole('button', { name: 'Рисование' }).click();
  expect(await figures()).toBe(moved);

  // By the keyboard alone: an arrow moves it, Delete takes it away.
  const row = (await listOf(page, isMobile)).getByRole('button', { name: /^Трендовая линия/ });
  await still(page);
  await expectAccessible(page, 'the list of drawings');
  await row.focus();
  await row.press('ArrowUp');
  await expect(row).not.toHaveText(moved);
  await row.press('Delete');
  await expect(page.getByText('Рисунков пока нет')).toBeVisible();

  await page.getByRole('button', { name: 'Позиция Long', exact: true }).click();
  await page.getByRole('button', { name: 'Поставить в середину' }).click();
  await page.getByRole('group', { name: 'Позиция Long' }).getByRole('button', { name: 'В форму ордера' }).click();
  if (isMobile) await page.getByRole('dialog').locator('summary').click();
  await expect(page.getByRole('radio', { name: 'Long' })).toBeChecked();
  const level = (name: string) => page.getByRole('textbox', { name }).inputValue();
  const priceOf = async (name: string): Promise<number> => Number((await level(name)).replace(',', '.'));
  const [target, stop] = [await priceOf('Тейк-профит'), await priceOf('Стоп-лосс')];
  expect(target).toBeGreaterThan(stop);
  expect(stop).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

/** The price that the line of a waiting order is at, as its label says. */
async function waitsAt(line: Locator): Promise<number> {
  return numberOf(/по ([\d\s]+,\d+)/.exec((await line.getAttribute('aria-label')) ?? '')?.[1] ?? '');
}

test('an order that waits is moved by its line, to where the server says; Esc leaves it', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto(isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard');
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  await expect(chart).toBeVisible();
  await page.getByRole('radio', { name: '1 час' }).click();
  await expect(chart).toHaveAccessibleName(/1 час/);
  const pairs = (await (await page.request.get('/api/trading/pairs')).json()) as {
    items: { symbol: string; lastPrice: string }[];
  };
  const price = Number(pairs.items.find(({ symbol }) => symbol === 'BTCUSDT')?.lastPrice);
  const placed = await page.request.post('/api/trading/orders', {
    data: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2, limitPrice: (price * 0.99).toFixed(2) },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  expect(placed.ok(), await placed.text()).toBe(true);
  const line = chart.getByRole('img', { name: /^Ордер: Лимит Long 2x по / });
  await expect(line).toBeVisible();
  await line.scrollIntoViewIfNeeded();
  const before = await waitsAt(line);
  const box = await line.boundingBox();
  if (box === null) throw new Error('the order has no line');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const to = { x: from.x, y: from.y + 20 };

  // Begun and left: nothing is sent, and the line is where it was.
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await expect.poll(() => waitsAt(line)).toBeLessThan(before);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await waitsAt(line)).toBe(before);
  expect(sent).toBe(0);

  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await drag(page, from, to, isMobile);
  const answer = (await (await answered).json()) as { limitPrice: string };
  expect(Number(answer.limitPrice)).toBeLessThan(before);
  await expect(page.getByText(/Ордер передвинут на/)).toBeVisible();
  await expect.poll(() => waitsAt(line)).toBe(Number(answer.limitPrice));

  // A price that no limit may have is refused: the line goes back to where the order waits.
  await page.route('**/api/trading/orders/*', (route) =>
    route.fulfill({ status: 409, json: { error: 'Ордер сейчас срабатывает.', code: 'order_busy' } }),
  );
  const now = await line.boundingBox();
  if (now === null) throw new Error('the order has no line');
  const place = { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  await drag(page, place, { x: place.x, y: place.y - 15 }, isMobile);
  await expect.poll(() => waitsAt(line)).toBe(Number(answer.limitPrice));
});
