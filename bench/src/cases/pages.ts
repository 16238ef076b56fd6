import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { PHONE_AGENT } from '../../../tools/product/browser.ts';
import type { Product } from '../../../tools/product/process.ts';
import { launchBrowser, openDashboard, signedIn } from '../lib/browser.ts';
import { median, round, spread, type Result } from '../lib/result.ts';

const PAINTS = 15;
const SLOWDOWN = 4;
const MOST_TIMES = 1.5;

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
    const { served, empty, guarded } = await firstPaints(browser, product.url);
    const beside = (bare: number[], of: string): Result => ({
      name: `first contentful paint, cold, CPU slowed ${SLOWDOWN} times, beside ${of}`,
      value: round(median(served), 0),
      unit: 'ms',
      ceiling: round(median(bare), 0),
      ratio: round(median(bare) / median(served)),
      target: `≤ ${MOST_TIMES} times that`,
      met: median(served) <= MOST_TIMES * median(bare),
      note: `phone login page on loopback, each in a cold context, in turn with pages of one word from a bare server: ${round(median(served) / median(bare))} times; ${spread(served, 0)}, page of one word ${spread(bare, 0)}`,
    });
    return [
      size('JavaScript of the login page, gzip', login, 150),
      size('JavaScript of the trade screen with the chart, gzip', trade, 280),
      beside(empty, 'an empty page'),
      // A page that no other may hold by the window is put into a process of its own, which a new tab has to start.
      beside(guarded, 'an empty page with the same headers'),
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

/** A page with one word and nothing to ask for. */
const EMPTY = '<!doctype html><meta charset="utf-8"><title>.</title><body>Плечо</body>';

/** Headers of the product's page that say what a browser may do with it. */
async function guardsOf(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url);
  return Object.fromEntries([...headers].filter(([name]) => /policy|agent-cluster|^x-(?!ratelimit)/.test(name)));
}

/** Milliseconds from the start of each navigation, of the login page and of two empty ones in turn. */
async function firstPaints(
  browser: Browser,
  url: string,
): Promise<{ served: number[]; empty: number[]; guarded: number[] }> {
  const login = `${url}/login`;
  const guards = await guardsOf(login);
  const bare = createServer((request, response) => {
    const headers = request.url === '/guarded' ? guards : {};
    response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(EMPTY);
  });
  await new Promise<void>((resolve) => {
    bare.listen(0, '127.0.0.1', resolve);
  });
  const word = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const paints = { served: [] as number[], empty: [] as number[], guarded: [] as number[] };
  for (let run = 0; run <= PAINTS; run += 1) {
    const round_ = {
      served: await firstPaint(browser, login),
      empty: await firstPaint(browser, `${word}/`),
      guarded: await firstPaint(browser, `${word}/guarded`),
    };
    // The first of each warms the browser up.
    if (run === 0) continue;
    paints.served.push(round_.served);
    paints.empty.push(round_.empty);
    paints.guarded.push(round_.guarded);
  }
  bare.close();
  return paints;
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ userAgent: PHONE_AGENT, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url);
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0];
          if (entry !== undefined) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return time;
}
