import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { StartRetries } from './start-retries.ts';

const MARKET = { id: 'replay-1', label: 'Повтор' };

function watched(): { clock: FakeClock; retries: StartRetries<typeof MARKET>; tried: number[] } {
  const clock = new FakeClock(0);
  const tried: number[] = [];
  const retries = new StartRetries<typeof MARKET>(clock, () => void tried.push(clock.now()));
  return { clock, retries, tried };
}

it('a start that goes on failing is tried again with growing waits, of a minute at most', () => {
  const { clock, retries, tried } = watched();
  for (let n = 0; n < 9; n += 1) {
    retries.failed(MARKET, new Error('no recording'));
    clock.advance(retries.list()[0]!.nextTryAt - clock.now());
  }
  expect(tried.map((at, n) => at - (tried[n - 1] ?? 0))).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000],
  ]);
});

it('says which market it is, since when, why, and when it is tried next', () => {
  const { clock, retries } = watched();
  clock.advance(500);
  retries.failed(MARKET, new Error('no recording'));
  clock.advance(1_000);
  retries.failed(MARKET, Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }));
  expect(retries.list()).toEqual([
    {
      ...{ market: 'replay-1', label: 'Повтор', since: 500, attempts: 2 },
      ...{ reason: 'ECONNREFUSED', nextTryAt: 3_500 },
    },
  ]);
});

it('forgets a market that has started, and waits for nothing after a stop', () => {
  const { clock, retries, tried } = watched();
  retries.failed(MARKET, new Error('x'));
  expect(retries.has(MARKET.id)).toBe(true);
  retries.forget(MARKET.id);
  expect([retries.has(MARKET.id), retries.list()]).toEqual([false, []]);
  retries.failed(MARKET, new Error('x'));
  retries.stop();
  clock.advance(1_000_000);
  expect(tried).toEqual([]);
});
