import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { AccountState } from '../../../apps/server/src/commands/batch.ts';
import { appConfig, connectClient, createPool, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { encodeOutcome } from '../../../apps/server/src/storage/journal/outcome-codec.ts';
import { plecho } from '../../../tools/product/command.ts';
import { startProduct } from '../../../tools/product/process.ts';
import { BENCH_CREDIT } from '../lib/bench-credit.ts';
import { KeptCopy } from '../lib/kept-copy.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { openWorkshop, seedAccounts, seedPeople, type Workshop } from '../lib/seed.ts';
import { addressOf, hashOf, seedTransactions } from '../lib/seed-network.ts';
import { waitUntilQuiet } from '../lib/server-figures.ts';

const ROUNDS = 5;
const USERS = 2_000;
const DEPOSITS = 20_000;
const AMOUNT = 20_000_000n;
const CLIENTS = 64;
/** How many connections the ceiling is tried with; the best counts. */
const POOL_SIZES = [1, 8];
const DEADLINE_MS = 120_000;
/** Where the ledger's book of the practice network is, in the first market. */
const NETWORK_BOOK = 16n + 12n;

/** Confirmed deposits that wait when the server starts, until all are credited; against the same rows without the product. */
export async function measureDeposits(dataDir: string): Promise<Result[]> {
  const first = await startProduct(dataDir);
  await waitUntilQuiet(first);
  await first.stop();
  const workshop = await openWorkshop(dataDir);
  const users = await seedPeople(workshop, USERS);
  const accounts = await seedAccounts(workshop, 'main', users);
  await seedDeposits(workshop, accounts);
  await workshop.close();
  const copy = new KeptCopy(workshop.database.directory);
  try {
    const ceilings = await bestCeiling(dataDir, copy, accounts);
    const rates: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      copy.restore();
      rates.push(await creditedPerSecond(dataDir));
    }
    return [result(rates, ceilings)];
  } finally {
    copy.remove();
  }
}

function result(rates: number[], ceilings: number[]): Result {
  const [value, ceiling] = [median(rates), median(ceilings)];
  return {
    name: 'deposits credited per second',
    value: round(value, 0),
    unit: '1/s',
    ceiling: round(ceiling, 0),
    ratio: round(value / ceiling),
    target: '≥ 0.7 (our own)',
    met: value / ceiling >= 0.7,
    note: `${DEPOSITS} confirmed deposits of ${USERS} people that wait at the start of the server, from the first credit to the last, each exactly once, ledger check clean; ceiling: the same rows by one lean SQL function call each, best of ${POOL_SIZES.join(', ')} connections; ${spread(rates, 0)}, ceiling ${spread(ceilings, 0)}`,
  };
}

/** Deposit addresses with confirmed transactions, each claimed by an operation that is pending. */
async function seedDeposits(workshop: Workshop, accounts: AccountState[]): Promise<void> {
  const owner = await connectClient(ownerConfig(workshop.target));
  try {
    await seedTransactions(owner, DEPOSITS, USERS, AMOUNT);
    await owner.query(
      `INSERT INTO network_addresses (address, owner, user_id, network, asset)
       SELECT address, 'deposit', user_id, 'bsc', 'USDT' FROM unnest($1::text[], $2::bigint[]) AS t (address, user_id)`,
      [accounts.map((_, n) => addressOf(n)), accounts.map(({ userId }) => userId)],
    );
    const numbers = Array.from({ length: DEPOSITS }, (_, n) => n);
    const of = (n: number): AccountState | undefined => accounts[n % USERS];
    await owner.query(
      `INSERT INTO operations (id, account_id, user_id, type, amount, currency, network, address, tx_hash, created_at)
       SELECT id, account_id, user_id, 'deposit', $6, 'USDT', 'bsc', address, hash, $7
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
         AS t (id, account_id, user_id, address, hash)`,
      [
        numbers.map(() => workshop.ids.next()),
        numbers.map((n) => of(n)?.id),
        numbers.map((n) => of(n)?.userId),
        numbers.map((n) => addressOf(n % USERS)),
        numbers.map(hashOf),
        AMOUNT,
        Date.now(),
      ],
    );
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
}

const CREDITED = `
  SELECT count(*)::integer AS count, (max(at) - min(at))::integer AS ms, sum(value)::bigint AS total FROM settlements`;

async function credited(owner: Client): Promise<{ count: number; ms: number; total: bigint }> {
  const { rows } = await owner.query<{ count: number; ms: number | null; total: bigint | null }>(CREDITED);
  return { count: rows[0]?.count ?? 0, ms: rows[0]?.ms ?? 0, total: rows[0]?.total ?? 0n };
}

/** @throws when not every deposit was credited once, or the ledger is wrong */
async function creditedPerSecond(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir);
  try {
    const workshop = await openWorkshop(dataDir);
    const owner = await connectClient(ownerConfig(workshop.target));
    const deadline = Date.now() + DEADLINE_MS;
    let seen = await credited(owner);
    while (seen.count < DEPOSITS && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      seen = await credited(owner);
    }
    await owner.end();
    await workshop.close();
    if (seen.count !== DEPOSITS || seen.total !== AMOUNT * BigInt(DEPOSITS)) {
      throw new Error(`${seen.count} deposits were credited with ${seen.total}`);
    }
    await plecho(dataDir, 'ledger', 'check');
    return DEPOSITS / (seen.ms / 1000);
  } finally {
    await product.stop();
  }
}

async function bestCeiling(dataDir: string, copy: KeptCopy, accounts: AccountState[]): Promise<number[]> {
  let best: number[] = [];
  for (const connections of POOL_SIZES) {
    const rates: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      copy.restore();
      rates.push(await bareCredits(dataDir, accounts, connections));
    }
    if (best.length === 0 || median(rates) > median(best)) best = rates;
  }
  return best;
}

/** Credits a second when each is one call of a lean SQL function through the plain driver. */
async function bareCredits(dataDir: string, accounts: AccountState[], connections: number): Promise<number> {
  const workshop = await openWorkshop(dataDir);
  const owner = await connectClient(ownerConfig(workshop.target));
  await owner.query(BENCH_CREDIT);
  const { rows } = await owner.query<{ id: bigint }>('SELECT id FROM operations ORDER BY id');
  await owner.end();
  const pool = createPool({ ...appConfig(workshop.target), max: connections });
  const outcome = encodeOutcome({ ok: true, result: { type: 'done' } });
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < rows.length) {
      const n = next++;
      const [operation, account] = [rows[n], accounts[n % USERS]];
      if (operation === undefined || account === undefined) return;
      const bodyHash = createHash('sha256').update(String(n)).digest('hex');
      await pool.query({
        name: 'bench_credit',
        text: 'SELECT bench_credit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        values: [
          ...[operation.id, account.id, account.userId, BigInt(2 + Math.floor(n / USERS)), workshop.ids.next()],
          ...[NETWORK_BOOK, AMOUNT, bodyHash, outcome, Date.now()],
        ],
      });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const rate = DEPOSITS / ((performance.now() - started) / 1000);
  await pool.end();
  await workshop.close();
  return rate;
}
