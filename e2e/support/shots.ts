import type { Page } from '@playwright/test';
import type { Filled } from './filled-account.ts';
import { chooseCoin, claimPanel, startTopUp } from './money.ts';

/** What the pictures are taken of. */
export interface Scene extends Filled {
  /** Market of a liquidation. */
  crashMarket: string;
  /** Market of a personal replay with masked dates, on pause. */
  replayMarket: string;
  /** Of the person with the filled account. */
  phone: string;
  /** A market with fees and funding, and a trade there that paid both. */
  costs: { market: string; trade: string };
}

/** What an operator has published for the pictures. */
export const SCENARIO = 'Сценарий: падение на 20 % за 90 мин, спред 1 %';

export interface Shot {
  name: string;
  path: string | ((scene: Scene) => string);
  /** Who is signed in; the person by default. A newcomer has an account of their own, made for this picture. */
  as?: 'nobody' | 'person' | 'newcomer' | 'operator' | 'operatorBeforeStepUp';
  /** Brings the page into the state to show. */
  prepare?(page: Page, scene: Scene): Promise<void>;
  /** Leaves nothing behind for the next picture. */
  after?(page: Page): Promise<void>;
  phoneOnly?: boolean;
  /** Where it is seen on a phone, which then is one to the product, too. */
  phonePath?: string | ((scene: Scene) => string);
  /** Narrower windows have no such state, pixels. */
  minWidth?: number;
  /** Has candles, which need a while. */
  chart?: boolean;
  /** Dense text makes large files: less of it is shown. */
  maxHeight?: number;
}

const WIDE = 1024;

/** In the wide layout: the pair of the newest position, its lines on the chart, an order at 10x being prepared. */
async function showFirstPosition(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < WIDE) return;
  const pairs = page.getByRole('button', { name: /^[A-Z]+USDT$/ });
  await pairs.first().click();
  await page.getByRole('slider', { name: 'Плечо' }).fill('10');
}

async function openOrderSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
}

/** The receipt of the person's newest liquidation; a trade is shown by its id. */
async function openLiquidation(page: Page, { crashMarket }: Scene): Promise<void> {
  const path = `/api/trading/trades?market=${crashMarket}&reason=liquidation&limit=1`;
  const { items } = (await (await page.request.get(path)).json()) as { items: { id: string }[] };
  await page.goto(`/history/${items[0]?.id}?market=${crashMarket}`);
}

/** What that trade would have been at other leverages. */
async function openSamePath(page: Page, scene: Scene): Promise<void> {
  await openLiquidation(page, scene);
  const heading = page.getByRole('heading', { name: 'Тот же путь, другое плечо' });
  await heading.click();
  await page.getByText('так было').waitFor();
  await heading.evaluate((element) => element.scrollIntoView());
}

async function checkLiquidation(page: Page, scene: Scene): Promise<void> {
  await openLiquidation(page, scene);
  await page.getByRole('link', { name: 'Проверить сделку' }).click();
  await page.getByText(/^Сделка подтверждена/).waitFor();
}

async function learnOfLostCoins(page: Page, { lostHash, lostAmount }: Scene): Promise<void> {
  const claim = claimPanel(page);
  await claim.getByRole('textbox', { name: 'Сумма' }).fill(lostAmount);
  await claim.getByRole('textbox', { name: 'Хеш перевода' }).fill(lostHash);
  await claim.getByRole('button', { name: 'Перевод сделан' }).click();
  const lesson = page.getByRole('region', { name: 'Монеты ушли не в ту сеть' });
  await lesson.waitFor();
  await lesson.scrollIntoViewIfNeeded();
}

async function chooseRecording(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Начать повтор/ })
    .first()
    .click();
}

async function showCards(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Карта' }).click();
  await page.getByRole('textbox', { name: 'Сумма' }).fill('15000');
}

async function goToBank(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Карта' }).click();
  await startTopUp(page, /^С кодом 3-D Secure/, '15000');
}

const leaveBank = (page: Page): Promise<void> => page.getByRole('button', { name: 'Отменить платёж' }).click();

async function fillWithdrawal(page: Page): Promise<void> {
  await chooseCoin(page, 'BTC', 'bitcoin');
  await page.getByRole('button', { name: 'Мой учебный кошелёк' }).click();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('0,001');
}

async function showPayout(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /карту/ }).click();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('150');
}

async function findPerson(page: Page, { phone }: Scene): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Find user' }).click();
  await page.getByRole('region', { name: phone }).waitFor();
}

async function openScenario(page: Page): Promise<void> {
  await page.getByRole('link', { name: SCENARIO, exact: true }).click();
  await page.getByRole('img', { name: /по рецепту/ }).waitFor();
}

async function showPreview(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Start from' }).selectOption('Падение на 30 % за час');
  await page
    .getByText(/^Сценарий: падение на 30/)
    .first()
    .waitFor();
  await page.getByRole('img', { name: /the newest hours/ }).waitFor();
}

async function showAllOperations(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio', { name: 'All' }).check();
  await page.getByText(/^#REQ/).first().waitFor();
}

export const SHOTS: readonly Shot[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'register', path: '/register', as: 'nobody' },
  { name: 'safety', path: '/safety' },
  { name: 'help', path: '/help' },
  { name: 'dashboard', path: '/dashboard', prepare: showFirstPosition, chart: true },
  { name: 'history', path: '/history', maxHeight: 640 },
  { name: 'receipt', path: '/history', prepare: openLiquidation, chart: true },
  { name: 'proof', path: '/history', prepare: checkLiquidation },
  { name: 'markets', path: '/markets', chart: true },
  { name: 'market', path: '/markets/main', chart: true },
  { name: 'replay', path: ({ replayMarket }) => `/dashboard?market=${replayMarket}`, chart: true },
  { name: 'replay-start', path: '/markets', prepare: chooseRecording },
  { name: 'scenario', path: '/markets', prepare: openScenario },
  { name: 'account', path: '/account' },
  { name: 'deposit', path: '/deposit' },
  { name: 'deposit-lesson', path: '/deposit', prepare: learnOfLostCoins },
  { name: 'deposit-card', path: '/deposit', prepare: showCards },
  { name: 'bank', path: '/deposit', prepare: goToBank, after: leaveBank },
  { name: 'watch', path: '/watch', chart: true },
  { name: 'stats', path: '/stats', chart: true },
  { name: 'same-path', path: '/history', prepare: openSamePath, maxHeight: 800 },
  { name: 'learn', path: '/learn' },
  { name: 'lesson', path: '/learn/leverage', maxHeight: 800 },
  { name: 'classes', path: '/classes' },
  { name: 'withdraw', path: '/withdraw', prepare: fillWithdrawal },
  { name: 'withdraw-card', path: '/withdraw', prepare: showPayout },
  { name: 'assets', path: '/assets' },
  { name: 'log', path: '/log' },
  { name: 'network', path: '/network' },
  { name: 'network-transaction', path: ({ hash }) => `/network?q=${hash}` },
  { name: 'network-address', path: ({ address }) => `/network?q=${address}` },
  { name: 'admin-step-up', path: '/admin', as: 'operatorBeforeStepUp' },
  { name: 'admin-users', path: '/admin/users', as: 'operator', prepare: findPerson },
  { name: 'admin-markets', path: '/admin/markets', as: 'operator', prepare: showPreview },
  { name: 'admin-transfers', path: '/admin/transfers', as: 'operator', prepare: showAllOperations },
  { name: 'admin-datasets', path: '/admin/datasets', as: 'operator' },
  { name: 'admin-audit', path: '/admin/audit', as: 'operator' },
  { name: 'admin-health', path: '/admin/health', as: 'operator' },
  { name: 'mobile-home', path: '/mobile/home', phoneOnly: true, chart: true },
  { name: 'mobile-trade', path: '/mobile/trade', phoneOnly: true, chart: true },
  {
    name: 'mobile-replay',
    path: ({ replayMarket }) => `/mobile/trade?market=${replayMarket}`,
    phoneOnly: true,
    chart: true,
  },
  { name: 'mobile-order', path: '/mobile/trade', phoneOnly: true, prepare: openOrderSheet, chart: true },
  { name: 'mobile-assets', path: '/mobile/assets', phoneOnly: true },
  { name: 'mobile-deposit', path: '/mobile/deposit', phoneOnly: true },
  { name: 'mobile-withdraw', path: '/mobile/withdraw', phoneOnly: true, prepare: fillWithdrawal },
];
