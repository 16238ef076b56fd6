import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { alone, dropSchema } from '../../../test/harness/database.ts';
import { connectClient, ownerConfig, type Installation } from '../connection.ts';
import { migrate } from '../migrate.ts';

const WORDS = 'TG79161234567XXUSDT';
/** Contained in a listed one. */
const PART = 'TCUSDT';
const target: Installation = { ownerUrl: inject('databaseUrl'), schema: `test_${randomBytes(6).toString('hex')}` };
let owner: Client;

async function market(id: string, title: string, symbols: string[], kind = 'replay'): Promise<void> {
  const parameters =
    kind === 'replay'
      ? { files: `${symbols[0] ?? ''}-1m-call +79161234567.csv`, from: '2026-02-05T12:00:00.000Z', speed: 120 }
      : { generator: 'plecho-synthetic', version: 1, seed: '1' };
  await owner.query(
    `INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
       jump_confirm_ms, start_balance, parameters, created_at)
     VALUES ($1, $2, $3, $4, extract(epoch FROM timestamptz '2026-02-05 12:00Z'), 0, 5000, 1, 1, 0, 1, $5, 0)`,
    [id, kind, title, kind === 'replay' ? `Повтор: ${symbols[0] ?? ''}, 5 февраля 2026` : title, parameters],
  );
  for (const symbol of symbols) {
    await owner.query('INSERT INTO recordings (market_id, symbol, price_decimals) VALUES ($1, $2, 2)', [id, symbol]);
    await owner.query("INSERT INTO candle_series (market_id, symbol, interval) VALUES ($1, $2, '1m')", [id, symbol]);
  }
}

beforeAll(async () => {
  await alone(target.ownerUrl, () => migrate(target, '008-append-batch'));
  owner = await connectClient(ownerConfig(target));
  await market('main', 'Синтетический рынок', [], 'synthetic');
  await market('good', 'Заходите в t.me/plecho_support', ['BTCUSDT', 'LINKUSDT', 'DOTUSDT']);
  await market('bad', 'Обвал', [WORDS, 'BTCUSDT']);
  await market('worse', 'Обвал', [PART]);
  await owner.query(`INSERT INTO price_records VALUES ('bad', 1, '${WORDS}', 1, 1), ('bad', 2, 'BTCUSDT', 1, 1)`);
  await owner.query(
    `INSERT INTO trades VALUES (1, 1, 1, '${WORDS}', 'long', 1, 1, 1, 1, 1, NULL, NULL, NULL, 0, 0, 0, 'user', 1, 1, 1, 1, 1, 1)`,
  );
  await owner.query(
    `INSERT INTO positions VALUES (2, 1, '${WORDS}', 'long', 1, 1, 1, 1, NULL, NULL, NULL, 0, 1, 1, 1)`,
  );
  await owner.query(`INSERT INTO orders VALUES (3, 1, '${PART}', 'long', 1, 1, 1, NULL, NULL, 1, 'open', 1)`);
  await owner.query(
    `INSERT INTO command_outcomes VALUES (1, 'openPosition', 'a', '', 'position~1~${WORDS}~BTCUSDT', 1),
       (1, 'openPosition', 'b', '', '{"symbol":"${PART}","other":"BTCUSDT"}', 1)`,
  );
  await alone(target.ownerUrl, () => migrate(target));
});
afterAll(async () => {
  await owner.end();
  await dropSchema(target);
});

it('M1 an upgrade names what is there anew, drops names of files, and withdraws replays of pairs that nobody knows', async () => {
  const { rows } = await owner.query<Record<string, unknown>>(
    'SELECT id, title, label, withdrawn, parameters FROM markets ORDER BY number',
  );
  const replay = { sha256: [], from: '2026-02-05T12:00:00.000Z', speed: 120, provenance: 'unverified' };
  const named = (title: string): object => ({ title, label: title });
  expect(rows).toEqual([
    {
      ...{ id: 'main', ...named('Синтетический рынок'), withdrawn: false },
      parameters: { generator: 'plecho-synthetic', version: 1, seed: '1' },
    },
    { id: 'good', ...named('Повтор: BTCUSDT и ещё 2, 5 февраля 2026'), withdrawn: false, parameters: replay },
    { id: 'bad', ...named('Повтор: BTCUSDT и ещё 1, 5 февраля 2026'), withdrawn: true, parameters: replay },
    { id: 'worse', ...named('Повтор: HIDDEN1USDT, 5 февраля 2026'), withdrawn: true, parameters: replay },
  ]);
});

it('M1 the words are nowhere any more, and what they stood for is still together', async () => {
  const symbols = async (from: string): Promise<string[]> =>
    (await owner.query<{ symbol: string }>(`SELECT symbol FROM ${from} ORDER BY symbol`)).rows.map(
      ({ symbol }) => symbol,
    );
  expect(await symbols("recordings WHERE market_id = 'bad'")).toEqual(['BTCUSDT', 'HIDDEN2USDT']);
  expect(await symbols("candle_series WHERE market_id = 'bad'")).toEqual(['BTCUSDT', 'HIDDEN2USDT']);
  expect(await symbols('price_records')).toEqual(['BTCUSDT', 'HIDDEN2USDT']);
  expect(await symbols('trades')).toEqual(['HIDDEN2USDT']);
  expect(await symbols('positions')).toEqual(['HIDDEN2USDT']);
  expect(await symbols('orders')).toEqual(['HIDDEN1USDT']);
  const { rows } = await owner.query<{ outcome: string }>('SELECT outcome FROM command_outcomes ORDER BY key');
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    ...['position~1~HIDDEN2USDT~BTCUSDT', '{"symbol":"HIDDEN1USDT","other":"BTCUSDT"}'],
  ]);
});

it('L5 what may only be added to is guarded as before', async () => {
  for (const table of ['price_records', 'trades']) {
    await expect(owner.query(`UPDATE ${table} SET symbol = 'x'`)).rejects.toThrow('append-only');
  }
  await expect(owner.query("UPDATE markets SET title = 'x'")).rejects.toThrow("can't be changed");
});
