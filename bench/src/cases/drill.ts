import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { serverMessage, type Drill } from '@plecho/contract';
import { WebSocket } from 'ws';
import { connectClient, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { newKey } from '../../../tools/product/request-key.ts';
import { launchBrowser } from '../lib/browser.ts';
import { percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedPeople } from '../lib/seed.ts';
import { secretOf } from '../lib/session-secret.ts';

/** In the class; the one before them is its operator. */
const PEOPLE = 300;
const TRADES_EACH = 10;
const CONTROLS = 20;
const READS = 20;
const ENTERED_AT_ONCE = 4;
const CODE = 'HARB2R7K';
const MOST_DELAY_MS = 300;
const MOST_READ_MS = 500;
const MOST_DRAWN_MS = 1_000;
/** The hour before the prices of the crash begin to fall. */
const FROM = 1_770_296_400;

/** People, a class with all of them but the first, and the first inside the operator area. */
async function prepare(dataDir: string): Promise<Product> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  const [operator = 0n, ...members] = await seedPeople(workshop, PEOPLE + 1);
  const owner = await connectClient(ownerConfig(workshop.target));
  const now = Date.now();
  await owner.query(`UPDATE users SET role = 'operator' WHERE id = $1`, [operator]);
  await owner.query('UPDATE sessions SET operator_since = $2, operator_seen_at = $2 WHERE user_id = $1', [
    ...[operator, now],
  ]);
  await owner.query(
    `INSERT INTO classes (id, word, number, code, market_id, made_by, created_at) VALUES (1, 'harbour', 1, $1, 'main', $2, $3)`,
    [CODE, operator, now],
  );
  await owner.query(
    'INSERT INTO class_members (class_id, user_id, joined_at) SELECT 1, id, $2 FROM unnest($1::bigint[]) AS id',
    [members, now],
  );
  await owner.end();
  await workshop.close();
  return startProduct(dataDir);
}

/** A request of the n-th of the people; the operator is the first. */
async function ask<T>({ url }: Product, n: number, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...{ cookie: `plecho=${secretOf(n)}`, origin: url, 'idempotency-key': newKey() },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Everybody of the class, a few at a time. */
async function everybody(work: (n: number) => Promise<unknown>): Promise<void> {
  const waiting = Array.from({ length: PEOPLE }, (_, place) => place + 1);
  const one = async (): Promise<void> => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await work(n);
  };
  await Promise.all(Array.from({ length: ENTERED_AT_ONCE }, one));
}

/** Streams of the class that have the drill and its prices, and when each heard of each version. */
class Audience {
  readonly #sockets: WebSocket[] = [];
  /** By version, when it was heard, ms. */
  readonly heard = new Map<number, number[]>();

  async join({ url }: Product, n: number, market: string): Promise<void> {
    const headers = { cookie: `plecho=${secretOf(n)}`, origin: url };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { perMessageDeflate: false, headers });
    this.#sockets.push(socket);
    socket.on('message', (data: Buffer) => this.#hear(data));
    await once(socket, 'open');
    for (const channel of ['drill', 'tickers', 'account'] as const) {
      socket.send(JSON.stringify({ op: 'subscribe', channel: { channel, market } }));
    }
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #hear(data: Buffer): void {
    const at = Date.now();
    if (!data.includes('"type":"drill"')) return;
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type !== 'drill') return;
    const { version } = message.data;
    this.heard.set(version, [...(this.heard.get(version) ?? []), at]);
  }
}

/** From an operator's click until each page of the class has heard of it. */
async function measureControls(product: Product, { market }: Drill, audience: Audience): Promise<number[]> {
  const control = (body: object): Promise<Drill> => ask(product, 0, 'POST', `/admin/drills/${market}`, body);
  await control({ action: 'start', seconds: 3, version: 1 });
  let drill = await ask<Drill>(product, 0, 'GET', `/drills/${market}`);
  while (drill.state !== 'playing') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    drill = await ask<Drill>(product, 0, 'GET', `/drills/${market}`);
  }
  const delays: number[] = [];
  for (let n = 0; n < CONTROLS; n += 1) {
    const asked = Date.now();
    drill = await control({ action: n % 2 === 0 ? 'pause' : 'resume', version: drill.version });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const heard = audience.heard.get(drill.version) ?? [];
    // Whoever has not heard of it within a second counts with that second.
    for (let place = 0; place < PEOPLE; place += 1) delays.push((heard[place] ?? asked + 1_000) - asked);
  }
  return delays;
}

interface Drawing {
  /** From the navigation to the frame in which candles, marks, curves and the table are there, ms. */
  whole: number;
  /** From the question for the debrief to that frame, ms. */
  asked: number;
}

/** Runs in the page. */
function drawn(): Promise<Drawing> {
  const parts = ['График цены: свечей', 'Линии капитала', 'Результаты сделок по плечу'];
  const measured = (): Drawing => {
    const whole = performance.now();
    const question = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/debrief'));
    return { whole, asked: whole - (question?.startTime ?? 0) };
  };
  return new Promise((resolve) => {
    const look = (): void => {
      const charts = parts.every((name) => document.querySelector(`svg[aria-label^="${name}"]`) !== null);
      if (!charts || document.querySelector('tbody tr') === null) requestAnimationFrame(look);
      // What a frame draws is there when the next one begins.
      else requestAnimationFrame(() => resolve(measured()));
    };
    look();
  });
}

/** The page of the debrief as each of some people opens it, with nothing kept from before. */
async function measureDrawing({ url }: Product, market: string): Promise<Drawing[]> {
  const browser = await launchBrowser();
  const open = async (n: number): Promise<Drawing> => {
    const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'plecho', value: secretOf(n), url }]);
    const page: Page = await context.newPage();
    await page.goto(`${url}/class/${CODE}/debrief/${market}`, { waitUntil: 'commit' });
    const drawing = await page.evaluate(drawn);
    await context.close();
    return drawing;
  };
  try {
    // The first one warms the browser up.
    await open(1);
    const drawings: Drawing[] = [];
    for (let n = 1; n <= READS; n += 1) drawings.push(await open(n));
    return drawings;
  } finally {
    await browser.close();
  }
}

/** A drill of three hundred people at 60x: how soon a control is seen by all, and what reading and drawing the debrief take. */
export async function measureDrill(dataDir: string): Promise<Result[]> {
  const product = await prepare(dataDir);
  const audience = new Audience();
  try {
    const body = {
      ...{ class: CODE, dataset: 'crash', symbols: ['BTCUSDT', 'ETHUSDT'], from: FROM, minutes: 600 },
      ...{ speed: 60, masked: true },
    };
    const drill = await ask<Drill>(product, 0, 'POST', '/admin/drills', body);
    await everybody((n) => ask(product, n, 'POST', `/trading/markets/${drill.market}/enter`));
    await everybody((n) => audience.join(product, n, drill.market));
    const delays = await measureControls(product, drill, audience);
    await everybody(async (n) => {
      for (let each = 0; each < TRADES_EACH; each += 1) {
        const order = {
          symbol: 'PAIRAUSDT',
          type: each % 2 === 0 ? 'long' : 'short',
          amount: '20',
          leverage: 1 + each,
        };
        await ask(product, n, 'POST', `/trading/positions?market=${drill.market}`, order);
      }
    });
    const { version } = await ask<Drill>(product, 0, 'GET', `/drills/${drill.market}`);
    await ask(product, 0, 'POST', `/admin/drills/${drill.market}`, { action: 'end', version });
    let state = '';
    while (state !== 'ended') {
      await new Promise((resolve) => setTimeout(resolve, 500));
      ({ state } = await ask<Drill>(product, 0, 'GET', `/drills/${drill.market}`));
    }
    const reads: number[] = [];
    let size = 0;
    let trades = 0;
    for (let n = 1; n <= READS; n += 1) {
      const asked = performance.now();
      const debrief = await ask<{ trades: unknown[] }>(product, n, 'GET', `/drills/${drill.market}/debrief`);
      reads.push(performance.now() - asked);
      size = JSON.stringify(debrief).length;
      trades = debrief.trades.length;
    }
    const drawings = await measureDrawing(product, drill.market);
    const whole = drawings.map((drawing) => drawing.whole);
    const asked = drawings.map((drawing) => drawing.asked);
    return [
      {
        name: 'drill: a control until everybody sees it, 99th percentile',
        ...{ value: round(percentile(delays, 99), 0), unit: 'ms', ceiling: null, ratio: null },
        ...{ target: `≤ ${MOST_DELAY_MS} ms`, met: percentile(delays, 99) <= MOST_DELAY_MS },
        note: `${PEOPLE} people with prices, account and drill on one stream each, 60x; ${CONTROLS} pauses and resumes, from the operator’s request; median ${round(percentile(delays, 50), 0)} ms`,
      },
      {
        name: 'drill: the debrief is read, 95th percentile',
        ...{ value: round(percentile(reads, 95), 0), unit: 'ms', ceiling: null, ratio: null },
        ...{ target: `≤ ${MOST_READ_MS} ms`, met: percentile(reads, 95) <= MOST_READ_MS },
        note: `${PEOPLE} people, ${trades} trades, ${round(size / 1000, 0)} KB; ${READS} reads one after another`,
      },
      {
        name: 'drill: the debrief is drawn, 95th percentile',
        ...{ value: round(percentile(asked, 95), 0), unit: 'ms', ceiling: null, ratio: null },
        ...{ target: `≤ ${MOST_DRAWN_MS} ms`, met: percentile(asked, 95) <= MOST_DRAWN_MS },
        note: `from the question to all charts and the table, 1440 × 900; ${READS} people one after another, the same ${trades} trades; ${spread(asked, 0)}; from the navigation, with nothing kept from before, ${spread(whole, 0)}`,
      },
    ];
  } finally {
    audience.leave();
    await product.stop();
  }
}
