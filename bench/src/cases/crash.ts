import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountState, PriceRecord } from '../../../apps/server/src/commands/batch.ts';
import { connectClient, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgJournal } from '../../../apps/server/src/storage/journal/journal.ts';
import { batchOf } from '../../../apps/server/test/harness/trading.ts';
import { plecho } from '../../../tools/product/command.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { newKey } from '../../../tools/product/request-key.ts';
import { httpLoad, jsonRequest } from '../lib/http-load.ts';
import { KeptCopy } from '../lib/kept-copy.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { addOpen, openWorkshop, seedAccounts, seedPeople, type Workshop } from '../lib/seed.ts';
import { secretOf } from '../lib/session-secret.ts';

const ROUNDS = 5;
const POSITIONS = 100_000;
const LIQUIDATED = 10_000;
const ACCOUNTS = 10_000;
const CLIENTS = 8;
const START = Date.parse('2026-02-05T12:00:00Z');
/** Quiet minutes before the crash; at 60x as many seconds for the server to become ready. */
const CALM_MINUTES = 25;
const PRICE = 60_000;

interface Crash {
  readyMs: number;
  /** From the first to the last batch with a liquidation. */
  closedMs: number;
  liquidated: number;
  ledgerClean: boolean;
  /** Of the commands of others meanwhile, ms. */
  latencies: number[];
  /** Of all commands: statuses other than 200. */
  failures: number[];
}

/** Starts with 100,000 open positions, each followed by one crash tick that liquidates 10,000 of them. */
export async function measureCrash(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const market = await createMarket(dataDir);
  const workshop = await openWorkshop(dataDir);
  const users = await seedPeople(workshop, ACCOUNTS);
  await seedPositions(workshop, market, await seedAccounts(workshop, market, users));
  await workshop.close();
  const copy = new KeptCopy(workshop.database.directory);
  try {
    const crashes: Crash[] = [];
    for (let round_ = 0; round_ < ROUNDS; round_ += 1) {
      copy.restore();
      crashes.push(await startAndCrash(dataDir, market));
    }
    return results(crashes);
  } finally {
    copy.remove();
  }
}

async function startAndCrash(dataDir: string, market: string): Promise<Crash> {
  const product = await startProduct(dataDir);
  try {
    return { readyMs: product.readyMs, ...(await watchCrash(product, dataDir, market)) };
  } finally {
    await product.stop();
  }
}

/** Quiet minutes, one that falls 14 %, and an hour of quiet at the bottom. */
async function createMarket(dataDir: string): Promise<string> {
  const bottom = PRICE * 0.86;
  const minutes = Array.from({ length: CALM_MINUTES + 61 }, (_, n) => {
    const [open, close] = n < CALM_MINUTES ? [PRICE, PRICE] : n === CALM_MINUTES ? [PRICE, bottom] : [bottom, bottom];
    const opens = START + n * 60_000;
    return [opens, open, Math.max(open, close), Math.min(open, close), close, 10, opens + 59_999].join(',');
  });
  const file = join(dataDir, 'BTCUSDT-1m-crash.csv');
  writeFileSync(file, `open_time,open,high,low,close,volume,close_time\n${minutes.join('\n')}\n`);
  const output = await plecho(dataDir, 'replay', file, '--from', new Date(START).toISOString(), '--speed', '60');
  const id = /market:? ([a-z0-9-]+)/i.exec(output)?.[1];
  if (id === undefined) throw new Error(output);
  return id;
}

/** Ten positions an account; one of them, long at 10x, falls to the crash, and the others (2x) do not. */
async function seedPositions(workshop: Workshop, market: string, accounts: AccountState[]): Promise<void> {
  const journal = new PgJournal(workshop.target, market);
  const record: PriceRecord = { seq: 1n, symbol: 'BTCUSDT', price: BigInt(PRICE) * 100_000_000n, time: START };
  const perAccount = POSITIONS / ACCOUNTS;
  for (let first = 0; first < accounts.length; first += 100) {
    const batch = batchOf({ marketId: market, at: Date.now() });
    batch.priceRecords.push(record);
    for (const account of accounts.slice(first, first + 100)) {
      for (let n = 0; n < perAccount; n += 1) {
        addOpen(batch, workshop.ids, {
          account,
          side: 'long',
          leverage: n === 0 ? 10 : 2,
          margin: 10_000_000n,
          record,
        });
      }
      batch.accounts.push(account);
    }
    await journal.append(batch);
  }
  await journal.close();
}

/** Trades quietly until every position that has to go is gone, and checks the ledger. */
async function watchCrash(product: Product, dataDir: string, market: string): Promise<Omit<Crash, 'readyMs'>> {
  const workshop = await openWorkshop(dataDir);
  const owner = await connectClient(ownerConfig(workshop.target));
  const liquidations = async (): Promise<{ count: number; ms: number }> => {
    const { rows } = await owner.query<{ count: bigint; ms: bigint | null }>(
      `SELECT count(*) AS count, max(t.at) - min(t.at) AS ms FROM transfers t WHERE t.market_id = $1 AND t.kind = 'liquidate'`,
      [market],
    );
    return { count: Number(rows[0]?.count ?? 0n), ms: Number(rows[0]?.ms ?? 0n) };
  };
  const latencies: number[] = [];
  const failures: number[] = [];
  const deadline = Date.now() + 120_000;
  let seen = await liquidations();
  let loads = 0;
  while (seen.count < LIQUIDATED && Date.now() < deadline) {
    const underWay = seen.count > 0;
    const load = await httpLoad({
      port: product.port,
      clients: CLIENTS,
      requests: CLIENTS * 8,
      request: (n) => openRequest(product.port, market, loads * CLIENTS * 8 + n),
    });
    loads += 1;
    const before = seen.count;
    seen = await liquidations();
    if (underWay || seen.count > before) latencies.push(...load.latencies);
    failures.push(...[...load.statuses.keys()].filter((status) => status !== 200));
  }
  await owner.end();
  await workshop.close();
  const ledger = await plecho(dataDir, 'ledger', 'check').then(
    () => true,
    () => false,
  );
  return { closedMs: seen.ms, liquidated: seen.count, ledgerClean: ledger, latencies, failures };
}

function results(crashes: Crash[]): Result[] {
  const readySeconds = crashes.map(({ readyMs }) => readyMs / 1000);
  const closedSeconds = crashes.map(({ closedMs }) => closedMs / 1000);
  const p99s = crashes.map(({ latencies }) => (latencies.length === 0 ? Number.NaN : percentile(latencies, 99)));
  const [ready, p99] = [median(readySeconds), median(p99s)];
  const failures = new Set(crashes.flatMap((crash) => crash.failures));
  const counts = [...new Set(crashes.map(({ liquidated }) => liquidated))].join(', ');
  const clean = crashes.filter(({ ledgerClean }) => ledgerClean).length;
  const commands = crashes.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return [
    {
      name: 'restart with 100,000 open positions to ready',
      value: round(ready),
      unit: 's',
      ceiling: null,
      ratio: null,
      target: '< 5 s',
      met: ready < 5,
      note: `from the start of the process to a green readiness check, synthetic market beside it; ${spread(readySeconds)}`,
    },
    {
      name: 'a crash tick that liquidates 10,000 of 100,000 positions',
      value: round(median(closedSeconds)),
      unit: 's',
      ceiling: null,
      ratio: null,
      target: 'all closed, ledger check clean',
      met: counts === String(LIQUIDATED) && clean === ROUNDS,
      note: `${counts} liquidated, from the first to the last batch; ledger check clean ${clean} times of ${ROUNDS}; ${spread(closedSeconds)}`,
    },
    {
      name: 'commands of others during the crash: p99',
      value: round(p99, 0),
      unit: 'ms',
      ceiling: null,
      ratio: null,
      target: '< 250 ms',
      met: p99 < 250,
      note: `${commands} opens on the same market by ${CLIENTS} clients while it was going on; other answers than 200: ${failures.size === 0 ? 'none' : [...failures].join(', ')}; ${spread(p99s, 0)}`,
    },
  ];
}

function openRequest(port: number, market: string, n: number): Buffer {
  const body = JSON.stringify({ symbol: 'BTCUSDT', type: 'short', amount: '5', leverage: 2 });
  return jsonRequest(
    port,
    'POST',
    `/api/trading/positions?market=${market}`,
    `plecho=${secretOf(n % ACCOUNTS)}`,
    body,
    { 'idempotency-key': newKey() },
  );
}
