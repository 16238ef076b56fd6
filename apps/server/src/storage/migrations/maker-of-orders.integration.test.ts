import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { alone, dropSchema } from '../../../test/harness/database.ts';
import { connectClient, ownerConfig, type Installation } from '../connection.ts';
import { migrate } from '../migrate.ts';

const target: Installation = { ownerUrl: inject('databaseUrl'), schema: `test_${randomBytes(6).toString('hex')}` };
/** Of 100 USDT at leverage 10: with the fee of the taker, 0.1 %, and of the maker, 0.02 %. */
const [TAKER, MAKER] = [101_000_000n, 100_200_000n];
/** Accounts, one in each market. */
const [USUAL, FREE, EQUAL, OLD] = [1, 2, 3, 4];
let owner: Client;

interface Placed {
  id: number;
  account?: number;
  maker: boolean;
  reserved: bigint;
  margin?: bigint;
  kind?: string;
  status?: string;
  pairedWith?: number;
  reduces?: number;
}

async function place(order: Placed): Promise<void> {
  const { id, account = USUAL, maker, reserved, margin = 100_000_000n, kind = 'limit', status = 'open' } = order;
  const { pairedWith = null, reduces = null } = order;
  await owner.query(
    `INSERT INTO orders (id, account_id, symbol, side, margin, leverage, limit_price, stop_price, reserved, status,
       created_at, kind, maker, paired_with, reduces, portion)
     VALUES ($1, $2, 'BTCUSDT', 'long', $3, 10, 1, $4, $5, $6, 1, $7, $8, $9, $10, $11)`,
    [
      ...[id, account, margin, kind === 'limit' ? null : 1, reserved, status, kind, maker, pairedWith, reduces],
      reduces === null ? null : 1,
    ],
  );
}

beforeAll(async () => {
  await alone(target.ownerUrl, () => migrate(target, '066-market-halts'));
  owner = await connectClient(ownerConfig(target));
  for (const [n, fees] of [
    [1_000, 200],
    [0, 0],
    [1_000, 1_000],
    [1_000, null],
  ].entries()) {
    await owner.query(
      `INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maker_fee, maintenance, stale_after_ms, max_jump,
         jump_confirm_ms, start_balance, parameters, created_at)
       VALUES ($1, 'synthetic', 'Синтетический рынок', 'Синтетический рынок', 0, $2, $3, 5000, 1, 1, 0, 1, '{}', 0)`,
      [`market-${n}`, ...fees],
    );
    await owner.query(`INSERT INTO users (phone, password_hash, created_at) VALUES ($1, 'none', 1)`, [
      `+7900000000${n}`,
    ]);
    await owner.query(
      `INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at, season_started_at)
       SELECT $1, max(id), $2, 0, 0, 0, 0 FROM users`,
      [n + 1, `market-${n}`],
    );
  }
  await owner.query(`INSERT INTO market_halts VALUES ('market-0', 1, 'balance_not_negative')`);
});
afterAll(async () => {
  await owner.end();
  await dropSchema(target);
});

it('E1 an upgrade puts right whether an open limit order is a maker’s, by what it has set aside, also in a halted market', async () => {
  const wrong: Placed[] = [
    { id: 1, maker: false, reserved: MAKER },
    { id: 2, maker: true, reserved: TAKER },
    { id: 3, maker: false, reserved: MAKER, pairedWith: 4 },
    // What the other has set aside does not pay the fee of the taker.
    { id: 4, maker: false, reserved: 0n, pairedWith: 3 },
  ];
  const right: Placed[] = [
    { id: 11, maker: false, reserved: TAKER },
    { id: 12, maker: true, reserved: MAKER },
    { id: 13, maker: true, reserved: TAKER, status: 'filled' },
    { id: 14, maker: false, reserved: MAKER, status: 'cancelled' },
    { id: 15, maker: false, reserved: TAKER, kind: 'stopLimit' },
    { id: 16, maker: false, reserved: TAKER, pairedWith: 17 },
    { id: 17, maker: false, reserved: 0n, pairedWith: 16 },
    { id: 18, maker: true, reserved: MAKER * 2n, margin: 200_000_000n, pairedWith: 19 },
    { id: 19, maker: true, reserved: 0n, pairedWith: 18 },
    { id: 20, maker: false, reserved: 0n, margin: 0n, reduces: 1 },
    // Both fees are the smallest unit.
    { id: 21, maker: false, margin: 10n, reserved: 11n },
    { id: 22, maker: true, margin: 10n, reserved: 11n },
    ...[FREE, EQUAL, OLD].flatMap((account) => {
      const reserved = account === FREE ? 100_000_000n : TAKER;
      return [true, false].map((maker) => ({ id: account * 100 + Number(maker), account, maker, reserved }));
    }),
  ];
  for (const order of [...wrong, ...right]) await place(order);
  await alone(target.ownerUrl, () => migrate(target));
  const { rows } = await owner.query<{ id: bigint; maker: boolean }>('SELECT id, maker FROM orders');
  const flags = (orders: readonly Placed[]) => orders.map(({ id, maker }) => [BigInt(id), maker] as const);
  const expected = [...flags(wrong).map(([id, maker]) => [id, !maker] as const), ...flags(right)];
  expect(new Map(rows.map(({ id, maker }) => [id, maker]))).toEqual(new Map(expected));
});
