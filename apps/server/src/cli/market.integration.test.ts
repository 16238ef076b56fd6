import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { runPlecho } from '../../test/support/command-line.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { claimMarket } from '../storage/cluster/market-owners.ts';
import { connectClient, ownerConfig, PRODUCT_SCHEMA, type Installation } from '../storage/connection.ts';
import { migrate } from '../storage/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'plecho-cli-'));
chmodSync(folder, 0o755);
const { url } = useOwnDatabase('plecho_resume');
const target: Installation = { ownerUrl: url, schema: PRODUCT_SCHEMA };
const feed = new TestFeed();
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 10 };
let context: Context | null = null;

interface Said {
  code: number;
  lines: string[];
}

/** @returns the exit code and the lines that speak of the market */
async function resume(...ids: string[]): Promise<Said> {
  const { code, out, err } = await runPlecho(url, folder, ['market', 'resume', ...ids]);
  return { code, lines: `${out}${err}`.split('\n').filter((line) => /^(market|plecho:) /.test(line)) };
}

async function asOwner(sql: string): Promise<void> {
  const owner = await connectClient(ownerConfig(target));
  await owner.query(sql);
  await owner.end();
}

const phase = async (): Promise<string> => (await context?.markets.running('main')?.stats())?.phase ?? 'none';

async function start(): Promise<void> {
  context = await createContext({
    target,
    clock: systemClock,
    log: createLogger('silent'),
    createFeed: () => Promise.resolve(feed),
    ledgerCheckMs: 50,
  });
}

async function newcomer(): Promise<Person> {
  if (context === null) throw new Error('the server is not there yet');
  const person = new Person(context);
  await person.post('/auth/register', { phone: newPhone(), password: PASSWORD });
  feed.tick('BTCUSDT', '100');
  return person;
}

beforeAll(() => migrate(target));
afterAll(async () => {
  await context?.close();
  rmSync(folder, { recursive: true });
});

it('E12 without a server there is nothing to resume, and an unknown market is said to be one', async () => {
  expect(await resume()).toMatchObject({ code: 1, lines: ['plecho: there is no market main'] });
  await start();
  await context?.close();
  expect(await resume()).toEqual({
    code: 0,
    lines: ['market main: no running server has it, so there is nothing to resume'],
  });
});

it('E12 where a server has the market and none does the jobs, it is said to stay halted, and its halt is kept', async () => {
  const owner = await connectClient(ownerConfig(target));
  await claimMarket(owner, PRODUCT_SCHEMA, 'main', null);
  await owner.query("INSERT INTO market_halts (market_id, at, reason) VALUES ('main', 0, 'the books do not add up')");
  expect(await resume()).toEqual({
    code: 1,
    lines: ['market main: not resumed, a server has it, and none that does the jobs answers:'],
  });
  expect((await owner.query('SELECT FROM market_halts')).rowCount).toBe(1);
  await owner.end();
  expect(await resume()).toEqual({
    code: 0,
    lines: ['market main: no running server has it, and trading goes on when one does'],
  });
});

describe('beside a running server', () => {
  beforeAll(start);

  it('E12 a market that runs needs no resumption', async () => {
    expect(await resume()).toEqual({ code: 0, lines: ['market main: trading is not halted'] });
  });

  it('E12 a market with a wrong ledger stays halted until it is right, and goes on afterwards', async () => {
    const person = await newcomer();
    expect((await person.post('/trading/positions', LONG)).status).toBe(200);
    await asOwner("UPDATE ledger_accounts SET balance = balance + 1 WHERE book = 'fees'");
    await until(async () => (await phase()) === 'halted');
    expect(await resume('main')).toEqual({
      code: 1,
      lines: ['market main: not resumed, the ledger has to be right first'],
    });
    expect(await phase()).toBe('halted');
    await asOwner("UPDATE ledger_accounts SET balance = balance - 1 WHERE book = 'fees'");
    expect(await resume('main')).toEqual({ code: 0, lines: ['market main: trading goes on'] });
    feed.tick('BTCUSDT', '100');
    expect((await person.post('/trading/positions', LONG)).status).toBe(200);
    const checkedAt = async (): Promise<string> =>
      /^plecho_ledger_checked_seconds (\S+)/m.exec((await context?.services.metrics()) ?? '')?.[1] ?? '';
    for (let check = 0; check < 3; check += 1) {
      const before = await checkedAt();
      await until(async () => (await checkedAt()) !== before);
    }
    expect([await phase(), (await context?.services.readiness())?.ledger]).toEqual(['running', 'ok']);
  });

  it('E12 a firing that is refused again keeps the market halted, and that is said', async () => {
    const person = await newcomer();
    const { body } = await person.post('/trading/positions', LONG);
    const id = String(body['id']);
    await asOwner(`ALTER TABLE trades ADD CONSTRAINT cursed CHECK (position_id <> ${id})`);
    feed.tick('BTCUSDT', '89');
    await until(async () => (await phase()) === 'halted');
    const refused = await resume();
    expect(refused.code).toBe(1);
    expect(refused.lines[0]).toContain(`market main: not resumed: liquidation of position ${id} was refused`);
    await asOwner('ALTER TABLE trades DROP CONSTRAINT cursed');
    expect(await resume()).toEqual({ code: 0, lines: ['market main: trading goes on'] });
    expect((await person.get('/trading/trades')).body['items']).toMatchObject([
      { positionId: id, reason: 'liquidation' },
    ]);
  });

  it('E12 a halted market stays so over a restart, readable and with its reason, and is resumed with or without a server', async () => {
    const person = await newcomer();
    const halted = async (): Promise<unknown> => (await context?.markets.running('main')?.stats())?.halt;
    await context?.markets.running('main')?.halt('the books do not add up');
    const halt = await halted();
    await context?.close();
    await start();
    const again = context === null ? person : new Person(context);
    again.cookie = person.cookie;
    feed.tick('BTCUSDT', '100');
    expect([await halted(), (await again.get('/trading/positions')).status]).toEqual([halt, 200]);
    expect((await again.post('/trading/positions', LONG)).body['code']).toBe('market_halted');
    expect((await context?.services.readiness())?.markets).toMatchObject([{ market: 'main', halted: true }]);
    expect(await resume()).toEqual({ code: 0, lines: ['market main: trading goes on'] });
    expect((await again.post('/trading/positions', LONG)).status).toBe(200);

    await context?.markets.running('main')?.halt('once more');
    await context?.close();
    expect(await resume()).toEqual({
      code: 0,
      lines: ['market main: no running server has it, and trading goes on when one does'],
    });
    await start();
    expect(await phase()).toBe('running');
  });
});
