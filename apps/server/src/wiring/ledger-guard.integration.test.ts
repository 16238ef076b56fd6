import { FakeClock } from '@plecho/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { fillMarket, MARKET } from '../../test/harness/trading.ts';
import type { Markets, RunningMarketPort } from '../engine/market-port.ts';
import { createLogger } from '../lib/logger.ts';
import { Opened } from '../lib/opened.ts';
import type { SentinelView } from '../lib/sentinel.ts';
import { connectClient, ownerConfig } from '../storage/connection.ts';
import { Notifications } from '../storage/notifications.ts';
import { askToResume } from '../storage/resume-requests.ts';
import { LedgerGuard, openLedgerGuard, resumeOnRequest, type OpenGuardOptions } from './ledger-guard.ts';

const CHECK_MS = 1_000;
const HALT_AGAIN_MS = 2_000;

const db = useDatabase();
const clock = new FakeClock(1_770_300_000_000);
const log = createLogger('silent');
const halts: string[] = [];
let notifications: Notifications;
let resumptions: number;

/** The one market, wherever it runs. */
const market = {
  id: MARKET.id,
  halt: (reason: string) => Promise.resolve(void halts.push(reason)),
  resume: () => Promise.resolve(++resumptions > 0),
} as unknown as RunningMarketPort;
const markets = {
  allRunning: () => [market],
  personalRunning: () => [],
  running: (id: string) => (id === MARKET.id ? market : null),
} as unknown as Markets;

const ears: ((view: SentinelView) => void)[] = [];
const news = {
  tell: ({ state, checkedAt, violations }: SentinelView) => {
    for (const hear of ears) hear({ state, checkedAt, violations });
  },
  listen: (hear: (view: SentinelView) => void) => {
    ears.push(hear);
    return () => void ears.splice(ears.indexOf(hear), 1);
  },
};

/** Two processes that may check, of which one does at a time. */
let one: LedgerGuard;
let other: LedgerGuard;
beforeAll(async () => {
  await fillMarket(db);
  notifications = new Notifications(db.target);
  await notifications.open();
  [one, other] = [0, 1].map(() => {
    return new LedgerGuard({ clock, log, markets, pool: db.pool, checkMs: CHECK_MS, news });
  }) as [LedgerGuard, LedgerGuard];
  for (const guard of [one, other]) {
    const context = { notifications, schema: db.target.schema };
    await resumeOnRequest({ clock, log, markets, pool: db.pool }, guard, context);
  }
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await notifications.close();
});

async function ask(): Promise<unknown> {
  const client = await connectClient(ownerConfig(db.target));
  try {
    return await askToResume(client, db.target.schema, MARKET.id);
  } finally {
    await client.end();
  }
}

it('L3 E12 one process checks, the others know what it has found, and another goes on after it', async () => {
  one.start();
  expect([one.state, other.state]).toEqual(['unchecked', 'unchecked']);
  clock.advance(CHECK_MS);
  await expect.poll(() => [one.state, other.state]).toEqual(['ok', 'ok']);
  expect(other.checkedAt).toBe(clock.now());

  db.leaveLedgerBroken();
  await db.owner.query(`UPDATE ledger_accounts SET balance = balance + 1 WHERE book = 'issuance'`);
  clock.advance(CHECK_MS);
  await expect.poll(() => [one.state, other.state]).toEqual(['violated', 'violated']);
  expect(other.violations).toEqual(one.violations);
  expect(halts).toHaveLength(1);
  // The market may be another owner's by now, who has read it anew.
  clock.advance(HALT_AGAIN_MS);
  expect(halts).toEqual([halts[0], halts[0]]);

  await one.stop();
  expect(one.state).toBe('unchecked');
  other.start();
  clock.advance(CHECK_MS);
  await expect.poll(() => [one.state, other.state]).toEqual(['violated', 'violated']);
  expect(halts).toHaveLength(3);
});

it('E12 what is asked of all processes is answered by the one that checks the market, once', async () => {
  resumptions = 0;
  expect(await ask()).toEqual({ outcome: 'resumed', reason: '' });
  expect(resumptions).toBe(1);
  expect([one.watches(MARKET.id), other.watches(MARKET.id), other.watches('another')]).toEqual([false, true, false]);
});

it('E12 a personal replay is checked where it is played, halted there and resumed there, wherever it is shown', async () => {
  await Promise.all([one.stop(), other.stop()]);
  const opened = new Opened();
  const open = async (isPlayedHere: () => boolean): Promise<string[]> => {
    const did: string[] = [];
    const replay = {
      id: MARKET.id,
      halt: () => Promise.resolve(void did.push('halt')),
      resume: () => Promise.resolve(did.push('resume') > 0),
    } as unknown as RunningMarketPort;
    const desk = { allRunning: () => [], personalRunning: () => [replay], running: () => replay };
    await openLedgerGuard(
      {
        ...{ clock, log, markets: desk as unknown as Markets, pool: db.pool, notifications, schema: db.target.schema },
        ...{ cluster: { ledger: news } as unknown as OpenGuardOptions['cluster'], checkMs: 60_000 },
        replays: { runs: isPlayedHere },
      },
      opened,
    );
    return did;
  };
  let player = 0;
  const [first, second] = [await open(() => player === 0), await open(() => player === 1)];
  db.leaveLedgerBroken();
  await db.owner.query(`UPDATE ledger_accounts SET balance = balance + 1 WHERE book = 'issuance'`);
  clock.advance(60_000);
  await expect.poll(() => first).toEqual(['halt']);
  clock.advance(HALT_AGAIN_MS);
  expect([first, second]).toEqual([['halt', 'halt'], []]);

  // Another plays it by now: what the first has found is of no use any more, there too.
  player = 1;
  expect(await ask()).toEqual({ outcome: 'resumed', reason: '' });
  clock.advance(HALT_AGAIN_MS);
  expect([first, second]).toEqual([['halt', 'halt'], ['resume']]);
  await opened.close();
});
