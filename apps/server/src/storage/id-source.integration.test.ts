import type { Pool, QueryConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { fillMarket } from '../../test/harness/trading.ts';
import { UnavailableError } from '../commands/command.ts';
import { appConfig, createPool } from './connection.ts';
import { drawId, openIdSource } from './id-source.ts';
import { migrate } from './migrate.ts';

const db = useDatabase();

describe('ids in blocks', () => {
  it('L6 four processes and the command line draw at once, two of them are killed, and no id is given twice', async () => {
    const given: bigint[] = [];
    /** Rounds of those who will be killed. */
    let doomed = 0;
    const mortal = createPool({ ...appConfig(db.target), max: 4, application_name: 'mortal' });
    const use = async (pool: typeof db.pool, rounds: number): Promise<void> => {
      const ids = await openIdSource(pool);
      let last = 0n;
      for (let n = 0; n < rounds; n++) {
        const count = (n * 37) % 300;
        await ids.ready(count);
        for (let k = 0; k < count; k++) {
          const id = ids.next();
          expect(id).toBeGreaterThan(last);
          given.push((last = id));
        }
        given.push((last = await ids.draw()), await drawId(pool));
        if (pool === mortal) doomed += 1;
      }
    };
    const kill = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'mortal'`;
    const killed = Promise.allSettled([use(mortal, 200), use(mortal, 200)]);
    await Promise.all([
      use(db.pool, 20),
      use(db.pool, 20).then(() => db.pool.query('SELECT 1')),
      expect
        .poll(() => doomed, { interval: 5 })
        .toBeGreaterThan(10)
        .then(() => db.owner.query(kill)),
    ]);
    await db.owner.query(kill);
    await mortal.end();
    await killed;
    expect(given.length).toBeGreaterThan(6_000);
    expect(new Set(given).size).toBe(given.length);
  });

  it('a source that is opened or asks anew gets larger ids than any that was given before', async () => {
    const [first, second] = [await openIdSource(db.pool), await openIdSource(db.pool)];
    expect(second.next()).toBeGreaterThan(first.next());
    await first.renew();
    expect(first.next()).toBeGreaterThan(second.next());
  });

  it('what was drawn before somebody asked anew, and comes after, is not used', async () => {
    const held: (() => void)[] = [];
    let holds = false;
    const query = async (config: QueryConfig): Promise<unknown> => {
      const drawn = await db.pool.query(config);
      if (holds) await new Promise<void>((resolve) => held.push(resolve));
      return drawn;
    };
    const ids = await openIdSource({ query } as unknown as Pool);
    holds = true;
    const drawing = ids.ready(1_000);
    await expect.poll(() => held.length).toBe(1);
    holds = false;
    const other = await drawId(db.owner);
    const renewed = ids.renew();
    for (const release of held) release();
    await Promise.all([drawing, renewed]);
    expect(ids.next()).toBeGreaterThan(other);
  });

  it('an id tells what came first to a second, however long a process has been quiet', async () => {
    let now = 0;
    const quiet = await openIdSource(db.pool, () => now);
    const busy = await openIdSource(db.pool, () => now);
    now = 999;
    await quiet.ready(1);
    const [early, before] = [quiet.next(), busy.next()];
    expect(early).toBeLessThan(before);
    now = 1_000;
    await quiet.ready(1);
    expect(quiet.next()).toBeGreaterThan(before);
    expect(await quiet.draw()).toBeGreaterThan(before);
  });

  it('a busy source asks the database for many batches at once', async () => {
    let asked = 0;
    const query = (config: QueryConfig): Promise<unknown> => {
      asked += 1;
      return db.pool.query(config);
    };
    const ids = await openIdSource({ query } as unknown as Pool, () => 0);
    for (let batch = 0; batch < 60; batch++) {
      await ids.ready(200);
      for (let n = 0; n < 200; n++) ids.next();
    }
    expect(asked).toBeLessThan(20);
  });

  it('without a database nothing is drawn, what is at hand is used up, and nothing is given twice', async () => {
    const pool = createPool({ ...appConfig(db.target), max: 1 });
    const ids = await openIdSource(pool);
    await pool.end();
    await expect(ids.ready(1_000)).rejects.toThrow(UnavailableError);
    const given = Array.from({ length: ids.atHand }, () => ids.next());
    expect(new Set(given).size).toBeGreaterThanOrEqual(64);
    expect(() => ids.next()).toThrow(UnavailableError);
    await expect(ids.draw()).rejects.toThrow(UnavailableError);
    await expect(openIdSource(pool)).rejects.toThrow(UnavailableError);
  });

  it('O1 a start goes on after what the tables have, and never goes back', async () => {
    await fillMarket(db);
    const newest = 5_000_000_123n;
    await db.owner.query(
      `INSERT INTO account_log (id, user_id, at, kind) SELECT $1, min(id), 1, 'registered' FROM users`,
      [newest],
    );
    const ahead = await drawId(db.owner);
    expect(ahead).toBeLessThan(newest);
    await Promise.all([migrate(db.target), migrate(db.target)]);
    const first = await drawId(db.owner);
    expect(first).toBeGreaterThan(newest);
    expect(first).toBeLessThan(newest + 1_000n);
    await migrate(db.target);
    expect(await drawId(db.owner)).toBe(first + 64n);
  });
});

it('S12 the application draws ids and can do nothing else with where they come from', async () => {
  await expect(db.pool.query(`SELECT setval('id_blocks', 1)`)).rejects.toThrow('permission denied');
  await expect(db.pool.query(`SELECT nextval('id_blocks')`)).rejects.toThrow('permission denied');
});
