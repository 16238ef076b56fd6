import { FakeClock } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyMarket, RunningFixedMarket } from '../../test/support/fixed-market.ts';
import { UnavailableError } from '../commands/command.ts';
import { createReadiness, type ReadinessSources } from './readiness.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new Promise<never>(() => undefined);
const gone = (): Promise<never> => Promise.reject(new UnavailableError('nobody answers'));

let clock: FakeClock;
let market: RunningFixedMarket;

beforeEach(() => {
  clock = new FakeClock(1_000);
  market = new RunningFixedMarket();
});

const readiness = (more: Partial<ReadinessSources> = {}): ReturnType<ReturnType<typeof createReadiness>> =>
  createReadiness({
    ...{ clock, markets: onlyMarket(market), ledger: { state: 'ok' }, isDraining: () => false },
    pingDatabase: () => Promise.resolve(),
    ...more,
  })();

describe('a process that serves people', () => {
  it('is ready while the main market answers, and says nothing of others when it is alone', async () => {
    expect(await readiness()).toEqual({
      ...{ ready: true, draining: false, database: 'ok', ledger: 'ok' },
      markets: [{ market: 'main', status: 'running', halted: false, priceAgeMs: 12 }],
    });
  });

  it('is not ready while no process answers for the main market, and says so', async () => {
    market.asked = gone();
    expect(await readiness({ pingBus: () => Promise.resolve() })).toMatchObject({
      ...{ ready: false, database: 'ok', bus: 'ok', markets: [] },
    });
  });

  it('answers within two seconds, whoever is silent', async () => {
    market.asked = never;
    const asked = readiness({ pingDatabase: () => never, pingBus: () => never });
    await settle();
    clock.advance(2_000);
    expect(await asked).toMatchObject({ ready: false, database: 'unavailable', bus: 'unavailable', markets: [] });
  });
});

describe('a process that serves nobody', () => {
  it('is ready when it has the database and hears the others, whatever the markets do', async () => {
    market.asked = gone();
    const about = { isEdge: false, pingBus: () => Promise.resolve() };
    expect(await readiness(about)).toMatchObject({ ready: true, bus: 'ok' });
    expect(await readiness({ ...about, pingBus: gone })).toMatchObject({ ready: false, bus: 'unavailable' });
    expect(await readiness({ ...about, pingDatabase: gone })).toMatchObject({ ready: false, database: 'unavailable' });
    expect(await readiness({ ...about, isDraining: () => true })).toMatchObject({ ready: false, draining: true });
    expect(await readiness({ ...about, ledger: { state: 'violated' } })).toMatchObject({ ready: false });
  });
});
