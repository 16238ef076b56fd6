import type { Locator, Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';
import { dragLevel } from './trading.ts';
import { holdReplay } from './replay.ts';
import type { Shot } from './shots.ts';

/** The states of the chart, of drawing and of orders beyond market and limit. */

type Prepare = NonNullable<Shot['prepare']>;

const PAIR = 'BTCUSDT';
/** From here the desk has columns, and several charts may stand beside each other. */
const [WIDE, SEVERAL_CHARTS] = [1024, 1280];

const widthOf = (page: Page): number => page.viewportSize()?.width ?? 0;
const isWide = (page: Page): boolean => widthOf(page) >= WIDE;
const onPhone = (page: Page): boolean => page.url().includes('/mobile/');
const typed = (price: number): string => price.toFixed(2).replace('.', ',');

/** Puts what a device remembers, and loads the page with it. */
async function remember(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(`plecho:${key}`, JSON.stringify(value));
  }, kept);
  await page.reload();
  await page.getByRole('group', { name: /^График / }).first().waitFor();
}

async function send(page: Page, path: string, data: object, market = 'main'): Promise<{ id: string }> {
  const answer = await page.request.post(`/api/trading/${path}?market=${market}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

async function priceOf(page: Page, symbol = PAIR): Promise<number> {
  const { items } = (await (await page.request.get('/api/trading/pairs')).json()) as {
    items: { symbol: string; lastPrice: string }[];
  };
  return Number(items.find((pair) => pair.symbol === symbol)?.lastPrice);
}

interface Opened {
  type?: 'long' | 'short';
  amount?: string;
  leverage?: number;
  /** Distances from the price, as shares of it. */
  takeProfit?: number;
  stopLoss?: number;
  trailing?: { unit: 'percent'; value: string };
}

async function open(page: Page, { takeProfit, stopLoss, ...given }: Opened = {}): Promise<string> {
  const price = await priceOf(page);
  const at = (share: number | undefined): string | null =>
    share === undefined ? null : (price * (1 + share)).toFixed(2);
  const position = await send(page, 'positions', {
    ...{ symbol: PAIR, type: 'long', amount: '100', leverage: 5, ...given },
    ...{ takeProfit: at(takeProfit), stopLoss: at(stopLoss) },
  });
  return position.id;
}

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

/** Opens what lies behind one of the chart's tools. */
async function openPanel(page: Page, name: string): Promise<void> {
  if (isWide(page)) return page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Инструменты графика' }).click();
  await page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

const PARAMETERS = {
  ...{ sma: [20], ema: [50], vwap: [], bollinger: [20, 2], rsi: [14], macd: [12, 26, 9] },
  ...{ atr: [14], volumeAverage: [20] },
};

const withIndicators = (kinds: readonly (keyof typeof PARAMETERS)[], more: Record<string, unknown> = {}): Prepare =>
  (page) =>
    remember(page, {
      indicators: kinds.map((kind, n) => ({
        ...{ id: String(n + 1), kind, parameters: PARAMETERS[kind], color: n % 6, hidden: false },
      })),
      ...more,
    });

const withView = (style: string, scale = 'normal'): Prepare =>
  (page) => remember(page, { 'chart-view': { style, scale }, interval: '1h' });

/** Several charts of two pairs. */
const withLayout = (count: number, links: object): Prepare =>
  (page) =>
    remember(page, {
      'chart-layout': {
        count,
        active: 0,
        cells: [
          { symbol: PAIR, interval: '1h' },
          { symbol: 'ETHUSDT', interval: '5m' },
          { symbol: 'SOLUSDT', interval: '15m' },
          { symbol: 'XRPUSDT', interval: '1d' },
        ],
        links: { symbol: false, interval: false, crosshair: true, ...links },
      },
      interval: '1h',
    });

const HOUR_S = 3_600;

interface Drawn {
  kind: string;
  /** Hours from now, and shares of the price. */
  points: readonly (readonly [hours: number, share: number])[];
}

const LINES: readonly Drawn[] = [
  { kind: 'horizontal', points: [[-10, 0.012]] },
  { kind: 'trend', points: [[-34, -0.012], [-14, 0.004]] },
  { kind: 'ray', points: [[-30, 0.02], [-18, 0.015]] },
];
const AREAS: readonly Drawn[] = [
  { kind: 'rectangle', points: [[-38, 0.018], [-30, 0.004]] },
  { kind: 'fibonacci', points: [[-28, -0.018], [-16, 0.016]] },
  { kind: 'measure', points: [[-12, -0.01], [-3, 0.01]] },
];
const LONG: Drawn = { kind: 'long', points: [[-20, 0], [-4, 0.02], [-4, -0.01]] };
const SHORT: Drawn = { kind: 'short', points: [[-20, 0], [-4, -0.02], [-4, 0.01]] };

async function draw(page: Page, drawn: readonly Drawn[]): Promise<void> {
  const price = await priceOf(page);
  const now = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S;
  const items = drawn.map(({ kind, points }, n) => ({
    ...{ id: n + 1, kind, locked: false },
    points: points.map(([hours, share]) => [now + hours * HOUR_S, (price * (1 + share)).toFixed(2)]),
  }));
  const place = { market: 'main', symbol: PAIR };
  await remember(page, { [`drawings:main:${PAIR}`]: { v: 1, ...place, items }, interval: '1h' });
}

const withDrawn = (...drawn: readonly Drawn[]): Prepare => (page) => draw(page, drawn);

async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Рисование' }).click();
  await page.getByRole('button', { name: 'Трендовая линия' }).first().waitFor();
}

async function openDrawings(page: Page): Promise<Locator> {
  await openTools(page);
  if (!onPhone(page)) await page.getByRole('button', { name: 'Рисунки на графике' }).click();
  return page.getByRole('list', { name: 'Рисунки на графике' });
}

/** Chooses a drawing by the list, and leaves the list. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await (await openDrawings(page)).getByRole('button', { name }).first().click();
  if (onPhone(page)) await page.keyboard.press('Escape');
  else await page.getByRole('button', { name: 'Рисунки на графике' }).click();
}

async function chooseTool(page: Page): Promise<void> {
  await openTools(page);
  await page.getByRole('button', { name: 'Уровни Фибоначчи' }).click();
}

async function removeDrawing(page: Page): Promise<void> {
  await draw(page, LINES);
  const list = await openDrawings(page);
  const row = list.getByRole('button', { name: /^Луч/ });
  await row.focus();
  await row.press('Delete');
}

async function planPosition(page: Page): Promise<void> {
  await draw(page, [LONG]);
  await choose(page, /^Позиция Long/);
  await page.getByRole('group', { name: 'Позиция Long' }).getByRole('button', { name: 'В форму ордера' }).click();
}

/** The browser stores nothing from now on. */
async function forbidStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.reload();
  await openTools(page);
  await page.getByRole('button', { name: 'Горизонтальная линия' }).click();
  await page.getByRole('button', { name: 'Поставить в середину' }).click();
}

async function spoilDrawings(page: Page): Promise<void> {
  await remember(page, { [`drawings:main:${PAIR}`]: { v: 7, items: 'нет' } });
  await openTools(page);
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
  await fields.getByText('Тип ордера').first().waitFor({ state: 'attached' });
  await fields.getByRole('radio', { name: 'Лимитный' }).scrollIntoViewIfNeeded();
  return fields;
}

/** @param prices shares of the price, by the field's name */
const withTicket = (kind: string, prices: Record<string, number | string>): Prepare =>
  async (page) => {
    const price = await priceOf(page);
    const fields = await openTicket(page, kind);
    for (const [name, value] of Object.entries(prices)) {
      const text = typeof value === 'number' ? typed(price * value) : value;
      await fields.getByRole('textbox', { name }).first().fill(text);
    }
    if (onPhone(page)) await page.keyboard.press('Enter');
    else await page.keyboard.press('Tab');
    const wrong = fields.getByRole('alert').first();
    const target = (await wrong.count()) > 0 ? wrong : fields.getByRole('radio', { name: 'Лимитный' });
    await target.scrollIntoViewIfNeeded();
  };

/** @param hours from now */
const withExpiry = (hours: number): Prepare =>
  async (page) => {
    await withTicket('stopMarket', { 'Стоп-цена': 1.02 })(page, undefined as never);
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
  (further = 0): Prepare =>
  async (page) => {
    await placeOrders(page);
    await page.reload();
    await showActivity(page, 'Ордера');
    const edit = page.getByRole('button', { name: `Изменить ордер ${PAIR}` });
    await edit.first().waitFor();
    // The next windowful.
    if (further > 0) await edit.nth(further).evaluate((element) => element.scrollIntoView({ block: 'end' }));
  };

async function editOrder(page: Page, nth: number): Promise<Locator> {
  await showOrders()(page, undefined as never);
  await page.getByRole('button', { name: `Изменить ордер ${PAIR}` }).nth(nth).click();
  return page.getByRole('dialog');
}

async function editWrong(page: Page): Promise<void> {
  const dialog = await editOrder(page, 0);
  await dialog.getByRole('textbox').first().fill('0');
  await dialog.getByRole('textbox').nth(1).fill('abc');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
}

async function editNothing(page: Page): Promise<void> {
  const dialog = await editOrder(page, 0);
  await dialog.getByRole('button', { name: 'Изменить срок' }).click();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
}

async function showPositions(page: Page, opened: readonly Opened[]): Promise<void> {
  for (const one of opened) await open(page, one);
  await page.reload();
  await showActivity(page, 'Позиции');
  await page.getByRole('button', { name: `Закрыть позицию ${PAIR}` }).first().waitFor();
}

/** Opens one of the dialogs behind a position's menu. */
const withPositionDialog =
  (item: string, fill?: (dialog: Locator) => Promise<void>): Prepare =>
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

const showTrailing: Prepare = (page) =>
  showPositions(page, [{ takeProfit: 0.02, trailing: { unit: 'percent', value: '1' } }]);

async function editTrailing(page: Page): Promise<void> {
  await showTrailing(page, undefined as never);
  await page.getByRole('button', { name: `Изменить TP и SL ${PAIR}` }).click();
}

async function askCloseAll(page: Page): Promise<void> {
  await showPositions(page, [{}, { type: 'short', leverage: 2 }, {}]);
  await page.getByRole('button', { name: 'Закрыть всё…' }).click();
}

async function askCancelAll(page: Page): Promise<void> {
  await showOrders()(page, undefined as never);
  await page.getByRole('button', { name: 'Снять все ордера…' }).click();
}

/** Prices come for a while, and then no more, though the server answers. */
async function stopPrices(page: Page): Promise<void> {
  await open(page, { takeProfit: 0.012, stopLoss: -0.008 });
  const until = Date.now() + 6_000;
  await page.routeWebSocket(/\/api\//, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      const isPrice = /"type":"(tickers|candles)"/.test(String(frame));
      if (!isPrice || Date.now() < until) socket.send(frame);
    });
  });
  await page.reload();
  await page.getByText(/Цена устарела/).first().waitFor({ timeout: 40_000 });
}

async function replay(page: Page): Promise<void> {
  const market = await holdReplay(page.request);
  const path = onPhone(page) ? '/mobile/trade' : '/dashboard';
  await page.goto(`${path}?market=${market}`);
  await page.getByRole('region', { name: 'Управление повтором' }).waitFor();
}

const onDesk = { path: '/dashboard', phonePath: `/mobile/trade?symbol=${PAIR}`, as: 'newcomer', chart: true } as const;
const several = { ...onDesk, minWidth: SEVERAL_CHARTS };

export const CHART_SHOTS: readonly Shot[] = [
  { ...onDesk, name: 'chart-plain' },
  { ...onDesk, name: 'chart-indicators-1', prepare: withIndicators(['sma']) },
  { ...onDesk, name: 'chart-indicators-3', prepare: withIndicators(['ema', 'bollinger', 'rsi']) },
  {
    ...onDesk,
    name: 'chart-indicators-6',
    prepare: withIndicators(['sma', 'vwap', 'bollinger', 'rsi', 'macd', 'volumeAverage'], { interval: '1h' }),
  },
  { ...onDesk, name: 'chart-atr', prepare: withIndicators(['volumeAverage', 'atr']) },
  {
    ...onDesk,
    name: 'chart-indicators-panel',
    prepare: async (page, scene) => {
      await withIndicators(['sma', 'bollinger', 'macd'])(page, scene);
      await openPanel(page, 'Индикаторы');
    },
  },
  {
    ...onDesk,
    name: 'chart-indicators-wrong',
    prepare: async (page, scene) => {
      await withIndicators(['macd', 'bollinger'])(page, scene);
      await openPanel(page, 'Индикаторы');
      await page.getByRole('textbox', { name: 'Быстрое среднее' }).fill('30');
      await page.getByRole('textbox', { name: 'Период, свечей' }).fill('1');
      await page.getByRole('textbox', { name: 'Отклонений' }).fill('2,25');
    },
  },
  {
    ...onDesk,
    name: 'chart-menu',
    prepare: async (page) => {
      if (!isWide(page)) await page.getByRole('button', { name: 'Инструменты графика' }).click();
    },
  },
  { ...onDesk, name: 'chart-hollow', prepare: withView('hollow') },
  { ...onDesk, name: 'chart-bars', prepare: withView('bars') },
  { ...onDesk, name: 'chart-line', prepare: withView('line') },
  { ...onDesk, name: 'chart-ashi', prepare: withView('heikinAshi') },
  { ...onDesk, name: 'chart-log', prepare: withView('candles', 'log') },
  { ...onDesk, name: 'chart-percent', prepare: withView('candles', 'percent') },
  {
    ...onDesk,
    name: 'chart-view-panel',
    prepare: async (page, scene) => {
      await withView('heikinAshi')(page, scene);
      await openPanel(page, 'Вид');
    },
  },
  {
    ...onDesk,
    name: 'chart-compare',
    prepare: (page) => remember(page, { 'chart-compare': ['ETHUSDT', 'SOLUSDT'], interval: '1h' }),
  },
  {
    ...onDesk,
    name: 'chart-compare-panel',
    prepare: async (page) => {
      await remember(page, { 'chart-compare': ['ETHUSDT'] });
      await openPanel(page, 'Сравнить');
    },
  },
  { ...several, name: 'chart-two', prepare: withLayout(2, {}) },
  { ...several, name: 'chart-three-linked', prepare: withLayout(3, { symbol: true }) },
  { ...several, name: 'chart-four', prepare: withLayout(4, {}) },
  {
    ...several,
    name: 'chart-layout-panel',
    prepare: async (page, scene) => {
      await withLayout(2, {})(page, scene);
      await openPanel(page, 'Раскладка');
    },
  },
  {
    ...onDesk,
    name: 'chart-picture',
    prepare: async (page, scene) => {
      await withIndicators(['ema', 'rsi'], { interval: '1h' })(page, scene);
      await page.waitForTimeout(2_000);
      await openPanel(page, 'Снимок');
      await page.getByRole('img', { name: /^Снимок графика/ }).waitFor();
    },
  },
  { ...onDesk, name: 'draw-tools', prepare: openTools },
  { ...onDesk, name: 'draw-hint', prepare: chooseTool },
  { ...onDesk, name: 'draw-lines', prepare: withDrawn(...LINES) },
  { ...onDesk, name: 'draw-areas', prepare: withDrawn(...AREAS) },
  { ...onDesk, name: 'draw-long', prepare: withDrawn(LONG) },
  { ...onDesk, name: 'draw-short', prepare: withDrawn(SHORT) },
  {
    ...onDesk,
    name: 'draw-chosen',
    prepare: async (page) => {
      await draw(page, [LONG, ...LINES]);
      await choose(page, /^Позиция Long/);
    },
  },
  {
    ...onDesk,
    name: 'draw-list',
    prepare: async (page) => {
      await draw(page, [LONG, ...LINES, ...AREAS]);
      await (await openDrawings(page)).getByRole('button', { name: /^Трендовая/ }).click();
    },
  },
  { ...onDesk, name: 'draw-removed', prepare: removeDrawing },
  { ...onDesk, name: 'draw-planned', prepare: planPosition },
  { ...onDesk, name: 'draw-not-kept', prepare: forbidStorage },
  { ...onDesk, name: 'draw-spoilt', prepare: spoilDrawings },
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
  { ...onDesk, name: 'order-edit', prepare: async (page) => void (await editOrder(page, 0)) },
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
  { ...onDesk, name: 'chart-stale', prepare: stopPrices },
  { ...onDesk, name: 'chart-replay', prepare: replay },
];
