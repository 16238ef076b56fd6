import type { Locator, Page } from '@playwright/test';
import {
  type Opened,
  type Step,
  HOUR_S,
  onDesk,
  PAIR,
  isWide,
  onPhone,
  open,
  priceOf,
  remember,
  send,
  typed,
} from './desk-states.ts';
import type { Shot } from './shots.ts';
import { dragLevel } from './trading.ts';

/** The states of orders and positions, in their forms, in their lists and on the chart. */

const DAY_S = 86_400;

/** An order of each kind that rests, one of them with an expiry. */
async function placeOrders(page: Page): Promise<void> {
  const price = await priceOf(page);
  const at = (share: number): string => (price * share).toFixed(2);
  const order = { symbol: PAIR, type: 'long', amount: '40', leverage: 5 };
  const expiresAt = Math.floor(Date.now() / 1000) + DAY_S;
  await send(page, 'orders', { ...order, limitPrice: at(0.98), takeProfit: at(1.05), stopLoss: at(0.93), expiresAt });
  await send(page, 'orders', { ...order, kind: 'stopMarket', stopPrice: at(1.02) });
  await send(page, 'orders', { ...order, kind: 'stopLimit', stopPrice: at(1.015), limitPrice: at(1.01) });
  await send(page, 'orders', { ...order, kind: 'trailingStop', callback: { unit: 'percent', value: '1.5' } });
  await send(page, 'orders/oco', {
    first: { ...order, limitPrice: at(0.97) },
    second: { ...order, kind: 'stopMarket', stopPrice: at(1.03) },
  });
  const position = await open(page);
  await send(page, `positions/${position}/orders`, { kind: 'limit', portion: '0.5', limitPrice: at(1.04) });
  await send(page, `positions/${position}/orders`, {
    ...{ kind: 'trailingStop', portion: '1', callback: { unit: 'price', value: '500' } },
  });
}
async function showOneLevel(page: Page): Promise<void> {
  await open(page, { takeProfit: 0.012, stopLoss: -0.008 });
  await remember(page, { interval: '1h' });
}

/** Two positions with their levels and two orders: ten lines, some of them near each other. */
async function showTenLevels(page: Page): Promise<void> {
  const price = await priceOf(page);
  const at = (share: number): string => (price * share).toFixed(2);
  await open(page, { leverage: 10, takeProfit: 0.012, stopLoss: -0.008 });
  await open(page, { leverage: 10, type: 'short', takeProfit: -0.009, stopLoss: 0.011 });
  const order = { symbol: PAIR, type: 'long', amount: '40', leverage: 5 };
  await send(page, 'orders', { ...order, limitPrice: at(0.99), takeProfit: at(1.014), stopLoss: at(0.985) });
  await send(page, 'orders', { ...order, kind: 'stopMarket', stopPrice: at(1.01) });
  await remember(page, { interval: '1h' });
}

/** Holds a level between two prices. */
async function holdLevel(page: Page): Promise<void> {
  await showOneLevel(page);
  const label = page.getByRole('button', { name: /^Тейк-профит .*Изменить/ });
  await label.scrollIntoViewIfNeeded();
  const box = await label.boundingBox();
  if (box === null) throw new Error('no take profit on the chart');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 14, { steps: 5 });
}

async function dropLevel(page: Page): Promise<void> {
  await showOneLevel(page);
  await dragLevel(page, 'Тейк-профит', -14);
}

const form = (page: Page): Page | Locator => (onPhone(page) ? page.getByRole('dialog') : page);

/** The ticket with everything unfolded, of a kind. */
async function openTicket(page: Page, kind: string): Promise<Page | Locator> {
  await remember(page, {
    ticket: { kind, amount: '100', leverage: 5 },
    'ticket-more': {
      ...{ isOpen: true, sizing: 'margin', riskUnit: 'percent', risk: '1', expiry: 'none' },
      ...{ callbackUnit: 'percent', trailingUnit: 'percent' },
    },
  });
  if (onPhone(page)) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  const fields = form(page);
  await fields.getByRole('combobox', { name: 'Действует' }).scrollIntoViewIfNeeded();
  await fields.getByRole('radio', { name: 'Лимитный' }).scrollIntoViewIfNeeded();
  return fields;
}

/** @param prices shares of the price, by the field's name */
const withTicket =
  (kind: string, prices: Record<string, number | string>): Step =>
  async (page) => {
    const price = await priceOf(page);
    const fields = await openTicket(page, kind);
    for (const [name, value] of Object.entries(prices)) {
      const text = typeof value === 'number' ? typed(price * value) : value;
      await fields.getByRole('textbox', { name }).first().fill(text);
    }
    if (onPhone(page)) await page.keyboard.press('Enter');
    else await page.keyboard.press('Tab');
    await page.waitForTimeout(500);
    const wrong = fields.getByRole('alert').first();
    const target = (await wrong.count()) > 0 ? wrong : fields.getByRole('radio', { name: 'Лимитный' });
    await target.scrollIntoViewIfNeeded();
  };

/** @param hours from now */
const withExpiry =
  (hours: number): Step =>
  async (page) => {
    await withTicket('stopMarket', { 'Стоп-цена': 1.02 })(page);
    const fields = form(page);
    const select = fields.getByRole('combobox', { name: 'Действует' });
    await select.selectOption({ label: 'До времени' });
    // By the clock of the pictures, three hours ahead of UTC.
    const local = new Date(Date.now() + (hours + 3) * HOUR_S * 1000).toISOString().slice(0, 16);
    await fields.getByLabel('Дата и время по вашим часам').fill(local);
    await select.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  };

/** Brings a list of the activity into sight. */
async function showActivity(page: Page, name: 'Позиции' | 'Ордера'): Promise<void> {
  if (isWide(page)) return page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  if (onPhone(page)) await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  const place = onPhone(page) ? page.getByRole('tablist').last() : page.getByRole('heading', { name }).first();
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

const showOrders =
  (further = 0): Step =>
  async (page) => {
    await placeOrders(page);
    await page.reload();
    await showActivity(page, 'Ордера');
    const edit = page.getByRole('button', { name: `Изменить ордер ${PAIR}` });
    await edit.first().waitFor();
    // The next windowful.
    if (further > 0) await edit.nth(further).evaluate((element) => element.scrollIntoView({ block: 'end' }));
  };

/** The first that was placed: it has the most fields. */
async function editOrder(page: Page): Promise<Locator> {
  await showOrders()(page);
  await page
    .getByRole('button', { name: `Изменить ордер ${PAIR}` })
    .last()
    .click();
  return page.getByRole('dialog');
}

async function editWrong(page: Page): Promise<void> {
  const dialog = await editOrder(page);
  await dialog.getByRole('textbox').first().fill('0');
  await dialog.getByRole('textbox').nth(1).fill('abc');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
}

async function editNothing(page: Page): Promise<void> {
  const dialog = await editOrder(page);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
}

async function showPositions(page: Page, opened: readonly Opened[]): Promise<void> {
  for (const one of opened) await open(page, one);
  await page.reload();
  await showActivity(page, 'Позиции');
  await page
    .getByRole('button', { name: `Закрыть позицию ${PAIR}` })
    .first()
    .waitFor();
}

/** Opens one of the dialogs behind a position's menu. */
const withPositionDialog =
  (item: string, fill?: (dialog: Locator) => Promise<void>): Step =>
  async (page) => {
    await showPositions(page, [{ takeProfit: 0.02, stopLoss: -0.02 }]);
    await page.getByRole('button', { name: `Ещё с позицией ${PAIR}` }).click();
    await page.waitForTimeout(200);
    if (item !== '') await page.getByRole('button', { name: item }).click();
    await fill?.(page.getByRole('dialog'));
  };

const wrongReduction = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('textbox').fill('дорого');
  await dialog.getByRole('button', { name: 'Поставить ордер' }).click();
};
const expiringReduction = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('radio', { name: 'Трейлинг' }).check();
  await dialog.getByRole('combobox', { name: 'Действует' }).selectOption({ label: 'До времени' });
};
const addTooMuch = (dialog: Locator): Promise<void> => dialog.getByRole('textbox').fill('5000');

async function showAverage(page: Page): Promise<void> {
  const id = await open(page, { takeProfit: 0.02, stopLoss: -0.02 });
  await page.waitForTimeout(3_000);
  await send(page, `positions/${id}/add`, { amount: '150' });
  await page.reload();
  await showActivity(page, 'Позиции');
  await page.getByRole('button', { name: `Закрыть позицию ${PAIR}` }).waitFor();
}

const showTrailing: Step = (page) =>
  showPositions(page, [{ takeProfit: 0.02, trailing: { unit: 'percent', value: '1' } }]);

async function editTrailing(page: Page): Promise<void> {
  await showTrailing(page);
  await page.getByRole('button', { name: `Изменить TP и SL ${PAIR}` }).click();
}

async function askCloseAll(page: Page): Promise<void> {
  await showPositions(page, [{}, { type: 'short', leverage: 2 }, {}]);
  await page.getByRole('button', { name: 'Закрыть всё…' }).click();
}

async function askCancelAll(page: Page): Promise<void> {
  await showOrders()(page);
  await page.getByRole('button', { name: 'Снять все ордера…' }).click();
}

export const ORDER_SHOTS: readonly Shot[] = [
  { ...onDesk, name: 'levels-one', prepare: showOneLevel },
  { ...onDesk, name: 'levels-ten', prepare: showTenLevels },
  { ...onDesk, name: 'levels-held', prepare: holdLevel },
  { ...onDesk, name: 'levels-dropped', prepare: dropLevel },
  { ...onDesk, name: 'ticket-stop', prepare: withTicket('stopMarket', { 'Стоп-цена': 1.02 }) },
  { ...onDesk, name: 'ticket-stop-wrong', prepare: withTicket('stopMarket', { 'Стоп-цена': 0.9 }) },
  {
    ...onDesk,
    name: 'ticket-stop-limit',
    prepare: withTicket('stopLimit', { 'Стоп-цена': 1.02, 'Лимитная цена': 1.01, 'Стоп-лосс': 0.95 }),
  },
  {
    ...onDesk,
    name: 'ticket-stop-limit-wrong',
    prepare: withTicket('stopLimit', { 'Стоп-цена': 0.9, 'Лимитная цена': 'дорого' }),
  },
  { ...onDesk, name: 'ticket-trailing', prepare: withTicket('trailingStop', { Отступ: '1,5' }) },
  { ...onDesk, name: 'ticket-trailing-wrong', prepare: withTicket('trailingStop', { Отступ: '99' }) },
  { ...onDesk, name: 'ticket-oco', prepare: withTicket('oco', { 'Стоп-цена': 1.02, 'Лимитная цена': 0.98 }) },
  { ...onDesk, name: 'ticket-oco-wrong', prepare: withTicket('oco', { 'Стоп-цена': 0.98, 'Лимитная цена': 1.4 }) },
  { ...onDesk, name: 'ticket-until', prepare: withExpiry(30) },
  { ...onDesk, name: 'ticket-until-wrong', prepare: withExpiry(-30) },
  { ...onDesk, name: 'orders-first', prepare: showOrders() },
  { ...onDesk, name: 'orders-middle', prepare: showOrders(4) },
  { ...onDesk, name: 'orders-last', prepare: showOrders(7) },
  { ...onDesk, name: 'order-edit', prepare: async (page) => void (await editOrder(page)) },
  { ...onDesk, name: 'order-edit-wrong', prepare: editWrong },
  { ...onDesk, name: 'order-edit-nothing', prepare: editNothing },
  { ...onDesk, name: 'orders-cancel-all', prepare: askCancelAll },
  { ...onDesk, name: 'position-menu', prepare: withPositionDialog('') },
  { ...onDesk, name: 'position-add', prepare: withPositionDialog('Добавить…') },
  { ...onDesk, name: 'position-add-wrong', prepare: withPositionDialog('Добавить…', addTooMuch) },
  { ...onDesk, name: 'position-average', prepare: showAverage },
  { ...onDesk, name: 'position-reverse', prepare: withPositionDialog('Развернуть…') },
  { ...onDesk, name: 'position-reduce', prepare: withPositionDialog('Ордер на закрытие…') },
  { ...onDesk, name: 'position-reduce-until', prepare: withPositionDialog('Ордер на закрытие…', expiringReduction) },
  { ...onDesk, name: 'position-reduce-wrong', prepare: withPositionDialog('Ордер на закрытие…', wrongReduction) },
  { ...onDesk, name: 'position-trailing', prepare: showTrailing },
  { ...onDesk, name: 'position-trailing-edit', prepare: editTrailing },
  { ...onDesk, name: 'positions-close-all', prepare: askCloseAll },
];
