import type { Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';
import { onDesk, onPhone, open, PAIR, priceOf, remember, send, typed, type Opened, type Step } from './desk-states.ts';
import type { Scene, Shot } from './shots.ts';

/** The states of the ticket's size, of R, alerts, costs, the overview of the market, notes and the history. */

interface Sized {
  sizing: 'margin' | 'coins' | 'risk';
  side?: 'long' | 'short';
  risk?: string;
  /** Shares of the price, or text as it is typed, by the field's name. */
  fields?: Record<string, number | string>;
}

/** The whole ticket, its size given in one of its ways. */
const withSize =
  ({ sizing, side = 'long', risk = '1', fields = {} }: Sized): Step =>
  async (page) => {
    const price = await priceOf(page);
    await remember(page, {
      ticket: { kind: 'market', amount: '100', leverage: 5 },
      'ticket-more': {
        ...{ isOpen: true, sizing, riskUnit: 'percent', risk, expiry: 'none' },
        ...{ callbackUnit: 'percent', trailingUnit: 'percent' },
      },
    });
    const name = side === 'long' ? 'Long' : 'Short';
    if (onPhone(page)) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
    const form = onPhone(page) ? page.getByRole('dialog') : page;
    if (side === 'short') await form.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    for (const [field, value] of Object.entries(fields)) {
      const text = typeof value === 'number' ? typed(price * value) : value;
      await form.getByRole('textbox', { name: field }).first().fill(text);
    }
    await form
      .getByRole('radio', { name: sizing === 'coins' ? 'Монеты' : sizing === 'risk' ? 'Риск' : 'Маржу' })
      .evaluate((element) => element.scrollIntoView({ block: 'start' }));
  };

const STOP = 'Стоп-лосс';
const GOAL = 'Тейк-профит';

const close = async (page: Page, position: string): Promise<string> => {
  const answer = await page.request.delete(`/api/trading/positions/${position}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
};

const trade = async (page: Page, opened: Opened = {}): Promise<string> => close(page, await open(page, opened));

/** With a stop loss, and so with an R, and without. */
async function tradeTwice(page: Page): Promise<string> {
  await trade(page);
  return trade(page, { takeProfit: 0.01, stopLoss: -0.005 });
}

async function showHistory(page: Page): Promise<void> {
  await tradeTwice(page);
  await page.reload();
  await page
    .getByText(new RegExp(`^${PAIR}`))
    .filter({ visible: true })
    .first()
    .waitFor();
}

async function showReceipt(page: Page): Promise<void> {
  await page.goto(`/history/${await tradeTwice(page)}`);
  await page.getByText('Было под риском').first().scrollIntoViewIfNeeded();
}

async function showResults(page: Page): Promise<void> {
  await tradeTwice(page);
  await page.goto('/stats');
}

const ALERT_KINDS = ['cross', 'change', 'close', 'liquidation'] as const;

async function openAlerts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Оповещения/ })
    .first()
    .click();
  await page.getByRole('tab', { name: /^Ждут/ }).waitFor();
}

const withAlertForm =
  (kind: (typeof ALERT_KINDS)[number], isWrong = false): Step =>
  async (page) => {
    if (kind === 'liquidation' && !isWrong) await open(page, { leverage: 10 });
    await openAlerts(page);
    await page.getByRole('button', { name: 'Новое оповещение' }).click();
    await page.getByRole('combobox', { name: 'Когда' }).selectOption(kind);
    // Without a position there is nothing to send.
    if (!isWrong || kind === 'liquidation') return;
    if (kind === 'change') await page.getByRole('textbox', { name: 'Процент' }).fill('95');
    await page.getByRole('button', { name: 'Поставить', exact: true }).click();
  };

async function addAlert(page: Page, alert: object): Promise<void> {
  await send(page, 'alerts', { pause: null, expiresAt: null, symbol: PAIR, ...alert });
}

/** What a day always has: it rings with the next price. */
const ANY_DAY = { kind: 'change', percent: '0.1', window: 86_400, direction: 'either' };

async function addSeveral(page: Page): Promise<void> {
  const price = await priceOf(page);
  const day = Math.floor(Date.now() / 1000) + 86_400;
  await addAlert(page, { kind: 'cross', level: (price * 1.2).toFixed(2) });
  await addAlert(page, { kind: 'cross', symbol: 'ETHUSDT', level: '99999', pause: 3600, expiresAt: day });
  await addAlert(page, { kind: 'close', interval: '1h', level: (price * 0.7).toFixed(2), direction: 'down' });
  await addAlert(page, { kind: 'change', percent: '40', window: 900, direction: 'down' });
  const position = await open(page, { leverage: 10 });
  await addAlert(page, { kind: 'liquidation', position, percent: '1', symbol: undefined });
}

async function showSeveral(page: Page): Promise<void> {
  await addSeveral(page);
  await openAlerts(page);
}

const rang = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Оповещения: новых/ })
    .first()
    .waitFor();
};

async function ring(page: Page): Promise<void> {
  await addAlert(page, ANY_DAY);
  await rang(page);
}

/** As many as a person may have. */
async function fillAlerts(page: Page): Promise<void> {
  for (let n = 0; n < 100; n += 1) await addAlert(page, { kind: 'cross', level: String(900_000 + n * 10) });
  await page.reload();
  await openAlerts(page);
}

/** Has the browser answer so, before the page is loaded again. */
const withNotifications =
  (state: 'granted' | 'denied' | 'insecure'): Step =>
  async (page) => {
    await page.addInitScript((answer) => {
      if (answer === 'insecure') Object.defineProperty(window, 'isSecureContext', { value: false });
      else Object.defineProperty(Notification, 'permission', { value: answer });
      localStorage.setItem('plecho:alert-notifications', 'true');
    }, state);
    await page.reload();
    await openAlerts(page);
  };

async function showKeys(page: Page): Promise<void> {
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Клавиши' }).waitFor();
}

async function resizePanels(page: Page): Promise<void> {
  const bar = page.getByRole('separator', { name: 'Ширина столбцов' }).first();
  await bar.focus();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('ArrowRight');
}

/** Where it has no panel of its own, the list of pairs is behind the button of the pair. */
async function openPairs(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= WIDE) return;
  await page
    .getByRole('button', { name: /Выберите пару|BTC/ })
    .first()
    .click();
}

async function searchPairs(page: Page, text: string): Promise<void> {
  await openPairs(page);
  const field = page.getByRole('combobox', { name: 'Поиск пары' });
  await field.fill(text);
}

async function openLists(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Список \d\. Сменить/ })
    .first()
    .click();
}

async function openColumns(page: Page): Promise<void> {
  await page.getByText('Столбцы', { exact: true }).click();
}

async function chooseColumns(page: Page): Promise<void> {
  await openColumns(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await openColumns(page);
  await page.getByRole('button', { name: 'Волатильность', exact: true }).click();
}

async function fewColumns(page: Page): Promise<void> {
  await openColumns(page);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await openColumns(page);
}

async function emptyList(page: Page): Promise<void> {
  await openLists(page);
  await page.getByRole('button', { name: 'Список 3', exact: true }).click();
  await page.getByRole('radio', { name: 'Избранное' }).check();
}

async function openNote(page: Page): Promise<void> {
  await page.goto(`/history/${await tradeTwice(page)}`);
  const title = page.locator('summary').filter({ hasText: 'Заметка' });
  await title.click();
  await page.getByRole('textbox', { name: /Что вы думали/ }).waitFor();
  await title.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -120);
}

async function writeNote(page: Page): Promise<void> {
  await openNote(page);
  await page
    .getByRole('textbox', { name: /Что вы думали/ })
    .fill('Вошёл рано: цена ещё не закрепилась за уровнем.\nСтоп поставил верно, цель — слишком близко.');
  for (const tag of ['Пробой', 'Рано вошёл', 'По плану']) {
    await page.getByRole('combobox', { name: 'Метки' }).fill(tag);
    await page.keyboard.press('Enter');
  }
}

async function keepNote(page: Page): Promise<void> {
  await writeNote(page);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Сохранено', { exact: true }).waitFor();
}

async function saveSlowly(page: Page): Promise<void> {
  await writeNote(page);
  await page.route('**/note*', () => undefined);
  await page.route('**/notes*', () => undefined);
  await page.getByRole('button', { name: 'Сохранить' }).click();
}

async function writeTooMuch(page: Page): Promise<void> {
  await openNote(page);
  await page.getByRole('textbox', { name: /Что вы думали/ }).fill('Долго думал, прежде чем войти. '.repeat(100));
  await page.getByRole('combobox', { name: 'Метки' }).fill('метка, которая длиннее двадцати четырёх знаков');
  await page.keyboard.press('Enter');
}

async function filterByNote(page: Page): Promise<void> {
  await keepNote(page);
  await page.goto('/history');
  await page.getByRole('combobox', { name: 'Заметка' }).selectOption({ label: 'пробой' });
}

async function filterToNothing(page: Page): Promise<void> {
  await showHistory(page);
  await page.getByLabel('Направление').selectOption('Short');
  await page.getByText('Таких сделок нет').waitFor();
}

/** The data is asked for and does not come, or comes as an error. */
const without =
  (pattern: string, how: 'never' | 'failed'): Step =>
  async (page) => {
    await page.route(pattern, (route) =>
      how === 'never'
        ? undefined
        : route.fulfill({ status: 500, json: { error: { code: 'unavailable', message: '' } } }),
    );
    await page.reload({ waitUntil: 'commit' });
    await page.waitForTimeout(how === 'failed' ? 8_000 : 3_000);
  };

const showFunding = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Фандинг' }).check();
};

async function showCostsForm(page: Page): Promise<void> {
  const fee = page.getByRole('textbox', { name: /fee/i }).first();
  if (!(await fee.isVisible())) await page.getByText(/costs/i).first().click();
  await fee.scrollIntoViewIfNeeded();
}

/** From here on the trade screen has all its panels. */
const WIDE = 1024;

const onWatch = { path: '/watch', phonePath: '/watch', as: 'newcomer', chart: true } as const;
const onHistory = { path: '/history', phonePath: '/history', as: 'newcomer' } as const;
const ofMarket = (tail: (scene: Scene) => string) => ({ path: tail, phonePath: tail });

export const DESK_SHOTS: readonly Shot[] = [
  { ...onDesk, name: 'size-margin', prepare: withSize({ sizing: 'margin' }) },
  { ...onDesk, name: 'size-goal', prepare: withSize({ sizing: 'margin', fields: { [GOAL]: 1.04, [STOP]: 0.98 } }) },
  { ...onDesk, name: 'size-coins', prepare: withSize({ sizing: 'coins', fields: { 'Количество BTC': '0,01' } }) },
  { ...onDesk, name: 'size-risk', prepare: withSize({ sizing: 'risk' }) },
  { ...onDesk, name: 'size-risk-long', prepare: withSize({ sizing: 'risk', fields: { [STOP]: 0.97, [GOAL]: 1.06 } }) },
  {
    ...onDesk,
    name: 'size-risk-short',
    prepare: withSize({ sizing: 'risk', side: 'short', fields: { [STOP]: 1.03, [GOAL]: 0.94 } }),
  },
  { ...onDesk, name: 'size-risk-wrong', prepare: withSize({ sizing: 'risk', fields: { [STOP]: 1.03 } }) },
  { ...onDesk, name: 'size-risk-much', prepare: withSize({ sizing: 'risk', risk: '90', fields: { [STOP]: 0.98 } }) },
  { ...onHistory, name: 'r-history', prepare: showHistory },
  { ...onHistory, name: 'r-receipt', prepare: showReceipt },
  { ...onHistory, name: 'r-results', prepare: showResults, chart: true },
  { ...onDesk, name: 'alerts-none', prepare: openAlerts },
  ...ALERT_KINDS.map((kind) => ({ ...onDesk, name: `alert-${kind}`, prepare: withAlertForm(kind) })),
  ...ALERT_KINDS.map((kind) => ({ ...onDesk, name: `alert-wrong-${kind}`, prepare: withAlertForm(kind, true) })),
  { ...onDesk, name: 'alerts-several', prepare: showSeveral },
  {
    ...onDesk,
    name: 'alerts-rang',
    prepare: async (page) => {
      await addSeveral(page);
      await ring(page);
      await openAlerts(page);
    },
  },
  { ...onDesk, name: 'alerts-rings', prepare: ring, chart: false },
  { ...onDesk, name: 'alerts-many', prepare: fillAlerts },
  { ...onDesk, name: 'alerts-asked', prepare: withNotifications('granted') },
  { ...onDesk, name: 'alerts-refused', prepare: withNotifications('denied') },
  { ...onDesk, name: 'alerts-insecure', prepare: withNotifications('insecure') },
  { ...ofMarket(() => '/markets/main'), name: 'costs-none' },
  { ...ofMarket(({ costs }) => `/markets/${costs.market}`), name: 'costs-market', chart: true },
  { ...ofMarket(({ costs }) => `/history/${costs.trade}?market=${costs.market}`), name: 'costs-receipt', chart: true },
  { ...ofMarket(({ costs }) => `/history?market=${costs.market}`), name: 'costs-history' },
  { ...ofMarket(({ costs }) => `/history?market=${costs.market}`), name: 'costs-funding', prepare: showFunding },
  { name: 'costs-operator', path: '/admin/markets', as: 'operator', prepare: showCostsForm },
  { ...onWatch, name: 'watch-table' },
  { ...onWatch, name: 'watch-columns', prepare: openColumns },
  { ...onWatch, name: 'watch-all-columns', prepare: chooseColumns },
  { ...onWatch, name: 'watch-few-columns', prepare: fewColumns },
  { ...onWatch, name: 'watch-lists', prepare: openLists },
  { ...onWatch, name: 'watch-empty-list', prepare: emptyList },
  { ...onWatch, name: 'watch-map', prepare: (page) => page.getByRole('radio', { name: 'Карта' }).check() },
  { ...onWatch, name: 'watch-loading', prepare: without('**/api/trading/**', 'never') },
  { ...onWatch, name: 'watch-failed', prepare: without('**/api/trading/c*', 'failed') },
  { ...onDesk, name: 'pairs-search', prepare: (page) => searchPairs(page, 'sol') },
  { ...onDesk, name: 'pairs-nothing', prepare: (page) => searchPairs(page, 'нет такой') },
  { ...onDesk, name: 'pairs-lists', prepare: (page) => openPairs(page).then(() => openLists(page)) },
  { ...onDesk, name: 'desk-keys', prepare: showKeys, minWidth: WIDE },
  { ...onDesk, name: 'desk-resized', prepare: resizePanels, minWidth: WIDE },
  { ...onHistory, name: 'note-empty', prepare: openNote },
  { ...onHistory, name: 'note-written', prepare: writeNote },
  { ...onHistory, name: 'note-kept', prepare: keepNote },
  { ...onHistory, name: 'note-saving', prepare: saveSlowly },
  { ...onHistory, name: 'note-long', prepare: writeTooMuch },
  { ...onHistory, name: 'note-filter', prepare: filterByNote },
  { ...onHistory, name: 'history-none' },
  { ...onHistory, name: 'history-no-such', prepare: filterToNothing },
  { ...onHistory, name: 'history-failed', prepare: without('**/api/trading/trades*', 'failed') },
];
