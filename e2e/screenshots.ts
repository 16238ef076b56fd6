/**
 * Takes the pictures of docs/screenshots: `npm run screenshots`. Starts a product of its own with the
 * demonstration account and visits every screen at three sizes.
 */
import { mkdirSync } from 'node:fs';
import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath, PHONE_AGENT } from '../tools/product/browser.ts';
import { nodeScript } from '../tools/product/command.ts';
import { newDataDir, startProduct, type Product } from '../tools/product/process.ts';
import { calm, crash, fall } from './support/klines.ts';
import { startReplay } from './support/replay.ts';

const FOLDER = new URL('../docs/screenshots/', import.meta.url).pathname;
const SIZES = [
  { width: 1440, height: 860 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

interface Shot {
  name: string;
  path: string;
  /** Brings the page into the state to show. */
  prepare?(page: Page): Promise<void>;
  phoneOnly?: boolean;
}

const SHOTS: Shot[] = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'safety', path: '/safety' },
  { name: 'help', path: '/help' },
  { name: 'dashboard', path: '/dashboard', prepare: showFirstPosition },
  { name: 'history', path: '/history' },
  { name: 'receipt', path: '/history', prepare: openLiquidation },
  { name: 'markets', path: '/markets' },
  { name: 'account', path: '/account' },
  { name: 'mobile-home', path: '/mobile/home', phoneOnly: true },
  { name: 'mobile-trade', path: '/mobile/trade', phoneOnly: true },
  { name: 'mobile-order', path: '/mobile/trade', phoneOnly: true, prepare: openOrderSheet },
  { name: 'mobile-assets', path: '/mobile/assets', phoneOnly: true },
];
const SIGNED_OUT = new Set(['login', 'register']);
/** Dense text makes large files: less of it is shown. */
const HISTORY_HEIGHT = 640;
const WIDE = 1024;
let crashMarket = '';

/** The receipt of the person's newest liquidation. */
async function openLiquidation(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const path = `/api/trading/trades?market=${crashMarket}&reason=liquidation&limit=1`;
  await expect
    .poll(
      async () => ((await (await page.request.get(`${origin}${path}`)).json()) as { items: unknown[] }).items.length,
      { timeout: 90_000 },
    )
    .toBe(1);
  const { items } = (await (await page.request.get(`${origin}${path}`)).json()) as { items: { id: string }[] };
  await page.goto(`${origin}/history/${items[0]?.id}?market=${crashMarket}`);
}

/** Opens a long at 10x on a recording that is about to fall, so that there is a liquidation to show. */
async function tradeIntoCrash(product: Product, context: BrowserContext): Promise<string> {
  const market = await startReplay(
    product,
    'BTCUSDT',
    [...calm(67_400, 45), ...fall(67_400, 0.004, 20), ...crash(62_200, 59_100), ...calm(59_100, 200)],
    60,
  );
  const headers = { origin: product.url };
  await expect
    .poll(
      async () =>
        (await context.request.post(`${product.url}/api/trading/markets/${market}/enter`, { headers })).status(),
      { timeout: 30_000 },
    )
    .toBe(200);
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '150', leverage: 10, takeProfit: '70000' };
  const answer = await context.request.post(`${product.url}/api/trading/positions?market=${market}`, {
    headers,
    data: order,
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return market;
}

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

async function take(browser: Browser, url: string, signIn: (context: BrowserContext) => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    for (const shot of SHOTS) {
      if (shot.phoneOnly === true && size.width !== 390) continue;
      const phone = shot.phoneOnly === true ? { userAgent: PHONE_AGENT, hasTouch: true, isMobile: true } : {};
      const context = await browser.newContext({
        viewport: shot.name === 'history' ? { ...size, height: Math.min(size.height, HISTORY_HEIGHT) } : size,
        locale: 'ru-RU',
        timezoneId: 'Europe/Moscow',
        ...phone,
      });
      if (!SIGNED_OUT.has(shot.name)) await signIn(context);
      const page = await context.newPage();
      await page.goto(`${url}${shot.path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await shot.prepare?.(page);
      // Prices, candles and the chart's own first drawing.
      await page.waitForTimeout(3_000);
      await page.screenshot({ path: `${FOLDER}${shot.name}-${size.width}.png` });
      await context.close();
    }
  }
}

const data = newDataDir();
mkdirSync(FOLDER, { recursive: true });
const demo = await nodeScript(data.path, 'apps/server/src/cli/demo.ts');
const phone = /\+\d{11}/.exec(demo)?.[0] ?? '';
const password = /demo-[0-9a-f]{8}/.exec(demo)?.[0] ?? '';
const product = await startProduct(data.path);
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: CHROMIUM_ARGS,
});
const signIn = async (context: BrowserContext): Promise<void> => {
  const answer = await context.request.post(`${product.url}/api/auth/login`, {
    data: { phone, password },
    headers: { origin: product.url },
  });
  if (!answer.ok()) throw new Error(`the demonstration account can't sign in: ${answer.status()}`);
};
try {
  const trader = await browser.newContext();
  await signIn(trader);
  crashMarket = await tradeIntoCrash(product, trader);
  await trader.close();
  await take(browser, product.url, signIn);
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}
