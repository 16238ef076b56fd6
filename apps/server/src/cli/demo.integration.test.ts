import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { PgAccountReader } from '../storage/account-reader.ts';
import { appConfig, connectClient, createPool, ownerConfig, PRODUCT_SCHEMA } from '../storage/connection.ts';
import { PgUserStore } from '../storage/identity/user-store.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import { migrate } from '../storage/migrate.ts';
import { checkLedger } from '../storage/ledger-check/ledger-check.ts';

const run = promisify(execFile);
const database = useOwnDatabase('plecho_demo');

const demo = async (): Promise<string> => {
  const env = { ...process.env, DATABASE_URL: database.url };
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'demo.ts')], { env });
  return stdout;
};

it('fills an account with three open positions and fifty trades through the commands that everybody has', async () => {
  const phone = /Телефон: (\+\d+)\nПароль: +(\S+)\nАдрес: +http:\/\/localhost:3000/.exec(await demo())?.[1] ?? '';
  const target = await migrate({ ownerUrl: database.url, schema: PRODUCT_SCHEMA });
  const pool = createPool({ ...appConfig(target), max: 1 });
  const reader = new PgAccountReader(pool);
  const user = await new PgUserStore(pool).byPhone(phone);
  const accountId = await reader.accountId(user!.id, 'main');
  expect((await reader.view(accountId!))?.positions).toHaveLength(3);
  const trades = await reader.trades({ accountId: accountId!, beforeId: null, limit: 100 });
  expect(trades).toHaveLength(50);
  expect(new Set(trades.map(({ reason }) => reason)).size).toBeGreaterThan(1);
  await pool.end();
  const owner = await connectClient(ownerConfig(target));
  expect((await checkLedger(owner)).violations).toEqual([]);
  await owner.end();
});

it('refuses, in one line, while a server runs and right after trading', async () => {
  const target = await migrate({ ownerUrl: database.url, schema: PRODUCT_SCHEMA });
  await expect(demo()).rejects.toThrow('try again in two minutes');
  const journal = new PgJournal(target, 'main');
  await journal.load();
  await expect(demo()).rejects.toThrow('a server is running on this installation');
  await journal.close();
});
