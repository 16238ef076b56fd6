import type { Locator, Page } from '@playwright/test';
import { drawnRows, drawnTakeProfit, labelledPrice, numberOf } from './support/chart-pixels.ts';
import { holdReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';
import { dragLevel, expectToMove, openPosition, positionOf, setLevels } from './support/trading.ts';

const takeProfit = async (page: Page): Promise<number> => numberOf(await labelledPrice(page, 'Тейк-профит'));

/** Drags and waits for the answer; the message of an earlier drag may still be there. */
async function drag(page: Page, byY: number): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await dragLevel(page, 'Тейк-профит', byY);
  await answered;
}

/** How far the drawn line is from the price that its label names, pixels. */
async function lineIsOff(page: Page, chart: Locator): Promise<number> {
  const { drawn, pixel } = await drawnTakeProfit(page, chart);
  return Math.abs(drawn - (await takeProfit(page))) / pixel;
}

test('the line of a dragged take profit is where the position has it, whatever is heard of first', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const stream = { held: false, frames: [] as (() => void)[] };
  await page.routeWebSocket(/\/api\//, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (stream.held) stream.frames.push(() => socket.send(frame));
      else socket.send(frame);
    });
  });
  // On pause no price reaches a level.
  const market = await holdReplay(page.request, { dataset: 'crash', symbols: ['BTCUSDT'] });
  await page.goto(`/dashboard?market=${market}`);
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  await expect(chart).toBeVisible();
  await page.getByRole('radio', { name: '1 час' }).click();
  await openPosition(page, 'BTCUSDT', '100', 5, market);
  await setLevels(page, 'BTCUSDT', 0.005, 0.005);
  const row = positionOf(page, 'BTCUSDT', false);
  const offset = () => lineIsOff(page, chart);
  await expect.poll(offset).toBeLessThan(2);

  // Away from the price first: where hours span much a few pixels nearer to it are all that there is.
  const before = await takeProfit(page);
  await drag(page, -20);
  expect(await takeProfit(page)).toBeGreaterThan(before);
  await expect.poll(offset).toBeLessThan(2);

  // The stream first: the answer waits until the position's own level is on the page.
  await page.route('**/api/trading/positions/*', async (route) => {
    const answer = await route.fetch();
    await expect(row).toContainText(await labelledPrice(page, 'Тейк-профит'));
    await route.fulfill({ response: answer });
  });
  await drag(page, 20);
  await page.unroute('**/api/trading/positions/*');
  await expect.poll(offset).toBeLessThan(2);

  // The answer first: the stream is silent until it has been given.
  stream.held = true;
  await drag(page, -15);
  const dropped = await takeProfit(page);
  expect(await offset()).toBeLessThan(2);
  stream.held = false;
  for (const send of stream.frames.splice(0)) send();
  await expect.poll(offset).toBeLessThan(2);
  expect(await takeProfit(page)).toBe(dropped);
});

test('a limit order begins at the price, is drawn where it waits, and says when it will not wait', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/dashboard');
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  await expect(chart).toBeVisible();
  await page.getByRole('radio', { name: '1 час' }).click();
  await page.getByRole('radio', { name: 'Лимитный' }).click();
  const limit = page.getByRole('textbox', { name: 'Лимитная цена' });
  await expect(limit).toHaveValue(/^\d+,\d\d$/);
  const price = numberOf(await limit.inputValue());
  const shown = await page.getByText('Текущая цена').locator('xpath=following-sibling::*').innerText();
  expect(Math.abs(numberOf(shown) / price - 1)).toBeLessThan(0.01);

  const atOnce = page.getByText(/^Цена уже не хуже вашей: ордер исполнится сразу, примерно по [\d\s]+,\d\d$/);
  const typed = (share: number) => limit.fill((price * share).toFixed(2).replace('.', ','));
  await typed(0.99);
  await expect(atOnce).toBeHidden();
  await page.getByRole('button', { name: 'Поставить ордер Long' }).click();
  const placed = page.getByText('Ордер Long BTCUSDT поставлен');
  await expect(placed).toBeVisible();
  const label = chart.getByRole('img', { name: /^Ордер: Лимит Long 1x по / });
  await expect(label).toContainText('Лимит Long 1x');
  // The label stands at the line that is drawn.
  await expect
    .poll(async () => {
      const [rows = []] = await drawnRows(chart, ['--color-accent']);
      const [box, frame] = [await label.boundingBox(), await chart.boundingBox()];
      const centre = (box?.y ?? 0) + (box?.height ?? 0) / 2 - (frame?.y ?? 0);
      return rows.some((row) => Math.abs(row - centre) <= 1.5);
    })
    .toBe(true);

  // Emptied by hand it stays empty; after an order it begins at the price again.
  await expect(limit).toHaveValue(/^\d+,\d\d$/);
  await limit.fill('');
  await expectToMove(page.getByText('Текущая цена').locator('xpath=following-sibling::*'));
  await expect(limit).toHaveValue('');
  await typed(1.02);
  await expect(atOnce).toBeVisible();
  await expect(placed).toBeHidden();
  await page.getByRole('button', { name: 'Поставить ордер Long' }).click();
  await expect(page.getByText('Открыта позиция Long BTCUSDT')).toBeVisible();
  await expect(placed).toBeHidden();
  await expect(positionOf(page, 'BTCUSDT', false)).toContainText('LONG');
});
