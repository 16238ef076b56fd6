/**
 * Measures what the database grows by for each thing that people do, for docs/storage-growth.md:
 *
 *     node bench/src/storage-growth.ts
 *
 * The engine, the journal and the services are the product's own, on a PostgreSQL of their own; a figure is
 * what tables and indexes have grown by, after a vacuum, divided by how often it was done.
 */
import { randomBytes } from 'node:crypto';
import { aggregateCandles, INTERVALS } from '@plecho/domain';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import type { Client, Pool } from 'pg';
import type { Command, Idempotency, Outcome, SettlementEffect } from '../../apps/server/src/commands/command.ts';
import { SyntheticFeed } from '../../apps/server/src/feeds/synthetic/synthetic-feed.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { requestKey } from '../../apps/server/src/lib/once.ts';
import { PgCandleStore } from '../../apps/server/src/storage/candle-store.ts';
import { appConfig, connectClient, createPool, ownerConfig } from '../../apps/server/src/storage/connection.ts';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import { openIdSource } from '../../apps/server/src/storage/id-source.ts';
import { PgJournal } from '../../apps/server/src/storage/journal/journal.ts';
import { createOnce } from '../../apps/server/src/storage/journal/outcome-store.ts';
import { MarketStore } from '../../apps/server/src/storage/market-store.ts';
import { PgNetworkStore } from '../../apps/server/src/storage/network/network-store.ts';
import { PgOperationStore } from '../../apps/server/src/storage/payments/operation-store.ts';
import { insertUsers, MARKET, NOW } from '../../apps/server/test/harness/trading.ts';
import { ADDRESS, settlementKey } from '../../apps/server/test/support/practice-money.ts';
import { BTC, price, TestMarket, usdt } from '../../apps/server/test/test-market.ts';
import { newDataDir } from '../../tools/product/process.ts';
import { newKey } from '../../tools/product/request-key.ts';

const ACCOUNTS = 100;
const ROUNDS = 40;
const EACH = ACCOUNTS * ROUNDS;
const PAIRS = 10;

const ORDER = { symbol: BTC, side: 'long', margin: usdt('1'), leverage: 10, takeProfit: null, stopLoss: null } as const;

interface World {
  journal: PgJournal;
  market: TestMarket;
  pool: Pool;
  owner: Client;
  accounts: bigint[];
  users: bigint[];
}

/** Bytes of every table with its indexes. */
async function sizes(owner: Client): Promise<Map<string, number>> {
  await owner.query('VACUUM');
  const { rows } = await owner.query<{ name: string; bytes: bigint }>(
    'SELECT relname AS name, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function measure({ owner }: World, name: string, times: number, work: () => Promise<void>): Promise<void> {
  const before = await sizes(owner);
  await work();
  const grown = [...(await sizes(owner))]
    .map(([table, bytes]) => ({ table, bytes: Math.round((bytes - (before.get(table) ?? 0)) / times) }))
    .filter(({ bytes }) => bytes >= 3)
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = grown.map(({ table, bytes }) => `${table} ${bytes}`).join(', ');
  process.stdout.write(`| ${name} | ${total} | ${parts} |\n`);
}

/** A command of each account, all at once and each with a key, as the product's clients send them. */
async function all(
  { market, accounts, users }: World,
  make: (account: bigint, n: number) => Command,
): Promise<Outcome[]> {
  const asked = accounts.map((account, n) => {
    const command = make(account, n);
    const key: Idempotency = requestKey(users[n] ?? 0n, command.type, newKey(), n);
    return market.submit(command, key);
  });
  const outcomes = await Promise.all(asked);
  const refused = outcomes.find(({ ok }) => !ok);
  if (refused !== undefined) throw new Error(JSON.stringify(refused));
  return outcomes;
}

const idsOf = (outcomes: Outcome[]): bigint[] =>
  outcomes.map((outcome) => {
    const result = outcome.ok ? outcome.result : null;
    if (result?.type === 'position') return result.position.id;
    if (result?.type === 'order') return result.order.id;
    return result?.type === 'withdrawal' ? result.withdrawal.id : 0n;
  });

async function rounds(work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await work(round);
}

/** A price, and then everything that it fires. */
async function tick({ market }: World, at: string, firings = 0): Promise<void> {
  const wanted = market.host.stats().firings + firings;
  await market.tick(BTC, at);
  while (market.host.stats().firings < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function openWorld(dataDir: string): Promise<World & { close(): Promise<void> }> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const { target } = database;
  const pool = createPool({ ...appConfig(target), max: 8 });
  const owner = await connectClient(ownerConfig(target));
  await new MarketStore(owner).create(MARKET, NOW);
  const journal = new PgJournal(target, MARKET.id);
  const market = new TestMarket({ storage: { journal, ids: await openIdSource(pool) } });
  await market.host.start();
  const users = await insertUsers(pool, ACCOUNTS);
  const accounts: bigint[] = [];
  for (const user of users) accounts.push(await market.enter(user));
  await owner.query('ALTER TABLE command_outcomes SET (autovacuum_enabled = off)');
  return {
    ...{ market, journal, pool, owner, accounts, users },
    async close() {
      await market.host.stop();
      await journal.close();
      await pool.end();
      await owner.end();
      await database.release();
    },
  };
}

async function trading(world: World): Promise<void> {
  const { accounts } = world;
  const open = () => all(world, (accountId) => ({ type: 'openPosition', accountId, ...ORDER }));
  const place = () => all(world, (accountId) => ({ type: 'placeOrder', accountId, ...ORDER, limitPrice: price('99') }));
  const close = (positions: bigint[]) =>
    all(world, (accountId, n) => ({
      type: 'closePosition',
      accountId,
      positionId: positions[n] ?? 0n,
      portion: 10_000n,
    }));

  await measure(world, 'a position opened and closed by the person', EACH, () =>
    rounds(async () => {
      await tick(world, '100');
      await close(idsOf(await open()));
    }),
  );
  await measure(world, 'a limit order placed and cancelled', EACH, () =>
    rounds(async () => {
      const orders = idsOf(await place());
      await all(world, (accountId, n) => ({ type: 'cancelOrder', accountId, orderId: orders[n] ?? 0n }));
    }),
  );
  await measure(world, 'a limit order placed and filled', EACH, () =>
    rounds(async () => {
      await tick(world, '100');
      await place();
      await tick(world, '98.9', ACCOUNTS);
    }),
  );
  await all(world, (accountId) => ({ type: 'startSeason', accountId }));
  await measure(world, 'a position opened and liquidated', EACH, () =>
    rounds(async () => {
      await tick(world, '100');
      await open();
      await tick(world, '90.2', ACCOUNTS);
      await tick(world, '99');
    }),
  );
  await measure(world, 'a price that fills used', EACH, async () => {
    const [accountId = 0n] = accounts;
    for (let n = 0; n < EACH; n += 1) {
      await tick(world, n % 2 === 0 ? '100' : '100.5');
      const outcome = await world.market.submit({ type: 'openPosition', accountId, ...ORDER });
      const [positionId = 0n] = idsOf([outcome]);
      await world.market.submit({ type: 'closePosition', accountId, positionId, portion: 10_000n });
    }
  });
}

const bytes = (count: number): Uint8Array => randomBytes(count);

const onceIn = ({ pool, market }: World) =>
  createOnce(pool, market.clock, (client) => ({
    network: new PgNetworkStore(client),
    operations: new PgOperationStore(client),
  }));

async function wallets(world: World): Promise<void> {
  const { owner, users } = world;
  const once = onceIn(world);
  const from = encodeAddress('evm', bytes(20));
  await owner.query(`INSERT INTO network_balances VALUES ($1, 'bsc', 'USDT', 9000000000000)`, [from]);
  const transaction = () => ({
    ...({ network: 'bsc', asset: 'USDT', from, to: ADDRESS, amount: 10n, fee: 1n, memo: null } as const),
    ...{ hash: encodeTransactionHash(bytes(32)), submittedAt: NOW, block: 1, origin: null },
  });
  await measure(world, 'coins sent from the practice wallet', EACH, () =>
    rounds(() =>
      Promise.all(
        users.map((user) =>
          once(requestKey(user, 'sendCoins', newKey(), user), async ({ network }) => {
            const sent = transaction();
            await network.submit(sent);
            return sent.hash;
          }),
        ),
      ),
    ),
  );
}

async function operations(world: World): Promise<void> {
  const { accounts, users, market } = world;
  const once = onceIn(world);
  let id = 1_000_000_000n;
  const operation = (n: number) => ({
    ...{ id: (id += 1n), accountId: accounts[n] ?? 0n, userId: users[n] ?? 0n, createdAt: NOW },
  });
  const settle = (operationId: bigint, n: number, effect: SettlementEffect) => {
    const command = { type: 'settleOperation' as const, accountId: accounts[n] ?? 0n, operationId, effect };
    return market.submit(command, settlementKey(users[n] ?? 0n, operationId, effect));
  };
  const each = (work: (user: bigint, n: number) => Promise<unknown>) => () =>
    rounds(() => Promise.all(users.map(work)));

  const deposit = each(async (user, n) => {
    const made = await once(requestKey(user, 'claimDeposit', newKey(), user), async ({ operations: store }) => {
      const coins = { asset: 'USDT', network: 'bsc', address: ADDRESS, amount: 10_000_000n } as const;
      const claimed = { ...operation(n), ...coins, txHash: encodeTransactionHash(bytes(32)) };
      await store.addDeposit(claimed);
      return claimed.id;
    });
    await settle(made, n, { kind: 'deposit', asset: 'USDT', amount: 10_000_000n });
  });
  const topUp = each(async (user, n) => {
    const made = await once(requestKey(user, 'beginCard', newKey(), user), async ({ operations: store }) => {
      const bank = { code: null, attemptsLeft: 3, expiresAt: NOW };
      const begun = { ...operation(n), rub: 5_000, card: 'approved' as const, bank };
      await store.addCard(begun);
      return begun.id;
    });
    await once(requestKey(user, 'confirmCard', newKey(), user), async ({ operations: store }) => {
      await store.tryCode(made, null, 'approved', NOW - 1);
    });
    await settle(made, n, { kind: 'card', amount: 52_631_578n });
  });
  const asked = { asset: 'USDT', amount: 10_000_000n, network: 'bsc', address: ADDRESS, memo: null } as const;
  const withdraw = (accountId: bigint): Command => ({ type: 'withdraw', accountId, ...asked, isLimitReached: false });

  await measure(world, 'a deposit claimed and credited', EACH, deposit);
  await measure(world, 'a card top-up begun, confirmed and credited', EACH, topUp);
  await measure(world, 'a withdrawal asked for and paid, without its transaction', EACH, () =>
    rounds(async () => {
      const made = idsOf(await all(world, withdraw));
      await Promise.all(made.map((one, n) => settle(one, n, { kind: 'withdrawPaid', value: 10_000_000n })));
    }),
  );
}

async function theRest(world: World): Promise<void> {
  const { owner, pool, users } = world;
  const [user] = users;
  await measure(world, 'a session', EACH, async () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
    await owner.query(
      `INSERT INTO sessions (token_hash, user_id, user_agent, created_at, last_seen_at)
       SELECT sha256(n::text::bytea), $1, $2, 1, 1 FROM generate_series(1, $3::integer) AS n`,
      [user, agent, EACH],
    );
  });
  await measure(world, 'a call of an operator', EACH, async () => {
    await owner.query(
      `WITH calls AS (
         INSERT INTO audit_log (at, operator_id, session_id, action, target_id, details)
         SELECT 1, $1, 1, 'balanceAdjusted', $1, '{"market": "main", "reason": "prize", "amount": "150"}'
         FROM generate_series(1, $2::integer) RETURNING id)
       INSERT INTO audit_outcomes SELECT id, 200, 1 FROM calls`,
      [user, EACH],
    );
  });
  await measure(world, 'the candles of a pair and a day', PAIRS, async () => {
    const store = new PgCandleStore(pool, MARKET.id, world.journal);
    const feed = new SyntheticFeed({ seed: 'growth', clock: systemClock });
    const to = Math.floor(Date.now() / 86_400_000) * 86_400;
    for (const { symbol } of SYNTHETIC_PAIRS.slice(0, PAIRS)) {
      const minutes = feed.history(symbol, to - 86_400, to);
      const candles = INTERVALS.flatMap((interval) =>
        aggregateCandles(minutes, interval).map((candle) => ({ symbol, interval, candle })),
      );
      await store.append(candles);
    }
  });
}

const data = newDataDir();
const world = await openWorld(data.path);
try {
  process.stdout.write('| what | bytes | of which, by table |\n|---|---|---|\n');
  await trading(world);
  await wallets(world);
  await operations(world);
  await theRest(world);
} finally {
  await world.close();
  data.remove();
}
process.exit(0);
