/**
 * Takes the pictures of docs/screenshots: `npm run screenshots`. Starts a product of its own with the
 * demonstration account and visits every screen at three sizes.
 */
import { mkdirSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { nodeScript } from '../tools/product/command.ts';
import { newDataDir, startProduct } from '../tools/product/process.ts';

const FOLDER = new URL('../docs/screenshots/', import.meta.url).pathname;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
  { name: 'dashboard', path: '/dashboard' },
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

async function openLiquidation(page: Page): Promise<void> {
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/trading/trades?reason=liquidation&limit=1');
    const { items } = (await answer.json()) as { items: { id: string }[] };
    return items[0]?.id;
  });
  if (id === undefined) throw new Error('the demonstration account was never liquidated');
  await page.goto(`${new URL(page.url()).origin}/history/${id}`);
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
        viewport: size,
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
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: CHROMIUM_ARGS,
});
try {
  await take(browser, product.url, async (context) => {
    const answer = await context.request.post(`${product.url}/api/auth/login`, {
      data: { phone, password },
      headers: { origin: product.url },
    });
    if (!answer.ok()) throw new Error(`the demonstration account can't sign in: ${answer.status()}`);
  });
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}
