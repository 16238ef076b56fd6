import type { Locator, Page } from '@playwright/test';
import { type Step, HOUR_S, onDesk, PAIR, isWide, onPhone, open, priceOf, remember } from './desk-states.ts';
import { holdReplay } from './replay.ts';
import type { Shot } from './shots.ts';

/** The states of the chart and of drawing. */

/** Opens what lies behind one of the chart's tools. */
async function openPanel(page: Page, name: string): Promise<void> {
  if (isWide(page)) return page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Инструменты графика' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

const PARAMETERS = {
  ...{ sma: [20], ema: [50], vwap: [], bollinger: [20, 2], rsi: [14], macd: [12, 26, 9] },
  ...{ atr: [14], volumeAverage: [20] },
};

const withIndicators =
  (kinds: readonly (keyof typeof PARAMETERS)[], more: Record<string, unknown> = {}): Step =>
  (page) =>
    remember(page, {
      indicators: kinds.map((kind, n) => ({
        ...{ id: String(n + 1), kind, parameters: PARAMETERS[kind], color: n % 6, hidden: false },
      })),
      ...more,
    });

const withView =
  (style: string, scale = 'normal'): Step =>
  (page) =>
    remember(page, { 'chart-view': { style, scale }, interval: '1h' });

/** Several charts of two pairs. */
const withLayout =
  (count: number, links: object): Step =>
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
interface Drawn {
  kind: string;
  /** Hours from now, and shares of the price. */
  points: readonly (readonly [hours: number, share: number])[];
}

const LINES: readonly Drawn[] = [
  { kind: 'horizontal', points: [[-10, 0.012]] },
  {
    kind: 'trend',
    points: [
      [-34, -0.012],
      [-14, 0.004],
    ],
  },
  {
    kind: 'ray',
    points: [
      [-30, 0.02],
      [-18, 0.015],
    ],
  },
];
const AREAS: readonly Drawn[] = [
  {
    kind: 'rectangle',
    points: [
      [-38, 0.018],
      [-30, 0.004],
    ],
  },
  {
    kind: 'fibonacci',
    points: [
      [-28, -0.018],
      [-16, 0.016],
    ],
  },
  {
    kind: 'measure',
    points: [
      [-12, -0.01],
      [-3, 0.01],
    ],
  },
];
const LONG: Drawn = {
  kind: 'long',
  points: [
    [-20, 0],
    [-4, 0.02],
    [-4, -0.01],
  ],
};
const SHORT: Drawn = {
  kind: 'short',
  points: [
    [-20, 0],
    [-4, -0.02],
    [-4, 0.01],
  ],
};

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

const withDrawn =
  (...drawn: readonly Drawn[]): Step =>
  (page) =>
    draw(page, drawn);

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
  await page
    .getByText(/Цена устарела/)
    .first()
    .waitFor({ timeout: 40_000 });
}

async function replay(page: Page): Promise<void> {
  const market = await holdReplay(page.request);
  const path = onPhone(page) ? '/mobile/trade' : '/dashboard';
  await page.goto(`${path}?market=${market}`);
  await page.getByRole('region', { name: 'Управление повтором' }).waitFor();
}

/** Several charts may stand beside each other. */
const several = { ...onDesk, minWidth: 1280 };

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
    prepare: async (page) => {
      await withIndicators(['sma', 'bollinger', 'macd'])(page);
      await openPanel(page, 'Индикаторы');
    },
  },
  {
    ...onDesk,
    name: 'chart-indicators-wrong',
    prepare: async (page) => {
      await withIndicators(['macd', 'bollinger'])(page);
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
    prepare: async (page) => {
      await withView('heikinAshi')(page);
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
    prepare: async (page) => {
      await withLayout(2, {})(page);
      await openPanel(page, 'Раскладка');
    },
  },
  {
    ...onDesk,
    name: 'chart-picture',
    prepare: async (page) => {
      await withIndicators(['ema', 'rsi'], { interval: '1h' })(page);
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
  { ...onDesk, name: 'chart-stale', prepare: stopPrices },
  { ...onDesk, name: 'chart-replay', prepare: replay },
];
