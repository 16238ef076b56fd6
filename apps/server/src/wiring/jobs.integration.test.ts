import { FakeClock } from '@plecho/testkit';
import { afterEach, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import type { Jobs } from '../lib/jobs.ts';
import { JobsLock } from './jobs.ts';

const NOW = 1_790_000_000_000;
const SECOND = 1_000;
/** Longer than another connection takes on a busy machine, short enough to be waited for. */
const SILENT_MS = 4_000;

const db = useDatabase();
const opened: Worker[] = [];
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.lock.stop();
});

/** A process that may do the jobs. Its seconds pass when it is told so. */
class Worker {
  readonly clock = new FakeClock(NOW);
  /** Names of the jobs that are under way. */
  readonly working: string[] = [];
  readonly errors: unknown[] = [];
  readonly lock: JobsLock;

  constructor({ more = [], silentMs }: { more?: Jobs[]; silentMs?: number } = {}) {
    const job = (name: string): Jobs => ({
      start: () => void this.working.push(name),
      stop: () => Promise.resolve(expect(this.working.pop()).toBe(name)),
    });
    this.lock = new JobsLock({
      ...{ target: db.target, clock: this.clock, jobs: [job('mine'), ...more, job('settle')] },
      ...(silentMs === undefined ? {} : { silentMs }),
      onError: (error) => this.errors.push(error),
    });
    opened.push(this);
  }

  /** Resolves when the jobs are under way, or are not; the worker asks again until then. */
  async expectWorking(jobs: string[]): Promise<void> {
    await expect
      .poll(() => {
        this.clock.advance(SECOND);
        return [...this.working];
      })
      .toEqual(jobs);
  }
}

const ALL = ['mine', 'settle'];

/** The connections that hold the lock of the jobs. */
async function holders(): Promise<number[]> {
  const { rows } = await db.owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
     AND classid::bigint = hashtext('plecho jobs')::bigint & 4294967295
     AND objid::bigint = hashtext($1)::bigint & 4294967295`,
    [db.target.schema],
  );
  return rows.map(({ pid }) => pid);
}

it('O1 one process does the jobs, and another does when it has stopped', async () => {
  const [first, second] = [new Worker(), new Worker()];
  await first.lock.start();
  await second.lock.start();
  expect([first.lock.isHeld, first.working]).toEqual([true, ALL]);
  for (let n = 0; n < 5; n += 1) second.clock.advance(SECOND);
  expect([second.lock.isHeld, second.working]).toEqual([false, []]);
  await first.lock.stop();
  expect(first.working).toEqual([]);
  await second.expectWorking(ALL);
});

it('O1 a process that has lost its connection stops the jobs, and does them again when nobody else does', async () => {
  const worker = new Worker();
  await worker.lock.start();
  const [pid] = await holders();
  await db.owner.query('SELECT pg_terminate_backend($1)', [pid]);
  // It does not have to ask for that.
  await expect.poll(() => worker.working).toEqual([]);
  expect(worker.lock.isHeld).toBe(false);
  await worker.expectWorking(ALL);
  expect(await holders()).not.toEqual([pid]);
});

it('O1 a process that says nothing, because it is paused, loses the lock, and learns it when it goes on', async () => {
  const [paused, other] = [new Worker({ silentMs: SILENT_MS }), new Worker()];
  await paused.lock.start();
  await other.lock.start();
  expect([paused.working, other.working]).toEqual([ALL, []]);
  await other.expectWorking(ALL);
  await expect.poll(() => paused.working).toEqual([]);
  paused.clock.advance(SECOND);
  await paused.lock.stop();
  expect(other.working).toEqual(ALL);
});

it('a job that could not be started is tried again, and none is started twice', async () => {
  let failures = 2;
  const starts: string[] = [];
  const late: Jobs = {
    start: () => {
      starts.push('tried');
      if (failures-- > 0) throw new Error('not yet');
    },
    stop: () => Promise.resolve(),
  };
  const worker = new Worker({ more: [late] });
  await worker.lock.start();
  expect(worker.working).toEqual(['mine']);
  await worker.expectWorking(ALL);
  expect(starts).toHaveLength(3);
  expect(worker.errors).toEqual([new Error('not yet'), new Error('not yet')]);
});
