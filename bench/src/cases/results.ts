import type { Pool } from 'pg';
import type { AccountState } from '../../../apps/server/src/commands/batch.ts';
import { appConfig, asOwner, createPool } from '../../../apps/server/src/storage/connection.ts';
import { PgResultReader } from '../../../apps/server/src/storage/results/result-reader.ts';
import { startProduct, type Product } from '../../../tools/product/process.ts';
import { median, percentile, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedAccounts, seedPeople, type Workshop } from '../lib/seed.ts';
import { waitUntilQuiet } from '../lib/server-figures.ts';
import { secretOf } from '../lib/session-secret.ts';

const RUNS = 21;
const TARGET_MS = 200;
const TARGET_RATIO = 3;
const MANY = 10_000;
/** Must be answered, too; how fast is told. */
const VERY_MANY = 100_000;

/** How long results take over HTTP, and the one statement behind them. */
export async function measureResults(dataDir: string): Promise<Result[]> {
  await (await startProduct(dataDir)).stop();
  const workshop = await openWorkshop(dataDir);
  const accounts = await seedAccounts(workshop, 'main', await seedPeople(workshop, 2));
  const pool = createPool({ ...appConfig(workshop.target), max: 1 });
  try {
    const measured: Result[] = [];
    for (const [n, trades] of [MANY, VERY_MANY].entries()) {
      const account = accounts[n];
      if (account === undefined) throw new Error('an account is missing');
      await seedTrades(workshop, account, trades);
      const product = await startProduct(dataDir);
      try {
        await waitUntilQuiet(product);
        measured.push(await measure(product, pool, account, n, trades));
      } finally {
        await product.stop();
      }
    }
    return measured;
  } finally {
    await pool.end();
    await workshop.close();
  }
}

/** As many trades at once as nobody makes by hand: they stand in no ledger, which results don't read. */
async function seedTrades({ target }: Workshop, { id }: AccountState, count: number): Promise<void> {
  await asOwner(target, (owner) =>
    owner.query(
      `INSERT INTO trades (id, position_id, account_id, symbol, side, margin, leverage, notional, entry_price, exit_price, fee,
         pnl, insurance, reason, opened_at, closed_at, entry_seq, entry_time, exit_seq, exit_time, initial_stop_loss)
       SELECT $1::bigint + n, $1::bigint + n, $1, 'PAIR' || n % 40 || 'USDT', (ARRAY['long', 'short'])[1 + n % 2], 100000000,
         1 + n % 10, 100000000 * (1 + n % 10), 6000000000000, 6000000000000, 50000, hashint8(n) % 90000000, 0,
         (ARRAY['user', 'takeProfit', 'stopLoss', 'liquidation'])[1 + n % 4], $2::bigint + n * 60000, $2::bigint + n * 61000,
         1, $2, 1, $2, CASE WHEN n % 2 = 0 THEN 5900000000000 END
       FROM generate_series(1, $3::bigint) AS n`,
      [id, Date.now() - count * 61_000, count],
    ),
  );
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function measure(
  { url }: Product,
  pool: Pool,
  { id: accountId }: AccountState,
  person: number,
  trades: number,
): Promise<Result> {
  const reader = new PgResultReader(pool);
  const headers = { cookie: `plecho=${secretOf(person)}` };
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/results`, { headers });
    const { summary } = (await answer.json()) as { summary: { trades: number } };
    if (summary.trades !== trades) throw new Error(`results of ${summary.trades} trades`);
  };
  const plain = (): Promise<unknown> =>
    reader.results({ accountId, season: null, from: null, until: null, zone: 'UTC' });
  const [values, ceilings]: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run += 1) {
    const [value, ceiling] = [await timed(ask), await timed(plain)];
    // The first ones warm up.
    if (run > 0) {
      values.push(value);
      ceilings.push(ceiling);
    }
  }
  const [value, ceiling] = [median(values), median(ceilings)];
  const isTarget = trades === MANY;
  return {
    name: `results of ${trades.toLocaleString('en')} trades`,
    value: round(value, 1),
    unit: 'ms',
    ceiling: round(ceiling, 1),
    ratio: round(value / ceiling),
    target: isTarget ? `< ${TARGET_MS} ms, < ${TARGET_RATIO} times the statement` : 'told',
    met: !isTarget || (value < TARGET_MS && value / ceiling < TARGET_RATIO),
    note: `${RUNS} answers one after another, p95 ${round(percentile(values, 95), 0)} ms; ceiling: the same statement through the plain driver; ${spread(values, 1)}, ceiling ${spread(ceilings, 1)}`,
  };
}
