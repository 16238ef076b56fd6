import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '@plecho/contract';
import { Random } from '@plecho/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plecho } from '../../../../tools/product/command.ts';
import { freePort, newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { expectNothingDoubled, expectNothingLost } from './acknowledged.ts';
import { expectLogged, lackingIn, type Lacking } from './logged.ts';
import { expectEverythingOnce, Payments, repeatUnanswered as repeatUnansweredPayments } from './paid-once.ts';
import { Payer } from './payer.ts';
import { swings } from './swings.ts';
import { Trader, type Sent } from './trader.ts';

const KILLS = 30;
const TRADERS = 6;
const PAYERS = 3;
/** Of so many kills one comes while people pay. */
const PAID_EVERY = 3;
/** Of so many one is looked at before the next start: that takes as long as the start. */
const LOOKED_AT_EVERY = 3;
/** The longest that people trade before a kill, and the shortest, ms. */
const [SHORTEST_MS, LONGEST_MS] = [50, 400];
const SYMBOL = 'BTCUSDT';

const data = newDataDir();
let env: Record<string, string>;
let product: Product;
let market: string;
const random = new Random(42);
const traders: Trader[] = [];
const lacking: Lacking[] = [];
const payments = new Payments(random);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  env = { PORT: String(await freePort()), MARKET_SEED: 'kill' };
  product = await startProduct(data.path, env);
  const file = join(data.path, `${SYMBOL}-1m-swings.csv`);
  writeFileSync(file, swings(72));
  const output = await plecho(data.path, 'replay', file, '--from', '2026-02-05T00:10:00Z', '--speed', '600');
  market = /market:? ([a-z0-9-]+)/i.exec(output)?.[1] ?? '';
  for (let n = 0; n < TRADERS; n += 1) {
    const trader = new Trader(market);
    await trader.register(product, `+7916000000${n}`);
    await vi.waitFor(() => trader.enterMarket(product), { timeout: 60_000, interval: 100 });
    traders.push(trader);
  }
  for (let n = 0; n < PAYERS; n += 1) {
    const payer = new Payer();
    await payer.register(product, `+7916000001${n}`);
    payments.payers.push(payer);
  }
}, 180_000);

afterAll(async () => {
  await product.stop();
  data.remove();
});

/** Kills the server while people trade, and while they pay or between a confirmation and its credit, if they do. */
async function killOnce(payment: 'none' | 'request' | 'credit' | 'early credit', isLookedAt = false): Promise<void> {
  const lives = { on: true };
  const paying = payment === 'none' ? Promise.resolve() : payments.payAll(product);
  let alive = random.int(SHORTEST_MS, LONGEST_MS);
  if (payment === 'credit' || payment === 'early credit') {
    await paying;
    const until = payments.untilCrediting(payment === 'credit' ? 'any' : 'early');
    alive = Math.min(LONGEST_MS, until);
    await wait(until - alive);
  }
  const work = traders.map((trader) => tradeWhile(trader, lives));
  await wait(alive);
  await product.kill();
  payments.killed();
  if (isLookedAt) lacking.push(await lackingIn(data.path, market));
  lives.on = false;
  await Promise.all([...work, paying]);
  product = await startProduct(data.path, env);
}

it(`L7 L6 E2 T1 survives ${KILLS} kills in the middle of opens, closes, liquidations, withdrawals and credits`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % PAID_EVERY > 0) await killOnce('none', kill % LOOKED_AT_EVERY === 1);
    else await killOnce(kill % 2 === 0 ? 'request' : 'credit');
  }
  // The moment between a confirmation and its credit is short: it is aimed at until it was hit.
  for (let more = 0; more < KILLS && !(await payments.wasAnyKilledBetween(product)); more += 1)
    await killOnce('early credit');
  expect(await payments.wasAnyKilledBetween(product)).toBe(true);
  // So are those between a fill and its frame, and between a frame and its checkpoint: usually two of three, and nearly all.
  for (let more = 0; more < KILLS && Math.min(hits('frame'), hits('checkpoint')) < 2; more += 1)
    await killOnce('none', true);
  for (const payer of payments.payers) {
    const acknowledged = payer.requests.filter(({ answer }) => answer !== null);
    expect(acknowledged.length).toBeGreaterThan(KILLS / PAID_EVERY / 2);
    await repeatUnansweredPayments(product, payer);
    await expectEverythingOnce(product, payer, KILLS / PAID_EVERY / 2);
    for (const request of acknowledged.slice(-20)) expect(await payer.repeat(product, request)).toEqual(request.answer);
  }
  const reasons = new Set<string>();
  for (const trader of traders) {
    const acknowledged = trader.sent.filter((sent) => sent.answer !== null);
    await repeatUnanswered(trader);
    const positions = (await trader.positions(product)).items;
    const trades = await trader.trades(product);
    for (const trade of trades) reasons.add(trade.reason);
    expectNothingLost(acknowledged, positions, trades);
    expectNothingDoubled(trader.sent, positions, trades);
    await expectFrozenAnswers(trader, acknowledged.slice(-20));
  }
  expect([...reasons]).toEqual(expect.arrayContaining(['user', 'liquidation']));
  const figures = await plecho(data.path, 'ledger', 'check');
  expect(figures).not.toMatch(/violation: /i);
  for (const part of ['frame', 'checkpoint'] as const) expect(hits(part)).toBeGreaterThan(1);
  await product.stop();
  await expectLogged(data.path, market);
}, 2_100_000);

/** How many of the kills that were looked at left something out of the log. */
const hits = (part: keyof Lacking): number => lacking.filter((each) => each[part]).length;

async function tradeWhile(trader: Trader, lives: { on: boolean }): Promise<void> {
  const mine: string[] = [];
  while (lives.on) {
    const dice = random.int(0, 999) / 1_000;
    const oldest = mine[0];
    if (dice < 0.6 || oldest === undefined) {
      const sent = await trader.open(product, SYMBOL, dice < 0.3 ? 'long' : 'short', dice < 0.45 ? 10 : 3);
      const body = sent.answer?.body as Partial<Position> | undefined;
      if (body?.id !== undefined && sent.answer?.status === 200) mine.push(body.id);
      if (sent.answer === null) return;
    } else {
      const sent = await trader.close(product, oldest, dice < 0.7 ? '0.5' : undefined);
      if (sent.answer === null) return;
      if (dice >= 0.7) mine.shift();
    }
  }
}

/** Repeats what nobody answered: by its key it has one effect, whether the first try arrived or not. */
async function repeatUnanswered(trader: Trader): Promise<void> {
  for (const sent of trader.sent) sent.answer ??= await trader.repeat(product, sent);
}

async function expectFrozenAnswers(trader: Trader, some: Sent[]): Promise<void> {
  for (const sent of some) expect(await trader.repeat(product, sent)).toEqual(sent.answer);
}
