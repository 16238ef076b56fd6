import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { commitmentText, scenarioLabel, type Recipe } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DirectTransport } from '../../../../tools/exchange/direct.ts';
import { StandInExchange } from '../../../../tools/exchange/exchange.ts';
import { NO_FAULTS } from '../../../../tools/exchange/faults.ts';
import { synthetic } from '../../../../tools/exchange/minutes.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { insertUsers, MARKET, NOW } from '../../test/harness/trading.ts';
import { EngineProcess } from '../../test/support/engines.ts';
import { ORDER } from '../../test/test-market.ts';
import { BinanceFeed } from '../feeds/binance/binance-feed.ts';
import type { Clock } from '../lib/clock.ts';
import { asOwner } from '../storage/connection.ts';
import { checkLedger } from '../storage/ledger-check/ledger-check.ts';
import { PgScenarioStore } from '../storage/operators/scenario-store.ts';

const [KEPT, GONE] = ['BTCUSDT', 'ETHUSDT'];
const SCENARIO = 'scenario-1';
const BOTH = ['main', SCENARIO];
const BEGUN = Date.now();
/** Listed an hour ago: there is little to fetch. */
const minutes = synthetic('delisted', 3, Math.floor(BEGUN / 3_600_000) * 3_600 - 3_600);
const recipe: Recipe = { base: 'main', stages: [{ type: 'spread', percent: '1', symbols: null }] };

const db = useDatabase();
let engines: EngineProcess[] = [];
let users = 0;
let clock: FakeClock;
let exchange: StandInExchange;

beforeEach(() => {
  clock = new FakeClock(BEGUN);
  exchange = new StandInExchange({ clock, minutes });
});
afterEach(async () => {
  for (const engine of engines) await engine.stop();
  expect(engines.flatMap(({ errors }) => errors)).toEqual([]);
  engines = [];
  exchange.stop();
});

/** A process whose main market follows the exchange. */
async function newEngine(): Promise<EngineProcess> {
  users += 100_000;
  const openFeed = (_id: string, own: Clock): Promise<BinanceFeed> =>
    BinanceFeed.open({
      ...{ clock: own, random: () => 0.5, since: BEGUN, knownSymbols: new Set<string>() },
      ...{ restUrl: new URL('http://exchange.test'), streamUrl: new URL('ws://exchange.test') },
      transport: new DirectTransport(exchange),
    });
  const engine = new EngineProcess(db.target, `machine-${engines.length}`, BigInt(users), openFeed);
  engines.push(engine);
  await engine.appear();
  await engine.start();
  return engine;
}

/** Lets a second of the exchange and of the processes pass, and what is said in it be done. */
async function second(): Promise<void> {
  clock.advance(1_000);
  for (const engine of engines) engine.clock.advance(1_000);
  await turn();
}

/** Lets time pass until it is so. */
async function pass<T>(read: () => T | Promise<T>, wanted: T, seconds = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        for (let n = 0; n < seconds; n += 1) await second();
        return read();
      },
      { interval: 1, timeout: 60_000 },
    )
    .toEqual(wanted);
}

async function publishScenario(): Promise<void> {
  const salt = 'ab'.repeat(32);
  const commitment = hash('sha256', commitmentText({ recipe, salt }));
  const label = scenarioLabel(recipe, false);
  await asOwner(db.target, (owner) =>
    new PgScenarioStore(owner).publish(
      {
        ...{ ...MARKET, id: SCENARIO, kind: 'scenario', title: label, label, parameters: { commitment } },
        scenario: { recipe, salt, commitment, blind: false },
      },
      null,
      NOW,
    ),
  );
}

/** Positions both ways and an order that waits in a pair, of somebody new. @returns the account */
async function fill({ supervisor: { desk } }: EngineProcess, marketId: string, symbol: string): Promise<bigint> {
  users += 1;
  const [userId = 0n] = await insertUsers(db.pool, 1, users);
  const account = await desk.submit(marketId, { type: 'openAccount', userId });
  if (!account.ok || account.result.type !== 'account') throw new Error('no account');
  const { accountId } = account.result;
  const order = { ...ORDER, accountId, symbol, leverage: 1 };
  const price = (await desk.running(marketId)?.lastPrices([symbol]))?.get(symbol)?.price ?? 0n;
  for (const side of ['long', 'short'] as const) {
    expect(await desk.submit(marketId, { ...order, type: 'openPosition', side })).toMatchObject({ ok: true });
  }
  const placed = await desk.submit(marketId, { ...order, type: 'placeOrder', limitPrice: price / 2n });
  expect(placed).toMatchObject({ ok: true });
  return accountId;
}

/** How much is open in a pair of each market: positions and orders. */
async function openIn(symbol: string): Promise<number[]> {
  const { rows } = await db.owner.query<{ market_id: string }>(
    `SELECT a.market_id FROM positions p JOIN accounts a ON a.id = p.account_id WHERE p.symbol = $1
     UNION ALL
     SELECT a.market_id FROM orders o JOIN accounts a ON a.id = o.account_id WHERE o.symbol = $1 AND o.status = 'open'`,
    [symbol],
  );
  return BOTH.map((id) => rows.filter(({ market_id: market }) => market === id).length);
}

async function closed(): Promise<unknown[]> {
  const { rows } = await db.owner.query<{ row: unknown[] }>(
    `SELECT DISTINCT jsonb_build_array(a.market_id, t.symbol, t.reason) AS row
     FROM trades t JOIN accounts a ON a.id = t.account_id ORDER BY row`,
  );
  return rows.map(({ row }) => row);
}

it('E2 M7 a pair that the exchange delists is wound up in the market and in the scenario over it, wherever they run', async () => {
  const one = await newEngine();
  await publishScenario();
  await pass(() => one.markets, BOTH);
  const hasPrices = async (): Promise<boolean> =>
    (await one.supervisor.desk.running(SCENARIO)?.lastPrices([KEPT, GONE]))?.size === 2;
  await pass(hasPrices, true);
  const accounts: [string, bigint][] = [];
  for (const id of BOTH) {
    accounts.push([id, await fill(one, id, GONE)]);
    await fill(one, id, KEPT);
  }
  expect([await openIn(GONE), await openIn(KEPT)]).toEqual([
    [3, 3],
    [3, 3],
  ]);

  exchange.setFaults({ delisted: [GONE] });
  await pass(() => openIn(GONE), [0, 0], 10);
  expect(await closed()).toEqual(BOTH.map((id) => [id, GONE, 'marketEnd']));
  expect(await openIn(KEPT)).toEqual([3, 3]);
  for (const [id, accountId] of accounts) {
    const open = { ...ORDER, type: 'openPosition', accountId, symbol: GONE } as const;
    expect(await one.supervisor.desk.submit(id, open)).toEqual({ ok: false, code: 'price_unavailable' });
  }
  expect((await checkLedger(db.owner)).violations).toEqual([]);

  // Listed again, it is traded again.
  exchange.setFaults(NO_FAULTS);
  const isFresh = async (): Promise<boolean> => {
    const record = (await one.supervisor.desk.running(SCENARIO)?.lastPrices([GONE]))?.get(GONE);
    return record !== undefined && clock.now() - record.time < 3_000;
  };
  await pass(isFresh, true);
  for (const id of BOTH) await fill(one, id, GONE);

  // Somebody else holds the scenario back while another process takes the market and hears that the pair is gone.
  await one.stop();
  engines = [];
  const lock = [db.target.schema, SCENARIO];
  await db.owner.query('SELECT pg_advisory_lock(hashtext($1), hashtext($2))', lock);
  const two = await newEngine();
  await pass(() => two.markets, ['main']);
  exchange.setFaults({ delisted: [GONE] });
  await pass(() => openIn(GONE), [0, 3], 10);
  exchange.setFaults({ offline: true });
  await db.owner.query('SELECT pg_advisory_unlock(hashtext($1), hashtext($2))', lock);
  await pass(() => two.markets, BOTH);
  await pass(() => openIn(GONE), [0, 0]);
  expect(await openIn(KEPT)).toEqual([3, 3]);
  expect((await checkLedger(db.owner)).violations).toEqual([]);
});
