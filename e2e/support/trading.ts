import { expect, type Locator, type Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';

/** What the tests of both sizes do alike: fields and buttons have the same names on a phone. */

export async function setLeverage(page: Page, leverage: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Плечо' });
  await slider.focus();
  await slider.press('Home');
  for (let n = 1; n < leverage; n += 1) await slider.press('ArrowRight');
  await expect(slider).toHaveValue(String(leverage));
}

export async function fillAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Сумма (маржа)' }).fill(amount);
}

/** The figures of a position as text: the table's row on a desktop, the card on a phone. */
export function positionOf(page: Page, symbol: string, isMobile: boolean): Locator {
  return isMobile
    ? page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Закрыть позицию ${symbol}` }) })
    : page.getByRole('row').filter({ has: page.getByRole('button', { name: `Закрыть позицию ${symbol}` }) });
}

/** Waits until the text of something live becomes another. */
export async function expectToMove(locator: Locator): Promise<void> {
  const before = await locator.innerText();
  await expect.poll(() => locator.innerText(), { timeout: 30_000 }).not.toBe(before);
}

/** Sets take profit and stop loss of a position in its dialog, at the given distances from the current price. */
export async function setLevels(page: Page, symbol: string, above: number, below: number): Promise<void> {
  await page.getByRole('button', { name: `Изменить TP и SL ${symbol}` }).click();
  const dialog = page.getByRole('dialog');
  const shown = await dialog.getByText('Цена сейчас').locator('xpath=following-sibling::*').innerText();
  const price = Number(shown.replace(/\s/g, '').replace(',', '.'));
  await dialog.getByRole('textbox', { name: 'Тейк-профит' }).fill((price * (1 + above)).toFixed(2).replace('.', ','));
  await dialog.getByRole('textbox', { name: 'Стоп-лосс' }).fill((price * (1 - below)).toFixed(2).replace('.', ','));
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
}

/** Drags a level's label on the chart by some pixels, with the mouse or a finger. */
export async function dragLevel(page: Page, name: string, byY: number): Promise<void> {
  const label = page.getByRole('button', { name: new RegExp(`^${name} .*Изменить`) });
  await label.scrollIntoViewIfNeeded();
  await expect(label).toBeVisible();
  const box = await label.boundingBox();
  if (box === null) throw new Error(`${name} is not on the chart`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + byY / 2, { steps: 5 });
  await page.mouse.move(x, y + byY, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(new RegExp(`${name} передвинут на`)).last()).toBeVisible();
}

/** Opens a long position with the page's own cookies but not through the page, for tests of other things. @returns its id */
export async function openPosition(
  page: Page,
  symbol: string,
  amount: string,
  leverage: number,
  market = 'main',
): Promise<string> {
  const answer = await page.request.post(`/api/trading/positions?market=${market}`, {
    data: { symbol, type: 'long', amount, leverage },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

/** Opens and closes a position likewise. @returns the id of the trade */
export async function closedTrade(page: Page): Promise<string> {
  const answer = await page.request.delete(`/api/trading/positions/${await openPosition(page, 'BTCUSDT', '10', 2)}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}
