import type { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, MARKET } from '../../../test/harness/trading.ts';
import { newProcess } from '../../../test/support/processes.ts';
import { appConfig, connectClient } from '../connection.ts';
import { readInstallation } from './installation.ts';
import { PgMarketOwners, type OwnedMarket } from './market-owners.ts';
import { PgProcessStore } from './process-store.ts';

const FIGURES = { loopP99Ms: 1.5, memoryBytes: 3_000_000_000, streams: 7 };

const db = useDatabase();
let processes: PgProcessStore;
let owners: PgMarketOwners;
/** The connections on which two processes write. */
let here: Client;
let there: Client;
const [mine, other] = [newProcess('here'), newProcess('there')];

beforeAll(async () => {
  processes = new PgProcessStore(db.pool);
  owners = new PgMarketOwners(db.pool, db.target.schema);
  for (const id of ['first', 'second']) await createMarket(db.target, { ...MARKET, id });
});
beforeEach(async () => {
  [here, there] = await Promise.all([connectClient(appConfig(db.target)), connectClient(appConfig(db.target))]);
  for (const process of [mine, other]) await processes.beat(process, FIGURES, []);
});
afterEach(async () => {
  await Promise.all([here.end(), there.end()]);
  for (const { id } of [mine, other]) await processes.leave(id);
});

const find = async (id: string): Promise<OwnedMarket | undefined> =>
  (await owners.list()).markets.find((market) => market.id === id);
/** A process has said nothing for so long, as far as the database knows. */
const beSilent = (marketId: string, seconds: number): Promise<unknown> =>
  db.owner.query(`UPDATE market_owners SET seen_at = now() - make_interval(secs => $2) WHERE market_id = $1`, [
    ...[marketId, seconds],
  ]);

it('an installation has an id, which nobody changes', async () => {
  const id = await readInstallation(db.pool);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await readInstallation(db.pool)).toBe(id);
  await expect(db.pool.query('UPDATE installation SET id = gen_random_uuid()')).rejects.toThrow('permission denied');
});

describe('processes', () => {
  it('say that they are there, and are forgotten when they leave', async () => {
    await owners.claim(here, 'first', mine.id);
    const [first, second] = await processes.list();
    expect(first).toMatchObject({ ...mine, ...FIGURES, markets: ['first'] });
    expect(second).toMatchObject({ id: other.id, markets: [] });
    expect(first?.silentMs).toBeLessThan(10_000);
    await processes.leave(mine.id);
    expect((await processes.list()).map(({ id }) => id)).toEqual([other.id]);
    expect(await find('first')).toMatchObject({ process: null });
  });

  it('that are silent for a day are forgotten, and come back when they go on', async () => {
    await db.owner.query(`UPDATE processes SET seen_at = now() - interval '25 hours' WHERE id = $1`, [mine.id]);
    await processes.forgetSilent();
    expect((await processes.list()).map(({ id }) => id)).toEqual([other.id]);
    await processes.beat(mine, FIGURES, []);
    expect((await processes.list()).map(({ id }) => id).toSorted()).toEqual([mine.id, other.id].toSorted());
  });
});

describe('O1 a market', () => {
  it('has one owner, and each takeover begins a later term', async () => {
    const term = (await owners.claim(here, 'second', mine.id)) ?? 0n;
    expect(term).toBeGreaterThan(0n);
    expect(await owners.claim(there, 'second', other.id)).toBeNull();
    expect(await find('second')).toEqual({
      ...{ id: 'second', base: null, isHeld: true, process: mine.id, isSilent: false },
    });
    await here.end();
    await expect.poll(async () => (await find('second'))?.isHeld).toBe(false);
    expect(await owners.claim(there, 'second', other.id)).toBe(term + 1n);
    expect(await find('second')).toMatchObject({ isHeld: true, process: other.id });
  });

  it('keeps its term: nobody makes it smaller or forgets it', async () => {
    const term = await owners.claim(here, 'first', mine.id);
    for (const change of ['UPDATE market_owners SET term = term - 1', 'DELETE FROM market_owners']) {
      await expect(db.owner.query(change)).rejects.toThrow('only grows');
    }
    await expect(db.pool.query('DELETE FROM market_owners')).rejects.toThrow('permission denied');
    expect(await owners.claim(here, 'first', mine.id)).toBe((term ?? 0n) + 1n);
  });

  it('that is given up is nobody’s, unless somebody has taken it since', async () => {
    const term = (await owners.claim(here, 'first', mine.id)) ?? 0n;
    await owners.gaveUp('first', term - 1n);
    expect(await find('first')).toMatchObject({ process: mine.id });
    await owners.gaveUp('first', term);
    expect(await find('first')).toMatchObject({ process: null });
  });
});

describe('O1 a silent owner', () => {
  const isOpen = async (client: Client): Promise<boolean> =>
    client.query('SELECT 1').then(
      () => true,
      () => false,
    );

  it('is cut off from where it writes after ten seconds, not before', async () => {
    await owners.claim(here, 'first', mine.id);
    await beSilent('first', 8);
    expect(await find('first')).toMatchObject({ isHeld: true, isSilent: false });
    await owners.fence('first');
    expect(await isOpen(here)).toBe(true);
    await beSilent('first', 11);
    expect(await find('first')).toMatchObject({ isHeld: true, isSilent: true });
    await owners.fence('first');
    expect(await isOpen(here)).toBe(false);
    await expect.poll(async () => (await find('first'))?.isHeld).toBe(false);
  });

  it('that says something in time keeps what it has', async () => {
    await owners.claim(here, 'first', mine.id);
    await beSilent('first', 11);
    await processes.beat(mine, FIGURES, ['first']);
    await owners.fence('first');
    expect(await isOpen(here)).toBe(true);
    await beSilent('first', 11);
    // What it does not have any more it does not keep alive.
    await processes.beat(mine, FIGURES, []);
    expect(await find('first')).toMatchObject({ isSilent: true });
    await processes.beat(other, FIGURES, ['first']);
    expect(await find('first')).toMatchObject({ isSilent: true });
  });

  it('is not taken for whoever has the lock by now', async () => {
    await owners.claim(here, 'first', mine.id);
    await here.end();
    await beSilent('first', 11);
    const lock = 'SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS held';
    await expect
      .poll(async () => (await there.query<{ held: boolean }>(lock, [db.target.schema, 'first'])).rows[0]?.held)
      .toBe(true);
    await owners.fence('first');
    expect(await isOpen(there)).toBe(true);
  });

  it('is no engine to share markets with', async () => {
    expect((await owners.list()).engines.toSorted()).toEqual([mine.id, other.id].toSorted());
    await db.owner.query(`UPDATE processes SET seen_at = now() - interval '11 seconds' WHERE id = $1`, [other.id]);
    await processes.beat({ ...newProcess('edge'), roles: ['edge'] }, FIGURES, []);
    expect((await owners.list()).engines).toEqual([mine.id]);
  });
});
