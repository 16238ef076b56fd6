import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alone, createSchema, dropSchema, useDatabase } from '../../../test/harness/database.ts';
import { fillMarket, insertUsers, lastOwner, MARKET, NOW, openAccounts } from '../../../test/harness/trading.ts';
import type { MarketSnapshot } from '../../commands/batch.ts';
import { PgCandleStore } from '../candle-store.ts';
import { appConfig, asOwner, createPool, ownerConfig, type Target } from '../connection.ts';
import { PgDatasetStore } from '../dataset-store.ts';
import { StorageError } from '../errors.ts';
import { openIdSource } from '../id-source.ts';
import { PgJournal } from '../journal/journal.ts';
import { Notifications } from '../notifications.ts';
import { TABLES } from './archive.ts';
import { addEarlierReplay, replayMarket } from '../../../test/support/replays.ts';
import { backUp } from './backup.ts';
import { restore as restoreNow } from './restore.ts';

const db = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'plecho-backup-'));
const file = join(folder, 'backup.gz');
let empty: Target;

const NASTY = 'a\tb\nc\r\\.\n"\u2028 «»';

beforeAll(async () => {
  await fillMarket(db);
  await db.owner.query('UPDATE users SET first_name = $1', [NASTY]);
  await db.owner.query(
    `INSERT INTO trade_notes SELECT a.user_id, a.id, t.id, $1, '{1}', 1, 1 FROM trades t JOIN accounts a ON a.id = t.account_id LIMIT 1`,
    [NASTY],
  );
  await db.owner.query(`INSERT INTO trade_tags SELECT user_id, 1, 'пробой' FROM trade_notes`);
  const candle = { time: 60, open: 1n, high: 2n, low: 1n, close: 2n, volume: 9_007_199_254_740_993n };
  await new PgCandleStore(db.pool, MARKET.id, await lastOwner(db.target)).append([
    { symbol: 'BTCUSDT', interval: '1m', candle },
  ]);
  const owner = createPool({ ...ownerConfig(db.target), max: 1 });
  await addEarlierReplay(owner, replayMarket('replay', 1), 1);
  const pairs = [{ symbol: 'LINKUSDT', priceDecimals: 3, candles: [candle] }];
  await new PgDatasetStore(owner).add({ id: 'd-1', story: null, provenance: 'unverified', sha256: [], pairs }, NOW);
  await owner.query(
    `INSERT INTO scenarios (market_id, recipe, salt, blind) VALUES ('replay', '{"base": "main", "stages": []}', $1, true)`,
    ['ab'.repeat(32)],
  );
  await owner.query(`INSERT INTO start_prices (market_id, symbol, price) VALUES ('replay', 'LINKUSDT', 7)`);
  await owner.query(`INSERT INTO market_ends (market_id, at) VALUES ('replay', 1)`);
  await owner.query(`INSERT INTO market_halts (market_id, at, reason) VALUES ('replay', 1, $1)`, [NASTY]);
  await owner.query(`INSERT INTO halted_times (market_id, since, until) VALUES ('replay', 1, 2), ('replay', 3, NULL)`);
  await owner.end();
  empty = await createSchema(db.target.ownerUrl);
});
afterAll(async () => {
  await dropSchema(empty);
  rmSync(folder, { recursive: true });
});

/** While no other test drops its schema. */
const restore: typeof restoreNow = (target, path, force) =>
  alone(target.ownerUrl, () => restoreNow(target, path, force));

async function load(target: Target): Promise<MarketSnapshot> {
  const journal = new PgJournal(target, MARKET.id);
  const snapshot = await journal.load();
  await journal.close();
  return snapshot;
}

/** Everything in a schema as text. */
function contents(target: Target): Promise<Record<string, string[]>> {
  return asOwner(target, async (owner) => {
    const all: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
      all[table] = rows.map(({ row }) => row);
    }
    return all;
  });
}

/** What is so of this database and the processes on it alone: a copy of it is another installation. */
const OF_THIS_DATABASE = ['installation', 'processes', 'market_owners'];

it('knows every table of the schema', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = $1 AND table_name NOT LIKE 'kysely%'`,
    [db.target.schema],
  );
  expect([...TABLES, ...OF_THIS_DATABASE].toSorted()).toEqual(rows.map(({ name }) => name).sort());
});

it('L7 what is restored from a backup is what was backed up, and goes on working', async () => {
  const umask = process.umask(0);
  const written = await backUp(db.target, file).finally(() => process.umask(umask));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['backup.gz']);
  expect(await restore(empty, file, false)).toEqual(written);
  expect(await contents(empty)).toEqual(await contents(db.target));
  expect(await load(empty)).toEqual(await load(db.target));
  const pool = createPool({ ...appConfig(empty), max: 1 });
  const [id] = await insertUsers(pool, 1, 10);
  expect(id).toBe(3n);
  await expect(pool.query('DELETE FROM ledger_entries')).rejects.toThrow('permission denied');
  const journal = new PgJournal(empty, MARKET.id);
  await journal.append(openAccounts(await openIdSource(pool), [id ?? 0n]));
  await journal.close();
  await pool.end();
});

describe('refuses', () => {
  const refused = (path: string, force = true) => expect(restore(empty, path, force)).rejects;

  it('S8 to write to a file that is there, or to what a link leads to', async () => {
    const before = readFileSync(file);
    await expect(backUp(db.target, file)).rejects.toThrow(new StorageError(`${file} exists already`));
    expect(readFileSync(file)).toEqual(before);
    const [elsewhere, nowhere] = [join(folder, 'elsewhere'), join(folder, 'nowhere')];
    writeFileSync(elsewhere, 'mine');
    for (const [n, target] of [elsewhere, nowhere].entries()) {
      const link = join(folder, `link-${n}`);
      symlinkSync(target, link);
      await expect(backUp(db.target, link)).rejects.toThrow(new StorageError(`${link} exists already`));
    }
    expect([readFileSync(elsewhere, 'utf8'), existsSync(nowhere)]).toEqual(['mine', false]);
    await expect(backUp(db.target, join(folder, 'no', 'folder'))).rejects.toThrow(StorageError);
  });

  it('to leave behind what it could not write to the end', async () => {
    const partial = join(folder, 'partial.gz');
    await db.owner.query('ALTER TABLE trades RENAME TO trades_away');
    await expect(backUp(db.target, partial)).rejects.toThrow('trades');
    await db.owner.query('ALTER TABLE trades_away RENAME TO trades');
    expect(existsSync(partial)).toBe(false);
  });

  it('to replace users unless told to', async () => {
    await refused(file, false).toThrow('already has 3 users: add --force');
    await restore(empty, file, true);
  });

  it('to restore under a running server', async () => {
    const journal = new PgJournal(empty, MARKET.id);
    await journal.load();
    await refused(file).toThrow('a server is running');
    await journal.close();
  });

  it('a database that a process without a market listens to', async () => {
    const edge = new Notifications(empty);
    await edge.open();
    try {
      await refused(file).toThrow('a server is running');
    } finally {
      await edge.close();
    }
  });

  it('what is cut off, damaged, tampered with or something else, and leaves everything as it was', async () => {
    const before = await contents(empty);
    const packed = readFileSync(file);
    const text = gunzipSync(packed).toString();
    const variants: Record<string, Buffer> = {
      'unexpected end of file': packed.subarray(0, packed.length / 2),
      'incorrect header check': Buffer.from('not gzip'),
      'not a backup of this program': gzipSync('{"format":"other"}\n'),
      'cut off': gzipSync(text.slice(0, text.lastIndexOf('{'))),
      'lacks rows of users': gzipSync(text.replace('"users":2', '"users":3')),
      'breaks L1': gzipSync(text.replace(/^(\d+\t\d+\t)-20000000$/m, '$1-20000001')),
      "doesn't exist": gzipSync(text.replace(/"migration":"[^"]+"/, '"migration":"999-future"')),
    };
    for (const [message, content] of Object.entries(variants)) {
      const path = join(folder, 'variant.gz');
      writeFileSync(path, content);
      await refused(path).toThrow(message);
    }
    await refused(join(folder, 'missing')).toThrow('no such file');
    expect(await contents(empty)).toEqual(before);
  });
});

/** The tables of version 1 of the schema, and the columns that came later. */
const LATER_TABLES = [
  ...['login_doors', 'known_devices', 'candle_packs', 'datasets', 'dataset_series', 'dataset_packs', 'replay_sessions'],
  ...[
    'scenarios',
    'start_prices',
    'market_ends',
    'market_halts',
    'halted_times',
    'position_entries',
    'funding_rounds',
    'funding_payments',
  ],
];
const FIRST_TABLES = TABLES.slice(0, TABLES.indexOf('operations')).filter((table) => !LATER_TABLES.includes(table));
const LATER_COLUMNS = [
  'withdrawn',
  'season',
  'season_started_at',
  'role',
  ...['guest_ended_at', 'guest_leaves_open'],
  'operator_since',
  'operator_seen_at',
  'best_price',
  'worst_price',
  'path',
  'season_end',
  'owner_id',
  ...['maker', 'added', 'funding', 'funded_at', 'first_price', 'initial_stop_loss', 'order_id'],
  ...['maker_fee', 'funding_hours', 'funding_cap', 'class_rules'],
  ...['attempt_day', 'attempt_day_result', 'attempt_passed_at', 'attempt_ended_at'],
  ...['trail_unit', 'trail_value', 'peak_price', 'peak_seq', 'peak_time', 'then_trail_unit', 'then_trail_value'],
  ...['orders.kind', 'stop_price', 'activated_at', 'expires_at', 'paired_with', 'reduces', 'portion'],
];

/** A backup as the program wrote it before there was practice money. */
function asFirstVersion(text: string): string {
  const [, ...sections] = text.split(/^(?=\{"table":)/m);
  const [first = ''] = text.split('\n');
  const rows: Record<string, number> = {};
  const kept = sections.flatMap((section) => {
    const [head = '', ...lines] = section.slice(0, section.indexOf('\\.\n')).split('\n');
    const { table, columns } = JSON.parse(head) as { table: string; columns: string[] };
    if (!FIRST_TABLES.includes(table)) return [];
    const known = columns.flatMap((name, n) =>
      LATER_COLUMNS.includes(name) || LATER_COLUMNS.includes(`${table}.${name}`) ? [] : [n],
    );
    const only = (values: string[]): string[] => known.map((n) => values[n] ?? '');
    const body = lines
      .slice(0, -1)
      .filter((line) => table !== 'ledger_accounts' || !/\t(network|funding)\t/.test(line));
    rows[table] = body.length;
    return [
      JSON.stringify({ table, columns: only(columns) }),
      ...body.map((line) => only(line.split('\t')).join('\t')),
      '\\.',
    ];
  });
  return [
    first.replace(/"migration":"[^"]+"/, '"migration":"004-append-batch"'),
    ...kept,
    JSON.stringify({ table: 'known_addresses', columns: ['phone', 'address', 'seen_at'] }),
    ...['+79160000001\t203.0.113.7\t5', '\\.'],
    JSON.stringify({ rows: { ...rows, known_addresses: 1 } }),
    '',
  ].join('\n');
}

it('L7 a backup from before practice money is restored and brought up to date', async () => {
  const old = join(folder, 'old.gz');
  writeFileSync(old, gzipSync(asFirstVersion(gunzipSync(readFileSync(file)).toString())));
  const counts = await restore(empty, old, true);
  expect(Object.keys(counts)).toEqual([...FIRST_TABLES, 'known_addresses']);
  expect(await load(empty)).toEqual(await load(db.target));
  const [before, after] = [await contents(db.target), await contents(empty)];
  expect(after['ledger_accounts']).toEqual(before['ledger_accounts']);
  expect(after['accounts']).toEqual(before['accounts']);
});
