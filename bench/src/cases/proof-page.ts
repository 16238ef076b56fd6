import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath, PHONE_AGENT } from '../../../tools/product/browser.ts';
import type { Product } from '../../../tools/product/process.ts';
import { newKey } from '../../../tools/product/request-key.ts';
import { signUp } from '../lib/browser.ts';
import { median, round, spread, type Result } from '../lib/result.ts';

const ROUNDS = 9;
const SLOWDOWN = 4;
const MOST_MS = 50;
/** A log is signed every ten seconds. */
const SIGNED_MS = 60_000;
/** What somebody needs at the least to find the button, or a file on the disk. */
const HAND_MS = 1_000;
/** A name that is not loopback: over plain http a page of it has no Web Crypto, as in a classroom's network. */
const CLASSROOM = 'plecho.classroom';
const CONFIRMED = 'Сделка подтверждена';

/** How long a check took, ms: the check alone, and from having the file until its verdict was drawn. */
interface Check {
  verified: number;
  drawn: number;
}

/** A trade, whose it is, and the file of its proof. */
interface Proven {
  cookie: string;
  id: string;
  file: string;
}

/** Opens and closes a position of a new person, and waits until its prices are in a signed log. */
async function provenTrade(url: string): Promise<Proven> {
  const cookie = await signUp(url);
  const ask = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api/trading/${path}`, {
      ...{ method, body: body === undefined ? null : JSON.stringify(body) },
      headers: {
        ...{ cookie, origin: url, 'idempotency-key': newKey() },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
  const position = (await (await ask('POST', 'positions', order)).json()) as { id: string };
  const { id } = (await (await ask('DELETE', `positions/${position.id}`)).json()) as { id: string };
  const deadline = Date.now() + SIGNED_MS;
  for (;;) {
    const answer = await ask('GET', `trades/${id}/proof`);
    if (answer.ok) return { cookie, id, file: await answer.text() };
    if (Date.now() > deadline) throw new Error(`no proof of a trade: ${answer.status} ${await answer.text()}`);
    await sleep(500);
  }
}

/**
 * Notes in the page when the verdict was drawn: after the frame in which it came.
 * Runs before everything else in the page, and finds the verdict by its words, as a person does.
 */
function watchVerdict(words: string): void {
  const page = globalThis as unknown as { verdictAt: Promise<number> };
  page.verdictAt = new Promise((resolve) => {
    const drawn = (): void => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      requestAnimationFrame(() => port2.postMessage(null));
    };
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="status"] section')?.textContent?.includes(words) !== true) return;
      observer.disconnect();
      drawn();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchVerdict, CONFIRMED);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** As the page measures it. */
const verifiedIn = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('proof verified')[0]?.duration ?? Number.NaN);

/** From a touch of «Проверить сделку» on a receipt: milliseconds from the last byte of the file to the verdict. */
async function fromReceipt(page: Page, url: string, { id }: Proven): Promise<number> {
  await page.goto(`${url}/history/${id}`);
  const link = page.getByRole('link', { name: 'Проверить сделку' });
  await link.waitFor();
  await sleep(HAND_MS);
  await link.click();
  await page.getByText(CONFIRMED).waitFor();
  return page.evaluate(async () => {
    const at = await (globalThis as unknown as { verdictAt: Promise<number> }).verdictAt;
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const file = requests.findLast(({ name }) => /\/trades\/\d+\/proof/.test(name));
    if (file === undefined) throw new Error('no file was fetched');
    return at - file.responseEnd;
  });
}

/** From a file dropped onto /proof, by somebody without an account: milliseconds from the drop to the verdict. */
async function fromDrop(page: Page, url: string, { file }: Proven): Promise<number> {
  await page.goto(`${url}/proof`);
  await page.getByText('видит ключ впервые').waitFor();
  await sleep(HAND_MS);
  return page.getByText('Выберите файл').evaluate(async (words, text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'proof.json', { type: 'application/json' }));
    const begun = performance.now();
    words.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    return (await (globalThis as unknown as { verdictAt: Promise<number> }).verdictAt) - begun;
  }, file);
}

const WAYS = {
  'from a receipt': { measure: fromReceipt, isSignedIn: true },
  'of a file dropped onto the page': { measure: fromDrop, isSignedIn: false },
};
type Way = keyof typeof WAYS;

/** One check in a browser that has never seen the page. */
async function oneRound(browser: Browser, url: string, way: Way, proven: Proven): Promise<Check> {
  const { measure, isSignedIn } = WAYS[way];
  const context = await browser.newContext({
    ...{ locale: 'ru-RU', userAgent: PHONE_AGENT, viewport: { width: 390, height: 844 } },
  });
  const [name = '', value = ''] = proven.cookie.split('=');
  if (isSignedIn) await context.addCookies([{ name, value, url }]);
  try {
    const page = await slowPage(context);
    const drawn = await measure(page, url, proven);
    return { verified: await verifiedIn(page), drawn };
  } finally {
    await context.close();
  }
}

function result(way: Way, transport: string, checks: Check[]): Result {
  const verified = checks.map((check) => check.verified);
  const drawn = checks.map((check) => check.drawn);
  const value = median(verified);
  return {
    name: `first check of a proof in a page, ${way}, ${transport}`,
    value: round(value, 0),
    unit: 'ms',
    ceiling: null,
    ratio: null,
    target: `< ${MOST_MS} ms`,
    met: value < MOST_MS,
    note: `CPU slowed ${SLOWDOWN} times, each in a browser that has never seen the page; ${spread(verified, 0)}; from having the file to the verdict drawn ${spread(drawn, 0)}`,
  };
}

/** The first check of a proof on a slow phone, where the browser has cryptography of its own, and over plain http. */
export async function measureProofPage(product: Product): Promise<Result[]> {
  const proven = await provenTrade(product.url);
  const plain = `http://${CLASSROOM}:${product.port}`;
  const cases = [
    { way: 'from a receipt', transport: 'with Web Crypto', url: product.url },
    { way: 'of a file dropped onto the page', transport: 'with Web Crypto', url: product.url },
    // Nobody is signed in over plain http, so nobody has a receipt there.
    { way: 'of a file dropped onto the page', transport: 'over plain http', url: plain },
  ] as const;
  const results: Result[] = [];
  for (const { way, transport, url } of cases) {
    const checks: Check[] = [];
    for (let run = 0; run < ROUNDS; run += 1) {
      const browser = await chromium.launch({
        executablePath: chromiumPath(),
        args: [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${CLASSROOM} 127.0.0.1`],
      });
      checks.push(await oneRound(browser, url, way, proven));
      await browser.close();
    }
    results.push(result(way, transport, checks));
  }
  return results;
}
