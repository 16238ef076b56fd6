import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { NOW } from '../../../test/harness/trading.ts';
import { UnavailableError } from '../../commands/command.ts';
import { ANSWER_KEPT_MS, requestKey, type RequestKey } from '../../lib/once.ts';
import { Problem } from '../../lib/problem.ts';
import type { Queryable } from '../connection.ts';
import { createOnce, findOutcome, forgetOutcomes } from './outcome-store.ts';

const database = useDatabase();
const clock = new FakeClock(NOW);
let lastKey = 0;

const keyed = (body: unknown, key = `key-${(lastKey += 1)}`, userId = 1n): RequestKey =>
  requestKey(userId, 'sendCoins', key, body) as RequestKey;

/** Some effect: a counted row for each time that it happened. */
const happen = (client: Queryable, phone: string): Promise<unknown> =>
  client.query(`INSERT INTO throttle_windows (key, attempts, ends_at) VALUES ($1 || ' ' || gen_random_uuid(), 1, 1)`, [
    phone,
  ]);

async function effects(phone: string): Promise<number> {
  const { rowCount } = await database.owner.query("SELECT FROM throttle_windows WHERE key LIKE $1 || ' %'", [phone]);
  return rowCount ?? 0;
}

const once = <T>(key: RequestKey | null, make: (client: Queryable) => Promise<T>): Promise<T> =>
  createOnce(database.pool, clock, (client) => client)(key, make);

/** The code of the refusal with its details. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Problem ? [error.code, error.details] : error),
  );
}

describe('a request with a key', () => {
  it('L6 happens once, however many come at once, and everybody gets the first answer', async () => {
    const key = keyed({ amount: 5n });
    let calls = 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        once(key, async (client) => {
          await happen(client, 'many');
          return { n: (calls += 1), amount: 5n, text: '~7' };
        }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, amount: String(answer.amount) }))).size).toBe(1);
    expect(answers[0]).toEqual({ n: 1, amount: 5n, text: '~7' });
    expect(await effects('many')).toBe(1);
  });

  it('L6 is a conflict for another body, and belongs to its user and its action', async () => {
    const key = keyed('first');
    expect(await once(key, () => Promise.resolve('first'))).toBe('first');
    expect(await refusal(once(keyed('other', key.key), () => Promise.resolve('other')))).toEqual([
      'idempotency_conflict',
      undefined,
    ]);
    expect(await once(keyed('other', key.key, 2n), () => Promise.resolve('other'))).toBe('other');
    expect(await once({ ...key, action: 'beginCard', bodyHash: 'x' }, () => Promise.resolve('card'))).toBe('card');
  });

  it('L6 that was refused stays refused with the same details, and what came before the refusal stays', async () => {
    const key = keyed('refused');
    const details = { attemptsLeft: 2 };
    const refuse = async (client: Queryable): Promise<never> => {
      await happen(client, 'refused');
      throw new Problem('bank_code_wrong', { details });
    };
    expect(await refusal(once(key, refuse))).toEqual(['bank_code_wrong', details]);
    expect(await refusal(once(key, () => Promise.resolve('now it would do')))).toEqual(['bank_code_wrong', details]);
    expect(await effects('refused')).toBe(1);
    expect(await refusal(once(null, refuse))).toEqual(['bank_code_wrong', details]);
    expect(await effects('refused')).toBe(2);
  });

  it.each([
    ['a failure', () => new Error('broken')],
    ['«unavailable»', () => new Problem('unavailable', { retryAfter: 1 })],
    ['«too many commands»', () => new Problem('too_many_commands', { retryAfter: 1 })],
  ])('L6 is as good as new after %s, which is no answer', async (name, error) => {
    const key = keyed(name);
    const failed = once(key, async (client) => {
      await happen(client, name);
      throw error();
    });
    await expect(failed).rejects.toThrow();
    expect(await effects(name)).toBe(0);
    expect(await once(key, () => Promise.resolve('done'))).toBe('done');
  });

  it('L6 L7 whose connection breaks before the answer is kept has done nothing, and can be repeated', async () => {
    const key = keyed('broken');
    const broken = once(key, async (client) => {
      await happen(client, 'broken');
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      return 'never kept';
    });
    await expect(broken).rejects.toThrow();
    expect(await effects('broken')).toBe(0);
    expect(await once(key, () => Promise.resolve('kept'))).toBe('kept');
  });

  it('waits for whoever answers it elsewhere, but not for ever', async () => {
    const key = keyed('elsewhere');
    await once(key, async (client) => {
      const settings = await client.query('SHOW idle_in_transaction_session_timeout');
      expect(settings.rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
      await expect(once(key, () => Promise.resolve('second'))).rejects.toThrow(UnavailableError);
    });
    expect(await once(key, () => Promise.resolve('second'))).toBeUndefined();
  });
});

describe('answers of long ago', () => {
  const OLD = NOW - ANSWER_KEPT_MS;

  async function keep(count: number, at: number, action = 'openPosition'): Promise<void> {
    await database.pool.query(
      `INSERT INTO command_outcomes SELECT 9, $3, $3 || $2::bigint || n, '', '{"ok":true}', $2::bigint
       FROM generate_series(1, $1::integer) AS n`,
      [count, at, action],
    );
  }

  async function kept(): Promise<Record<string, number>> {
    const { rows } = await database.owner.query<{ what: string; count: number }>(
      `SELECT operation || ' ' || (at - $1) AS what, count(*)::integer FROM command_outcomes WHERE user_id = 9 GROUP BY 1`,
      [OLD],
    );
    return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
  }

  it('L6 are forgotten page by page, by two servers at once; those of settlements never', async () => {
    await keep(3_500, OLD - 1);
    await keep(10, OLD);
    await keep(5, OLD - 1, 'settleOperation');
    expect(await forgetOutcomes(database.pool, NOW, () => true)).toBe(0);
    const forgotten = await Promise.all([1, 2].map(() => forgetOutcomes(database.pool, NOW, () => false)));
    expect(forgotten.reduce((sum, count) => sum + count)).toBe(3_500);
    expect(await kept()).toEqual({ 'openPosition 0': 10, 'settleOperation -1': 5 });
  });

  it('are found by their age, however many younger ones there are', async () => {
    await keep(20_000, NOW);
    await database.owner.query('ANALYZE command_outcomes');
    const { rows } = await database.owner.query<Record<string, string>>(
      `EXPLAIN SELECT ctid FROM command_outcomes WHERE at < $1 AND operation <> 'settleOperation' ORDER BY at LIMIT 1000`,
      [OLD],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('command_outcomes_of_age');
  });

  it('of a command can be looked up without the engine', async () => {
    const key = requestKey(9n, 'openPosition', `openPosition${OLD}1`, null) as RequestKey;
    expect(await findOutcome(database.pool, { ...key, bodyHash: '' })).toEqual({ ok: true });
    expect(await findOutcome(database.pool, key)).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(await findOutcome(database.pool, { ...key, key: 'new' })).toBeNull();
  });

  it('L6 S12 are not forgotten by a server whose clock is ahead', async () => {
    await keep(3, Date.now() - 60_000);
    await forgetOutcomes(database.pool, Date.now() + 365 * 86_400_000, () => false);
    const { rowCount } = await database.owner.query('SELECT FROM command_outcomes WHERE at > $1', [NOW]);
    expect(rowCount).toBe(3);
    await database.owner.query('DELETE FROM command_outcomes WHERE at > $1', [NOW]);
  });
});
