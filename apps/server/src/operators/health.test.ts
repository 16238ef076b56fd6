import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { onlyMarket, RunningFixedMarket } from '../../test/support/fixed-market.ts';
import { UnavailableError } from '../commands/command.ts';
import { createOperatorHealth, type HealthSources } from './health.ts';
import type { ProcessRecord } from './ports.ts';

const clock = new FakeClock(1_000_000);
const market = new RunningFixedMarket();
const markets = onlyMarket(market);
const sources: HealthSources = {
  ...{ version: '1.2.3', clock, markets, streams: { size: 5, cut: 0 } },
  readiness: () => Promise.resolve({ ready: true, draining: false, database: 'ok', ledger: 'ok', markets: [] }),
  failedStarts: () => [],
  ledger: { state: 'ok', checkedAt: null, violations: [] },
  pingDatabase: () => Promise.resolve(),
  payments: () =>
    Promise.resolve({ pendingDeposits: 0, pendingWithdrawals: 0, pendingCards: 0, mempool: 0, locked: 0n }),
  eventLoop: () => ({ delayMeanMs: 0.1, delayP99Ms: 2.34, utilization: 0.5 }),
};
const record = (id: string, silentMs: number): ProcessRecord => ({
  ...{ id, roles: ['engine'], host: 'plecho-2', version: '1.2.2', startedAt: new Date(5_000), silentMs },
  ...{ markets: ['main', 'second'], streams: 0, loopP99Ms: 3.456, memoryBytes: 1_000 },
});

it('the only process is the one in the list', async () => {
  const { processes } = await createOperatorHealth(sources)();
  expect(processes).toMatchObject([
    {
      ...{ here: true, roles: ['edge', 'engine', 'jobs'], version: '1.2.3', startedAt: 1_000_000, seenAgoMs: 0 },
      ...{ silent: false, markets: 1, streams: 5, delayP99Ms: 2.3 },
    },
  ]);
});

it('of several processes all are listed, and those not heard of for ten seconds are silent', async () => {
  const ids = ['11111111-2222', '33333333-4444', '55555555-6666'];
  const silences = [-3, 10_000, 10_001];
  const directory = { list: () => Promise.resolve(ids.map((id, n) => record(id, silences[n] ?? 0))) };
  const { processes } = await createOperatorHealth({ ...sources, processes: { directory, here: '33333333-4444' } })();
  expect(processes.map(({ id, here, seenAgoMs, silent }) => [id, here, seenAgoMs, silent])).toEqual([
    ['11111111', false, 0, false],
    ['33333333', true, 10_000, false],
    ['55555555', false, 10_001, true],
  ]);
  expect(processes[0]).toMatchObject({ host: 'plecho-2', startedAt: 5_000, markets: 2, delayP99Ms: 3.5 });
});

it('a market that no process answers for is shown in trouble, and the rest as it is', async () => {
  market.asked = Promise.reject(new UnavailableError('nobody answers'));
  const { feeds, streams } = await createOperatorHealth(sources)();
  expect(feeds).toMatchObject([{ market: 'main', problem: 'no process answers for it', priceAgeMs: null }]);
  expect(streams.clients).toBe(5);
});
