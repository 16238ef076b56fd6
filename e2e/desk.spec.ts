import type { Page } from '@playwright/test';
import type { FundingList, Position, Trade } from '@plecho/contract';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { numberOf } from './support/chart-pixels.ts';
import { still } from './support/controls.ts';
import { keyboardOf } from './support/hands.ts';
import { calm, fall } from './support/klines.ts';
import { makeOperator, operatorCall } from './support/operator.ts';
import { jumpOwnReplay, startOwnReplay, startReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';
import { openPosition, positionOf } from './support/trading.ts';

const LAYER = 'dialog[open]';

/** Where people trade: the ticket is a panel of the desktop's screen, and a sheet of the phone's. */
async function openTicket(page: Page, market: string, symbol: string, isMobile: boolean): Promise<void> {
  const query = `market=${market}&symbol=${symbol}`;
  await page.goto(isMobile ? `/mobile/trade?${query}` : `/dashboard?${query}`);
  if (isMobile) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
}

test('is sized by risk, trailed through a rise and closed by it', async ({ page, person, product, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  // Up by a third, and down again faster than the trailing stop lets go.
  const rise = fall(60_000, -0.03, 10);
  const top = rise.at(-1)?.close ?? 0;
  const minutes = [...calm(60_000, 35), ...rise, ...fall(top, 0.03, 6), ...calm(top * 0.83, 60)];
  const market = await startOwnReplay(page.request, product, 'BTCUSDT', minutes);
  await openTicket(page, market, 'BTCUSDT', isMobile);

  // A beginner sees nothing of it before it is asked for.
  await expect(page.getByRole('radio', { name: 'Риск' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('radio', { name: 'Риск' }).check();
  const risk = page.getByRole('textbox', { name: 'Потеряю не больше' });
  await expect(risk).toHaveValue('1');
  await page.getByRole('textbox', { name: 'Стоп-лосс' }).fill('57000');
  await page.getByRole('textbox', { name: 'Трейлинг-стоп' }).fill('4');
  await expect(page.getByText('это 10,00 от капитала')).toBeVisible();
  // 10 USDT at about 5 % of the price: about 200 without leverage.
  await expect(page.getByText(/Long, стоп 57\s000,00/).locator('xpath=..')).toHaveText(/(19|20)\d,\d\d × 1x/);
  await expect(page.getByText(/риск (9,9\d|10,00)/)).toBeVisible();
  await still(page);
  await expectAccessible(page, 'the whole ticket', isMobile ? LAYER : 'form');
  await page.getByRole('button', { name: /^Открыть Long/ }).click();
  const position = positionOf(page, 'BTCUSDT', isMobile);
  await expect(position).toContainText(/TS\s*57\s[56]\d\d/);
  await jumpOwnReplay(page.request, market, 60);

  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await expect(receipt).toBeVisible();
  await expect(receipt).toContainText('Трейлинг-стоп');
  // Its peak is at the top of the rise, and it closed far above the entry.
  await expect(receipt).toContainText(
    /лучшая цена была (79|80)\s\d{3},\d\d, отступ 4\s%, и стоп стоял на 7[67]\s\d{3}/,
  );
  await expect(receipt).toContainText(/\+[456],\d\dR от риска/);
  await expect(receipt).toContainText('Было под риском');
  await page.keyboard.press('Escape');
  // What was chosen is kept on the device, and what was sent is not sent again.
  await page.reload();
  if (isMobile) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await expect(page.getByRole('radio', { name: 'Риск' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Трейлинг-стоп' })).toHaveValue('');
});

test('adds to a position, orders its close, and closes everything with one confirmation', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await openPosition(page, 'BTCUSDT', '100', 2);
  await openPosition(page, 'ETHUSDT', '100', 1);
  await page.goto(isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog');
  const ask = async (what: string): Promise<void> => {
    await page.getByRole('button', { name: 'Ещё с позицией BTCUSDT' }).click();
    await page.getByRole('button', { name: what }).click();
    await expect(dialog).toBeVisible();
  };

  await ask('Добавить…');
  await dialog.getByRole('textbox', { name: 'Добавить маржи' }).fill('50');
  await expect(dialog.getByText('Средний вход станет')).toBeVisible();
  await expect(dialog.getByText('300,00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(dialog).toBeHidden();
  const position = positionOf(page, 'BTCUSDT', isMobile);
  await expect(position).toContainText('150,00');

  await ask('Ордер на закрытие…');
  await dialog.getByRole('radio', { name: 'Трейлинг' }).check();
  await dialog.getByRole('textbox', { name: 'Отступ' }).fill('5');
  await dialog.getByRole('button', { name: 'Поставить ордер' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: /^Ордера/ }).click();
  await expect(page.getByText('закрывает', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Изменить ордер BTCUSDT' }).click();
  await dialog.getByRole('textbox', { name: 'Отступ' }).fill('3,5');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Трейлинг 3,5\s%/)).toBeVisible();

  await page.getByRole('tab', { name: /^Позиции/ }).click();
  await page.getByRole('button', { name: 'Закрыть всё…' }).click();
  await expect(dialog).toContainText('Закроется всё, что открыто на этом рынке (2 позиции)');
  await still(page);
  await expectAccessible(page, 'closing everything', LAYER);
  await dialog.getByRole('button', { name: 'Закрыть 2 позиции' }).click();
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();
  // The order that would have closed one of them went with it.
  await expect(page.getByText('закрывает', { exact: true })).toHaveCount(0);
});

/** Asks the server with the page's own cookies but not through the page. */
async function send<T>(page: Page, path: string, data: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await page.request.post(`/api/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

test('is reversed, and all orders are taken back, with one confirmation each and by the keyboard alone', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await openPosition(page, 'BTCUSDT', '100', 2);
  const pairs = (await (await page.request.get('/api/trading/pairs')).json()) as {
    items: { symbol: string; lastPrice: string }[];
  };
  const price = Number(pairs.items.find(({ symbol }) => symbol === 'BTCUSDT')?.lastPrice);
  // So far away that no market of an hour comes there.
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '40', leverage: 1 };
  await send(page, 'trading/orders', { ...order, limitPrice: (price * 0.7).toFixed(2) });
  await send(page, 'trading/orders', { ...order, kind: 'stopMarket', stopPrice: (price * 1.4).toFixed(2) });
  await page.goto(isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard?symbol=BTCUSDT');
  const { press } = keyboardOf(page);
  const dialog = page.getByRole('dialog');
  const position = positionOf(page, 'BTCUSDT', isMobile);
  const ask = async (): Promise<void> => {
    const menu = page.getByRole('button', { name: 'Ещё с позицией BTCUSDT' });
    await menu.focus();
    await menu.press('Enter');
    await press(page.getByRole('button', { name: 'Развернуть…' }));
    await expect(dialog).toContainText('Long закроется по рынку, и сразу откроется Short');
  };

  await ask();
  await still(page);
  await expectAccessible(page, 'reversing', LAYER);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(position).toContainText(/long/i);
  await ask();
  await press(dialog.getByRole('button', { name: 'Развернуть' }));
  await expect(dialog).toBeHidden();
  await expect(position).toContainText(/short/i);
  await expect(position).toContainText('2x');

  await page.getByRole('tab', { name: /^Позиции/ }).press('ArrowRight');
  const all = page.getByRole('button', { name: 'Снять все ордера…' });
  await all.focus();
  await all.press('Enter');
  await expect(dialog).toContainText(/2 ордера/);
  await expect(dialog).toContainText('80,00');
  await still(page);
  await expectAccessible(page, 'taking all orders back', LAYER);
  await press(dialog.getByRole('button', { name: 'Снять 2 ордера' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Снято: 2 ордера')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Изменить ордер BTCUSDT' })).toHaveCount(0);
});

test('pays fees and funding where the market’s page says so, with a line for each hour and one in the receipt', async ({
  page,
  person,
  product,
  isMobile,
}) => {
  // It rises all the time: the price of each hour is above the average before it, and longs pay.
  const minutes = fall(60_000, -0.0001, 900);
  const base = await startReplay(product, 'BTCUSDT', minutes, 360);
  await send(page, 'admin/step-up', { secret: await makeOperator(product, person.phone) });
  const stage = { type: 'trend', mode: 'static', direction: 'neutral', driftPercent: '10', symbols: null };
  await operatorCall(page, 'scenarios', {
    recipe: { base, stages: [stage] },
    costs: { takerFeePercent: '0.05', makerFeePercent: '0.02', funding: { intervalHours: 1, capPercent: '0.5' } },
    blind: false,
  });
  const { items } = (await (await page.request.get('/api/trading/markets')).json()) as {
    items: { id: string; kind: string; scenario: { recipe: { base: string | null } | null } | null }[];
  };
  const market = items.find(({ scenario }) => scenario?.recipe?.base === base)?.id ?? '';
  await send(page, `trading/markets/${market}/enter`, {});
  const long = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
  const opening = () => send<Position>(page, `trading/positions?market=${market}`, long);
  await expect
    .poll(() =>
      opening().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

  await page.goto(`/markets/${market}`);
  await expect(page.getByText(/Комиссия = размер позиции × 0,05\s% за открытие/)).toBeVisible();
  await expect(page.getByText(/Фандинг платят каждый час/)).toBeVisible();

  const paid = async (): Promise<FundingList['items']> =>
    ((await (await page.request.get(`/api/trading/funding?market=${market}`)).json()) as FundingList).items;
  await expect.poll(async () => (await paid()).length, { timeout: 90_000 }).toBeGreaterThan(0);
  await page.goto(`/history?market=${market}`);
  await page.getByRole('radio', { name: 'Фандинг' }).check();
  const row = page
    .getByRole(isMobile ? 'listitem' : 'row')
    .filter({ hasText: 'BTCUSDT' })
    .first();
  await expect(row).toContainText(/0,\d+\s%/);
  await expect(row).toContainText(/−\d,\d\d/);
  await expectAccessible(page, 'payments of funding');

  const [payment] = await paid();
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const closed = await page.request.delete(`/api/trading/positions/${payment?.positionId}?market=${market}`, {
    headers,
  });
  expect(closed.ok(), await closed.text()).toBe(true);
  const { id, funding } = (await closed.json()) as Trade;
  await page.goto(`/history/${id}?market=${market}`);
  const fact = page.getByText('Фандинг, не входит в итог').locator('xpath=following-sibling::*');
  await expect(fact).toBeVisible();
  // Money is shown to the hundredth below.
  const shown = numberOf((await fact.innerText()).replace('−', '-'));
  expect(Math.abs(shown - Number(funding))).toBeLessThan(0.01);
  expect(Number(funding)).toBeLessThan(0);
});
