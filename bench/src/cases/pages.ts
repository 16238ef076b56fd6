import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { PHONE_AGENT } from '../../../tools/product/browser.ts';
import type { Product } from '../../../tools/product/process.ts';
import { launchBrowser, openDashboard, signedIn } from '../lib/browser.ts';
import { median, round, spread, type Result } from '../lib/result.ts';

const RUNS = 5;
const SLOWDOWN = 4;

/** Sizes of what the browser downloads, and the first contentful paint of a cold page. */
export async function measurePages(product: Product): Promise<Result[]> {
  const browser = await launchBrowser();
  try {
    const login = await scriptKilobytes(
      browser,
      (page) => page.goto(`${product.url}/login`).then(() => undefined),
      null,
    );
    const trade = await scriptKilobytes(browser, (page) => openDashboard(page, product.url), product.url);
    const paints = await firstPaints(browser, product.url);
    const paint = median(paints);
    return [
      size('JavaScript of the login page, gzip', login, 150),
      size('JavaScript of the trade screen with the chart, gzip', trade, 265),
      {
        name: `first contentful paint, cold, CPU slowed ${SLOWDOWN} times`,
        value: round(paint, 0),
        unit: 'ms',
        ceiling: null,
        ratio: null,
        target: '< 200 ms',
        met: paint < 200,
        note: `phone login page on loopback, each in a cold context; ${spread(paints, 0)}`,
      },
    ];
  } finally {
    await browser.close();
  }
}

function size(name: string, kilobytes: number, limit: number): Result {
  return {
    name,
    value: round(kilobytes, 1),
    unit: 'kB',
    ceiling: null,
    ratio: null,
    target: `< ${limit} kB`,
    met: kilobytes < limit,
    note: 'every script that the browser fetched, compressed with gzip level 9',
  };
}

async function scriptKilobytes(
  browser: Browser,
  open: (page: Page) => Promise<void>,
  signInAt: string | null,
): Promise<number> {
  const context = signInAt === null ? await browser.newContext() : await signedIn(browser, signInAt);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await open(page);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const total = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  await context.close();
  return total / 1000;
}

/** Milliseconds from the start of each navigation. */
async function firstPaints(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ userAgent: PHONE_AGENT, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(`${url}/login`);
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const entry = list.getEntriesByName('first-contentful-paint')[0];
              if (entry !== undefined) resolve(entry.startTime);
            }).observe({ type: 'paint', buffered: true });
          }),
      ),
    );
    await context.close();
  }
  return times;
}
