import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DayKeys, LAST_DAY } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alone, createSchema, dropSchema, useDatabase } from '../../test/harness/database.ts';
import { MARKET } from '../../test/harness/trading.ts';
import { ConfigError, loadConfig } from '../config.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import { systemClock } from '../lib/clock.ts';
import type { Entropy } from '../network/ports.ts';
import { backUp } from '../storage/backup/backup.ts';
import { restore } from '../storage/backup/restore.ts';
import { appConfig, connectClient, createPool, ownerConfig, type Target } from '../storage/connection.ts';
import { StorageError } from '../storage/errors.ts';
import { readLastKey } from '../storage/market-key-store.ts';
import { MarketStore } from '../storage/market-store.ts';
import { sourceOf } from './day-keys.ts';
import { ensureSharedMarkets, publicSeed } from './main-market.ts';

const database = useDatabase();
const NOW = Date.parse('2026-11-20T12:00:00Z');
let target: Target;
let pool: ReturnType<typeof createPool>;

/** Every test has an installation of its own. */
beforeEach(async () => {
  target = await createSchema(database.target.ownerUrl);
  pool = createPool({ ...appConfig(target), max: 4 });
});
afterEach(async () => {
  await pool.end();
  await dropSchema(target);
});

const start = (seed?: string, entropy: Entropy = randomBytes): Promise<MarketDefinition> =>
  ensureSharedMarkets(target, new MarketStore(pool), {
    seed,
    entropy,
    now: NOW,
    names: undefined,
    binance: loadConfig({}).binance,
  });

async function asOwner(sql: string): Promise<void> {
  const owner = await connectClient(ownerConfig(target));
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}

/** The last hour before {@link NOW} of a pair. */
const pricesOf = async (market: MarketDefinition): Promise<unknown> =>
  new SyntheticFeed({ ...(await sourceOf(market, target)), clock: { ...systemClock, now: () => NOW } }).history(
    'BTCUSDT',
    NOW / 1000 - 3600,
    NOW / 1000,
  );

describe('a new installation', () => {
  it('M4 draws one secret key, publishes its anchor, and keeps both for good', async () => {
    const last = Buffer.alloc(32, 9);
    const drawn: number[] = [];
    const entropy = (bytes: number): Buffer => (drawn.push(bytes), last);
    const market = await start(undefined, entropy);
    const { anchor } = new DayKeys(LAST_DAY, last, nodePrimitives);
    expect(market.parameters).toEqual({ generator: 'plecho-synthetic', version: 3, anchor });
    expect(await readLastKey(target, 'main')).toEqual(last);
    const prices = await pricesOf(market);

    const again = await start(undefined, entropy);
    expect(again).toEqual(market);
    expect(await pricesOf(again)).toEqual(prices);
    expect(drawn).toEqual([32]);
  });

  it('M4 has one chain, whoever was first, when two servers start at once', async () => {
    const markets = await Promise.all(Array.from({ length: 4 }, () => start()));
    for (const market of markets) {
      expect(market).toEqual(markets[0]);
      expect(await sourceOf(market, target)).toHaveProperty('keys.anchor', market.parameters['anchor']);
    }
  });

  it('M4 other keys are other prices', async () => {
    const market = await start();
    const seeded = new SyntheticFeed({ seed: '1', clock: { ...systemClock, now: () => NOW } });
    const hour = seeded.history('BTCUSDT', NOW / 1000 - 3600, NOW / 1000);
    expect(await pricesOf(market)).not.toEqual(hour);
  });
});

describe('MARKET_SEED', () => {
  it('C2 a market with keys does not become one with a seed', async () => {
    await start();
    const before = await new MarketStore(pool).find('main');
    await expect(start('1')).rejects.toThrow(ConfigError);
    await expect(start('1')).rejects.toThrow(/^MARKET_SEED: .*secret keys/);
    expect(await new MarketStore(pool).find('main')).toEqual(before);
  });

  it('C2 M1 M4 a market with a seed publishes its hash and keeps it, and its prices, with MARKET_SEED and without', async () => {
    const market = await start('class-7');
    expect(market.parameters).toEqual({ generator: 'plecho-synthetic', version: 1, seed: publicSeed('class-7') });
    expect(await readLastKey(target, 'main')).toBeNull();
    const prices = await pricesOf(market);
    expect(prices).toMatchObject({ length: 60 });
    for (const seed of ['class-7', undefined]) expect(await pricesOf(await start(seed))).toEqual(prices);
    await expect(start('class-8')).rejects.toThrow(/^MARKET_SEED: .*another seed/);
  });

  it('C2 M4 a database of before goes on with the seed that it was made with', async () => {
    const parameters = { generator: 'plecho-synthetic', version: 1, seed: '1' };
    const made: MarketDefinition = { ...MARKET, parameters };
    const owner = createPool({ ...ownerConfig(target), max: 1 });
    await new MarketStore(owner).create(made, NOW);
    await owner.end();
    const market = await start('1');
    expect(market).toEqual({ ...made, withdrawn: false, ending: false, halted: false });
    // What the program gave for the first of these minutes before there were keys.
    expect(await pricesOf(market)).toHaveProperty('0', {
      ...{ time: 1_795_172_400, open: 9_005_391_000_000n, high: 9_013_968_000_000n, low: 9_002_598_000_000n },
      ...{ close: 9_013_955_000_000n, volume: 965_485_982_543n },
    });
  });
});

describe('the last key', () => {
  it('M4 S12 is out of reach of the application', async () => {
    await start();
    for (const sql of [
      'SELECT last_key FROM market_keys',
      'SELECT count(*) FROM market_keys',
      `INSERT INTO market_keys VALUES ('main', '\\x00')`,
      `UPDATE market_keys SET last_key = '\\x00'`,
      'DELETE FROM market_keys',
    ]) {
      await expect(pool.query(sql), sql).rejects.toThrow('permission denied for table market_keys');
    }
  });

  it('C2 M4 is not changed by a statement of the owner either', async () => {
    await start();
    for (const sql of [
      'UPDATE market_keys SET last_key = last_key',
      'DELETE FROM market_keys',
      'TRUNCATE market_keys',
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow('append-only');
    }
  });

  it('M4 is refused when it is not the one whose anchor was published, and when it is gone', async () => {
    const market = await start();
    await asOwner('ALTER TABLE market_keys DISABLE TRIGGER USER');
    await asOwner(`UPDATE market_keys SET last_key = sha256('other')`);
    await expect(sourceOf(market, target)).rejects.toThrow(StorageError);
    await expect(sourceOf(market, target)).rejects.toThrow('do not lead to its anchor');
    await asOwner('DELETE FROM market_keys');
    await expect(sourceOf(market, target)).rejects.toThrow('the keys of the market main are missing');
  });

  it('M4 of another version of the generator is the one that its market was made with, and one of a later program is refused', async () => {
    const market = await start();
    const version = (value: number) => ({ ...market, parameters: { ...market.parameters, version: value } });
    await expect(sourceOf(version(2), target)).resolves.toMatchObject({ version: 2 });
    await expect(sourceOf(version(4), target)).rejects.toThrow('no version 4 of the generator');
  });

  it('M4 L7 comes back with a backup, and the same prices with it', async () => {
    const market = await start();
    const prices = await pricesOf(market);
    const folder = mkdtempSync(join(tmpdir(), 'plecho-keys-'));
    const file = join(folder, 'backup.gz');
    await backUp(target, file);
    await asOwner('ALTER TABLE market_keys DISABLE TRIGGER USER');
    await asOwner('DELETE FROM market_keys');
    await alone(target.ownerUrl, () => restore(target, file, true));
    rmSync(folder, { recursive: true });
    expect(await start()).toEqual(market);
    expect(await pricesOf(market)).toEqual(prices);
  });
});
