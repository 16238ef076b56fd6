import type { Pool } from 'pg';
import { appConfig, connectClient, createPool, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgExplorerStore } from '../../../apps/server/src/storage/network/explorer-store.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { httpLoad, jsonRequest, type Load } from '../lib/http-load.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop } from '../lib/seed.ts';
import { addressOf, hashOf, seedTransactions } from '../lib/seed-network.ts';
import { waitUntilQuiet } from '../lib/server-figures.ts';

const TRANSACTIONS = 1_000_000;
const ADDRESSES = 10_000;
const AMOUNT = 1_000_000n;
const ROUNDS = 5;
const LOOK_UPS = 10_000;
const CLIENTS = 64;
/** As many as the server has for its reads. */
const CONNECTIONS = 12;
const PAGE = 50;
const TARGET = 0.6;
/** Walks through all of them in an order that is no order, the same in every run. */
const STRIDE = 7_919;

interface LookUp {
  name: string;
  path(n: number): string;
  plain(store: PgExplorerStore, n: number): Promise<unknown>;
}

const LOOK_UPS_OF: LookUp[] = [
  {
    name: 'explorer: transactions by hash per second',
    path: (n) => `/api/network/transactions/${hashOf(n)}`,
    plain: (store, n) => store.byHashes([hashOf(n)]),
  },
  {
    name: `explorer: pages of ${PAGE} of an address per second`,
    path: (n) => `/api/network/addresses/${addressOf(n % ADDRESSES)}?limit=${PAGE}`,
    plain: (store, n) =>
      Promise.all([
        store.balances([addressOf(n % ADDRESSES)]),
        store.ofAddress(addressOf(n % ADDRESSES), { beforeId: null, limit: PAGE + 1 }),
      ]),
  },
];

/** Look-ups in the explorer with a million transactions, through HTTP and as the statements alone. */
export async function measureExplorer(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  const owner = await connectClient(ownerConfig(workshop.target));
  await seedTransactions(owner, TRANSACTIONS, ADDRESSES, AMOUNT);
  await owner.query('VACUUM ANALYZE');
  await owner.end();
  const pool = createPool({ ...appConfig(workshop.target), max: CONNECTIONS });
  const product = await startProduct(dataDir);
  try {
    await waitUntilQuiet(product);
    const results: Result[] = [];
    for (const lookUp of LOOK_UPS_OF) results.push(await measure(lookUp, product, pool));
    return results;
  } finally {
    await product.stop();
    await pool.end();
    await workshop.close();
  }
}

/** The product and the bare statements in turn; the first round of each warms up. */
async function measure(lookUp: LookUp, product: Product, pool: Pool): Promise<Result> {
  const loads: Load[] = [];
  const ceilings: number[] = [];
  for (let run = 0; run <= ROUNDS; run += 1) {
    const at = (n: number): number => ((run * LOOK_UPS + n) * STRIDE) % TRANSACTIONS;
    const load = await httpLoad({
      port: product.port,
      clients: CLIENTS,
      requests: LOOK_UPS,
      request: (n) => jsonRequest(product.port, 'GET', lookUp.path(at(n)), '', ''),
    });
    const plain = await plainRate(lookUp, pool, at);
    if (run === 0) continue;
    loads.push(load);
    ceilings.push(plain);
  }
  const rates = loads.map(({ statuses, seconds }) => (statuses.get(200) ?? 0) / seconds);
  const refused = loads.reduce((sum, { statuses }) => sum + LOOK_UPS - (statuses.get(200) ?? 0), 0);
  const p99 = median(loads.map(({ latencies }) => percentile(latencies, 99)));
  const [value, ceiling] = [median(rates), median(ceilings)];
  return {
    name: lookUp.name,
    value: round(value, 0),
    unit: '1/s',
    ceiling: round(ceiling, 0),
    ratio: round(value / ceiling),
    target: `≥ ${TARGET}`,
    met: value / ceiling >= TARGET && refused === 0,
    note: `${TRANSACTIONS.toLocaleString('en')} transactions of ${ADDRESSES.toLocaleString('en')} addresses; ${CLIENTS} clients, load generator on the same 2 cores; p99 ${round(p99, 0)} ms; ${refused} not answered 200; ceiling: the same statements through the plain driver on ${CONNECTIONS} connections; ${spread(rates, 0)}, ceiling ${spread(ceilings, 0)}`,
  };
}

async function plainRate({ plain }: LookUp, pool: Pool, at: (n: number) => number): Promise<number> {
  const store = new PgExplorerStore(pool);
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < LOOK_UPS) await plain(store, at(next++));
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return LOOK_UPS / ((performance.now() - started) / 1000);
}
