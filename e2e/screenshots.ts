/**
 * Takes the pictures of docs/screenshots: `npm run screenshots`, or some of them with
 * `node e2e/screenshots.ts deposit admin`. Starts a product of its own with the demonstration account,
 * gives it practice money and an operator, and visits every screen at three sizes, or at others, to be looked at:
 * `node e2e/screenshots.ts --size 1920x1080 --size 844x390 --folder DIR`. With `--states` it takes the states of
 * the screens, which are many and only looked at, in place of the screens.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath, PHONE_AGENT } from '../tools/product/browser.ts';
import { nodeScript } from '../tools/product/command.ts';
import { newDataDir, startProduct, type Product } from '../tools/product/process.ts';
import { fillAccount } from './support/filled-account.ts';
import { CHART_SHOTS } from './support/chart-shots.ts';
import { DESK_SHOTS } from './support/desk-shots.ts';
import { calm, crash, fall } from './support/klines.ts';
import { enterArea, makeOperator, operatorCall } from './support/operator.ts';
import { LEARNING_SHOTS } from './support/learning-shots.ts';
import { ORDER_SHOTS } from './support/order-shots.ts';
import { holdReplay, startReplay } from './support/replay.ts';
import { SHOTS, type Scene, type Shot } from './support/shots.ts';
import { newPerson } from './support/test.ts';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', multiple: true, default: ['1440x860', '768x1024', '390x844'] },
    states: { type: 'boolean', default: false },
    folder: { type: 'string', default: new URL('../docs/screenshots', import.meta.url).pathname },
  },
});

/** The states of the screens, by what they are states of. */
const STATES: readonly Shot[] = [...CHART_SHOTS, ...DESK_SHOTS, ...ORDER_SHOTS, ...LEARNING_SHOTS];

interface Size {
  width: number;
  height: number;
}

/** @throws Error unless it reads like `390x844` */
function sizeOf(text: string): Size {
  const [width = 0, height = 0] = text.split('x').map(Number);
  if (!(width > 0 && height > 0)) throw new Error(`no size: ${text}`);
  return { width, height };
}

/** Of the widest one. */
const PHONE_WIDTH = 440;
/** In the hand, upright or lying; a phone that lies is named by both of its sides. */
const isPhone = ({ width, height }: Size): boolean => Math.min(width, height) <= PHONE_WIDTH;
const suffix = ({ width, height }: Size): string => (height < 500 ? `${width}x${height}` : String(width));

const OPERATOR = { phone: '+79161234567', password: 'осенний-лист-42', firstName: 'Вера' };

interface Login {
  phone: string;
  password: string;
}

interface Studio {
  browser: Browser;
  url: string;
  person: Login;
  secret: string;
  scene: Scene;
}

async function post(context: BrowserContext, path: string, data?: object): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post(`/api/${path}`, { headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

const signIn = (context: BrowserContext, { phone, password }: Login): Promise<void> =>
  post(context, 'auth/login', { phone, password });

/** Opens a long at 10x on a recording that is about to fall, and waits for its liquidation. */
async function tradeIntoCrash(product: Product, context: BrowserContext): Promise<string> {
  const market = await startReplay(
    product,
    'BTCUSDT',
    [...calm(67_400, 45), ...fall(67_400, 0.004, 20), ...crash(62_200, 59_100), ...calm(59_100, 200)],
    60,
  );
  await expect(() => post(context, `trading/markets/${market}/enter`)).toPass({ timeout: 30_000 });
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '150', leverage: 10, takeProfit: '70000' };
  await post(context, `trading/positions?market=${market}`, order);
  const liquidated = `/api/trading/trades?market=${market}&reason=liquidation&limit=1`;
  await expect
    .poll(async () => ((await (await context.request.get(liquidated)).json()) as { items: unknown[] }).items.length, {
      timeout: 90_000,
    })
    .toBe(1);
  return market;
}

/** Trades where there are fees and funding, until both are paid. The operator's `page` publishes the market. */
async function tradeWithCosts(product: Product, page: Page, context: BrowserContext): Promise<Scene['costs']> {
  // It rises all the time: longs pay.
  const base = await startReplay(product, 'BTCUSDT', fall(60_000, -0.0001, 2_500), 360);
  const stage = { type: 'trend', mode: 'static', direction: 'neutral', driftPercent: '10', symbols: null };
  const scenario = {
    recipe: { base, stages: [stage] },
    costs: { takerFeePercent: '0.05', makerFeePercent: '0.02', funding: { intervalHours: 1, capPercent: '0.5' } },
    blind: false,
  };
  await expect(() => operatorCall(page, 'scenarios', scenario)).toPass({ timeout: 30_000 });
  const { items } = (await (await context.request.get('/api/trading/markets')).json()) as {
    items: { id: string; scenario: { recipe: { base: string | null } | null } | null }[];
  };
  const market = items.find(({ scenario }) => scenario?.recipe?.base === base)?.id ?? '';
  await post(context, `trading/markets/${market}/enter`);
  const long = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
  await expect(() => post(context, `trading/positions?market=${market}`, long)).toPass({ timeout: 60_000 });
  const paid = async (): Promise<{ positionId: string }[]> =>
    (
      (await (await context.request.get(`/api/trading/funding?market=${market}`)).json()) as {
        items: { positionId: string }[];
      }
    ).items;
  await expect.poll(async () => (await paid()).length, { timeout: 120_000 }).toBeGreaterThan(1);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const [payment] = await paid();
  const closing = `/api/trading/positions/${payment?.positionId}?market=${market}`;
  const { id: trade } = (await (await context.request.delete(closing, { headers })).json()) as { id: string };
  return { market, trade };
}

/** What an operator does to the person, so that there is something to read. @returns the operator secret, and where the person traded with costs */
async function operate(
  product: Product,
  browser: Browser,
  { phone, life }: { phone: string; life: BrowserContext },
): Promise<{ secret: string; costs: Scene['costs'] }> {
  const context = await browser.newContext({ baseURL: product.url });
  await post(context, 'auth/register', OPERATOR);
  const secret = await makeOperator(product, OPERATOR.phone);
  const page = await context.newPage();
  await enterArea(page, secret);
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await operatorCall(page, 'balance/adjust', { phone, amount: '150', reason: 'prize' });
  await operatorCall(page, 'balance/adjust', { phone, amount: '-25.5', reason: 'mistakeCorrected' });
  await operatorCall(page, 'user/block', { phone, blocked: true, reason: 'sharedAccount' });
  await operatorCall(page, 'user/block', { phone, blocked: false, reason: 'ownRequest' });
  const shock = {
    type: 'shock',
    dropPercent: '20',
    afterSeconds: 1800,
    minutes: 90,
    recoveryMinutes: null,
    symbols: null,
  };
  const stages = [shock, { type: 'spread', percent: '1', symbols: null }];
  await operatorCall(page, 'scenarios', { recipe: { base: 'main', stages }, blind: false });
  const costs = await tradeWithCosts(product, page, life);
  await context.close();
  return { secret, costs };
}

async function comeIn(page: Page, shot: Shot, { person, secret }: Studio): Promise<void> {
  switch (shot.as ?? 'person') {
    case 'person':
      return signIn(page.context(), person);
    case 'newcomer':
      return post(page.context(), 'auth/register', newPerson());
    case 'operatorBeforeStepUp':
      return signIn(page.context(), OPERATOR);
    case 'operator':
      await signIn(page.context(), OPERATOR);
      await enterArea(page, secret);
      await page.getByRole('heading', { name: 'Users' }).waitFor();
      return;
    case 'nobody':
  }
}

async function take(shot: Shot, size: Size, studio: Studio): Promise<void> {
  const { width, height } = size;
  const phonePath = isPhone(size) ? shot.phonePath : undefined;
  const path = phonePath ?? shot.path;
  const context = await studio.browser.newContext({
    baseURL: studio.url,
    viewport: { width, height: Math.min(height, shot.maxHeight ?? height) },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    ...(shot.phoneOnly === true || phonePath !== undefined
      ? { userAgent: PHONE_AGENT, hasTouch: true, isMobile: true }
      : {}),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await comeIn(page, shot, studio);
    await page.goto(typeof path === 'string' ? path : path(studio.scene));
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await shot.prepare?.(page, studio.scene);
    // Prices, candles and the chart's own first drawing.
    await page.waitForTimeout(shot.chart === true ? 3_000 : 700);
    await page.screenshot({ path: join(options.folder, `${shot.name}-${suffix(size)}.png`) });
    await shot.after?.(page);
  } finally {
    await context.close();
  }
}

const data = newDataDir();
const sizes = options.size.map(sizeOf);
mkdirSync(options.folder, { recursive: true });
const demo = await nodeScript(data.path, 'apps/server/src/cli/demo.ts');
const person = {
  phone: /\+\d{11}/.exec(demo)?.[0] ?? '',
  password: /demo-[0-9a-f]{8}/.exec(demo)?.[0] ?? '',
};
const product = await startProduct(data.path);
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  // Native fields, of dates for one, speak the browser's own language.
  args: [...CHROMIUM_ARGS, '--lang=ru'],
  env: { ...process.env, LANGUAGE: 'ru' },
});
try {
  const life = await browser.newContext({ baseURL: product.url });
  await signIn(life, person);
  const { secret, costs } = await operate(product, browser, { phone: person.phone, life });
  const [crashMarket, filled] = await Promise.all([tradeIntoCrash(product, life), fillAccount(life.request)]);
  const replayMarket = await holdReplay(life.request);
  await life.close();
  const studio = {
    browser,
    url: product.url,
    person,
    secret,
    scene: { ...filled, crashMarket, replayMarket, costs, phone: person.phone },
  };
  for (const size of sizes) {
    for (const shot of options.states ? STATES : SHOTS) {
      const isWanted = wanted.length === 0 || wanted.some((name) => shot.name.startsWith(name));
      const hasIt = (shot.phoneOnly !== true || isPhone(size)) && size.width >= (shot.minWidth ?? 0);
      if (!isWanted || !hasIt) continue;
      try {
        await take(shot, size, studio);
      } catch (error) {
        // The others are taken all the same.
        console.error(`${shot.name} ${size.width}x${size.height}:`, error);
        process.exitCode = 1;
      }
    }
  }
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}
