import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../tools/product/process.ts';
import { Gate } from '../../test/faults/gate.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { UnavailableError } from '../commands/command.ts';
import type { Queryable, Target } from './connection.ts';
import { openIdSource } from './id-source.ts';
import { createIdPool, createRequestPool } from './pools.ts';
import { inTransaction } from './transaction.ts';

const db = useDatabase();
let gate: Gate;
let target: Target;

beforeEach(async () => {
  const url = new URL(db.target.ownerUrl);
  gate = await Gate.open(await freePort(), Number(url.port));
  url.port = String(gate.port);
  target = { ...db.target, ownerUrl: url.href };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await gate.shut();
});

async function backend(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

describe('a connection that is lost without a word', () => {
  it('O1 keeps a market from its next ids for five seconds', async () => {
    const pool = createIdPool(target);
    const ids = await openIdSource(pool);
    gate.lose();
    const refused = expect(ids.renew()).rejects.toThrow(UnavailableError);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    await ids.renew();
    expect(ids.atHand).toBeGreaterThan(0);
    await pool.end();
  });

  it('S11 fails a request after half a minute, and is not used for the next one', async () => {
    const pool = createRequestPool(target);
    const lost = await backend(pool);
    gate.lose();
    const refused = expect(pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    expect(await backend(pool)).not.toBe(lost);
    await pool.end();
  });

  it('S11 in the middle of a transaction is not used again either', async () => {
    const pool = createRequestPool(target);
    let lost = 0;
    const refused = expect(
      inTransaction(pool, async (client) => {
        lost = await backend(client);
        gate.lose();
        void vi.advanceTimersByTimeAsync(60_000);
        await client.query('SELECT 1');
      }),
    ).rejects.toThrow('Query read timeout');
    await refused;
    expect(await backend(pool)).not.toBe(lost);
    await pool.end();
  });
});

it('S11 what a request asks for is given up by the database too', async () => {
  const pool = createRequestPool(target);
  const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
  await pool.end();
});
