import type { Position } from '@plecho/contract';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { asOwner, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';
import { KeptDatabase } from './kept-database.ts';
import { expectLoggedIn } from './logged.ts';
import { Trader, type Sent } from './trader.ts';

const SYMBOL = 'BTCUSDT';

const data = newDataDir();
let database: KeptDatabase;
let product: Product | undefined;

const start = async (): Promise<Product> => (product = await startProduct(data.path, { DATABASE_URL: database.url }));
const opened = ({ answer }: Sent): string => {
  expect(answer?.status).toBe(200);
  return (answer!.body as Position).id;
};

beforeAll(async () => {
  database = await KeptDatabase.start(join(data.path, 'database'));
}, 120_000);

afterAll(async () => {
  await product?.stop();
  database?.stop();
  data.remove();
});

it('L7 a lost database goes on from its backup and its log at a moment, without what came after, and then from a later backup with all of it', async () => {
  const trader = new Trader('main');
  const before = await start();
  await trader.register(before, '+79160000001');
  const held = [opened(await trader.open(before, SYMBOL, 'long', 3))];
  const base = database.baseBackup();
  held.push(opened(await trader.open(before, SYMBOL, 'short', 2)));
  const moment = await database.now();
  const after = opened(await trader.open(before, SYMBOL, 'long', 5));
  await before.stop();
  await database.isLost();

  await database.restore(base, moment);
  const restored = { ownerUrl: database.url, schema: PRODUCT_SCHEMA };
  expect((await asOwner(restored, (owner) => checkLedger(owner))).violations).toEqual([]);
  const again = await start();
  const ids = async (): Promise<string[]> => (await trader.positions(again)).items.map(({ id }) => id);
  expect((await ids()).toSorted()).toEqual(held.toSorted());
  expect(held).not.toContain(after);
  const next = opened(await trader.open(again, SYMBOL, 'long', 3));
  expect((await ids()).toSorted()).toEqual([...held, next].toSorted());
  await again.stop();
  expect((await asOwner(restored, (owner) => checkLedger(owner))).violations).toEqual([]);
  await expectLoggedIn(restored, 'main');

  // Lost once more, after a backup of the restored one: the moment of the first restore is none of the second.
  await database.keepAgain();
  const newBase = database.baseBackup();
  const third = await start();
  const last = opened(await trader.open(third, SYMBOL, 'short', 4));
  await third.stop();
  await database.isLost();
  await database.restore(newBase);
  expect((await asOwner(restored, (owner) => checkLedger(owner))).violations).toEqual([]);
  const fourth = await start();
  const all = (await trader.positions(fourth)).items.map(({ id }) => id);
  expect(all.toSorted()).toEqual([...held, next, last].toSorted());
  await fourth.stop();
});
