import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { newProcess } from '../../test/support/processes.ts';
import { Heartbeat } from './heartbeat.ts';

const BEAT_MS = 2_000;
const FIGURES = { loopP99Ms: 2, memoryBytes: 3, streams: 4 };
const PROCESS = newProcess('machine');

function beating() {
  const clock = new FakeClock(0);
  const said: unknown[] = [];
  const errors: unknown[] = [];
  /** What a beat waits for, and what it ends with. */
  const database: { answer: () => Promise<void> } = { answer: () => Promise.resolve() };
  const heartbeat = new Heartbeat({
    ...{ clock, process: PROCESS, figures: () => FIGURES, markets: () => ['main'] },
    store: {
      beat: async (...beat) => {
        await database.answer();
        said.push(beat);
      },
      leave: async (id) => void said.push(id),
      forgetSilent: () => Promise.resolve(),
    },
    onError: (error) => errors.push(error),
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += BEAT_MS) {
      clock.advance(BEAT_MS);
      await turn();
    }
  };
  return { clock, said, errors, database, heartbeat, pass };
}

it('a process says every two seconds that it is there, what it has and how it is, and that it leaves', async () => {
  const { heartbeat, said, pass } = beating();
  await heartbeat.start();
  expect(said).toEqual([[PROCESS, FIGURES, ['main']]]);
  await pass(3 * BEAT_MS);
  expect(said).toHaveLength(4);
  await heartbeat.stop();
  await pass(3 * BEAT_MS);
  expect(said.slice(4)).toEqual([PROCESS.id]);
});

it('O1 a process may judge others when it has been heard for four seconds, and not after a gap', async () => {
  const { heartbeat, clock, database, errors, pass } = beating();
  await heartbeat.start();
  await pass(BEAT_MS);
  expect(heartbeat.isSteady).toBe(false);
  await pass(BEAT_MS);
  expect(heartbeat.isSteady).toBe(true);
  // The database is away: whoever could not be heard must not say that others were silent.
  database.answer = () => Promise.reject(new Error('away'));
  await pass(3 * BEAT_MS);
  expect([heartbeat.isSteady, errors.length]).toEqual([false, 3]);
  database.answer = () => Promise.resolve();
  await pass(BEAT_MS);
  expect(heartbeat.isSteady).toBe(false);
  await pass(2 * BEAT_MS);
  expect(heartbeat.isSteady).toBe(true);
  // The process itself stands still.
  clock.advance(60_000);
  expect(heartbeat.isSteady).toBe(false);
  await turn();
  expect(heartbeat.isSteady).toBe(false);
});

it('a process says one thing at a time, and leaves when it has said it', async () => {
  const { heartbeat, said, database, pass } = beating();
  await heartbeat.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  database.answer = () => promise;
  await pass(5 * BEAT_MS);
  expect(said).toHaveLength(1);
  const stopped = heartbeat.stop();
  resolve();
  await stopped;
  expect(said).toEqual([expect.anything(), expect.anything(), PROCESS.id]);
});
