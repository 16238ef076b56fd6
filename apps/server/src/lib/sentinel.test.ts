import { FakeClock } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSentinel, type Finding, type Sentinel } from './sentinel.ts';

const PAUSE_MS = 1_000;
const WRONG: Finding = { subject: 'main', text: 'L2' };

let clock: FakeClock;
let found: (() => Finding[])[];
let runs: number;
let durationMs: number;
let reported: Finding[][];
let errors: unknown[];
let sentinel: Sentinel;

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await flush();
}

beforeEach(() => {
  clock = new FakeClock(0);
  found = [];
  runs = 0;
  durationMs = 0;
  reported = [];
  errors = [];
  sentinel = startSentinel({
    clock,
    pauseMs: PAUSE_MS,
    check() {
      runs += 1;
      const outcome = found.shift() ?? (() => []);
      return Promise.resolve().then(() => {
        clock.advance(durationMs);
        return outcome();
      });
    },
    onViolation: (violations) => reported.push(violations),
    onError: (error) => errors.push(error),
  });
});

describe('a check that is repeated', () => {
  it('has said nothing before its first run', async () => {
    expect(sentinel.state).toBe('unchecked');
    expect(sentinel.checkedAt).toBeNull();
    await pass(PAUSE_MS);
    expect(sentinel.state).toBe('ok');
    expect(sentinel.checkedAt).toBe(PAUSE_MS);
  });

  it('goes on within half a minute when the process was paused for an hour in the middle of a run', async () => {
    durationMs = 3_600_000;
    await pass(PAUSE_MS);
    durationMs = 0;
    await pass(30_000);
    expect(runs).toBe(2);
  });

  it('reports what is wrong once, and it stays wrong', async () => {
    found = [() => [], () => [WRONG], () => [WRONG], () => []];
    for (let n = 0; n < 4; n += 1) await pass(PAUSE_MS);
    expect(runs).toBe(4);
    expect(reported).toEqual([[WRONG]]);
    expect([sentinel.state, sentinel.violations]).toEqual(['violated', [WRONG]]);
  });

  it('reports what is wrong elsewhere too', async () => {
    const other = { subject: 'other', text: 'L3' };
    found = [() => [WRONG], () => [WRONG, other]];
    for (let n = 0; n < 2; n += 1) await pass(PAUSE_MS);
    expect(reported).toEqual([[WRONG], [other]]);
  });

  it('E12 forgets what has been put right, and what a run finds that began before', async () => {
    found = [() => [WRONG], () => [WRONG], () => []];
    await pass(PAUSE_MS);
    clock.advance(PAUSE_MS);
    sentinel.reset();
    await flush();
    expect([runs, sentinel.state, sentinel.violations, reported.length]).toEqual([2, 'unchecked', [], 1]);
    await pass(PAUSE_MS);
    expect(sentinel.state).toBe('ok');
  });

  it('E12 reports again what is wrong again', async () => {
    found = [() => [WRONG], () => [WRONG]];
    await pass(PAUSE_MS);
    sentinel.reset();
    await pass(PAUSE_MS);
    expect([sentinel.state, reported]).toEqual(['violated', [[WRONG], [WRONG]]]);
  });

  it('says nothing either way when it could not run, and tries again', async () => {
    found = [
      () => {
        throw new Error('gone');
      },
    ];
    await pass(PAUSE_MS);
    expect([sentinel.state, errors.length]).toEqual(['unchecked', 1]);
    await pass(PAUSE_MS);
    expect(sentinel.state).toBe('ok');
  });

  it('rests for longer after a long run', async () => {
    durationMs = 500;
    await pass(PAUSE_MS);
    await pass(PAUSE_MS);
    expect(runs).toBe(1);
    await pass(500 * 10);
    expect(runs).toBe(2);
  });

  it.each([3_600_000, -3_600_000])(
    'E11 keeps its pace when the time of day steps by %i ms during a run',
    async (ms) => {
      found = [
        () => {
          clock.step(ms);
          return [];
        },
      ];
      await pass(PAUSE_MS);
      await pass(PAUSE_MS);
      expect(runs).toBe(2);
    },
  );

  it('ends when it is stopped', async () => {
    await sentinel.stop();
    await pass(10 * PAUSE_MS);
    expect(runs).toBe(0);
  });
});
