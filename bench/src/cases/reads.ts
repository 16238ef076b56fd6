import type { Pool } from 'pg';
import type { AccountState, PriceRecord } from '../../../apps/server/src/commands/batch.ts';
import { PgAccountReader } from '../../../apps/server/src/storage/account-reader.ts';
import { appConfig, createPool } from '../../../apps/server/src/storage/connection.ts';
import { PgJournal } from '../../../apps/server/src/storage/journal/journal.ts';
import { batchOf } from '../../../apps/server/test/harness/trading.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { httpLoad, jsonRequest, type Load } from '../lib/http-load.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { addOpen, openWorkshop, seedAccounts, seedPeople, type Workshop } from '../lib/seed.ts';
import { waitUntilQuiet } from '../lib/server-figures.ts';
import { secretOf } from '../lib/session-secret.ts';

const ACCOUNTS = 2_000;
const POSITIONS = 3;
const ACCOUNTS_PER_BATCH = 200;
const CLIENTS = 64;
const ROUNDS = 5;
const READS = 10_000;
/** As many as the server has for its reads. */
const CONNECTIONS = 12;
const TARGET = 0.5;

/** What a page asks for most, through HTTP and as the one statement behind it. */
export async function measureReads(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  const users = await seedPeople(workshop, ACCOUNTS);
  const accounts = await seedAccounts(workshop, 'main', users);
  await seedPositions(workshop, accounts);
  const pool = createPool({ ...appConfig(workshop.target), max: CONNECTIONS });
  const product = await startProduct(dataDir);
  try {
    await waitUntilQuiet(product);
    const results: Result[] = [];
    for (const path of ['balance', 'positions']) results.push(await measure(path, product, pool, accounts));
    return results;
  } finally {
    await product.stop();
    await pool.end();
    await workshop.close();
  }
}

async function seedPositions({ target, ids }: Workshop, accounts: AccountState[]): Promise<void> {
  const journal = new PgJournal(target, 'main');
  const record: PriceRecord = { seq: ids.next(), symbol: 'BTCUSDT', price: 6_000_000_000_000n, time: Date.now() };
  for (let n = 0; n < accounts.length; n += ACCOUNTS_PER_BATCH) {
    const batch = batchOf({ marketId: 'main', at: record.time });
    if (n === 0) batch.priceRecords.push(record);
    for (const account of accounts.slice(n, n + ACCOUNTS_PER_BATCH)) {
      for (let opened = 0; opened < POSITIONS; opened += 1)
        addOpen(batch, ids, { account, side: 'long', leverage: 2, margin: 10_000_000n, record });
      batch.accounts.push(account);
    }
    await journal.append(batch);
  }
  await journal.close();
}

/** The product and the bare statement in turn; the first round of each warms up. */
async function measure(path: string, product: Product, pool: Pool, accounts: AccountState[]): Promise<Result> {
  const loads: Load[] = [];
  const ceilings: number[] = [];
  for (let run = 0; run <= ROUNDS; run += 1) {
    const load = await httpLoad({
      port: product.port,
      clients: CLIENTS,
      requests: READS,
      request: (n) => jsonRequest(product.port, 'GET', `/api/trading/${path}`, `plecho=${secretOf(n % ACCOUNTS)}`, ''),
    });
    const plain = await plainRate(pool, accounts);
    if (run === 0) continue;
    loads.push(load);
    ceilings.push(plain);
  }
  const rates = loads.map(({ statuses, seconds }) => (statuses.get(200) ?? 0) / seconds);
  const refused = loads.reduce((sum, { statuses }) => sum + READS - (statuses.get(200) ?? 0), 0);
  const p99 = median(loads.map(({ latencies }) => percentile(latencies, 99)));
  const [value, ceiling] = [median(rates), median(ceilings)];
  return {
    name: `reads of ${path} per second`,
    value: round(value, 0),
    unit: '1/s',
    ceiling: round(ceiling, 0),
    ratio: round(value / ceiling),
    target: `≥ ${TARGET}`,
    met: value / ceiling >= TARGET && refused === 0,
    note: `${CLIENTS} clients, ${ACCOUNTS} accounts with ${POSITIONS} positions each, load generator on the same 2 cores; p99 ${round(p99, 0)} ms; ${refused} not answered 200; ceiling: the same statement through the plain driver on ${CONNECTIONS} connections; ${spread(rates, 0)}, ceiling ${spread(ceilings, 0)}`,
  };
}

async function plainRate(pool: Pool, accounts: AccountState[]): Promise<number> {
  const reader = new PgAccountReader(pool);
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < READS) {
      const account = accounts[next++ % accounts.length];
      if (account === undefined || (await reader.view(account.id)) === null) throw new Error('an account is gone');
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return READS / ((performance.now() - started) / 1000);
}
