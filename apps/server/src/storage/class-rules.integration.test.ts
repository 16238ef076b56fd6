import { DEFAULT_RULES, isClassRules, scenarioLabel, type ClassRules, type Recipe } from '@plecho/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET } from '../../test/harness/trading.ts';
import { BTC, ORDER, TestMarket, usdt } from '../../test/test-market.ts';
import type { Outcome } from '../commands/command.ts';
import { PgAccountReader } from './account-reader.ts';
import { asOwner } from './connection.ts';
import { openIdSource } from './id-source.ts';
import { PgJournal } from './journal/journal.ts';
import { findViolations } from './ledger-check/ledger-check.ts';
import { insertMarket, MarketStore } from './market-store.ts';
import { PgAccountLogReader } from './operators/log-reader.ts';
import { PgScenarioStore } from './operators/scenario-store.ts';
import { replayPublisher } from './replay-session-store.ts';

const db = useDatabase();
/** A day may lose 0.1 % of the start balance, an attempt 5 %; each opening of 50 USDT at 3x costs 0.6 USDT. */
const RULES: ClassRules = {
  ...{ maxLeverage: 5, maxShare: 500_000n, maxDayLoss: 1_000n, maxLoss: 50_000n, target: 9_000_000n },
  ...{ days: 30, calibration: true },
};
const OF_CLASS = { ...DEFAULT_RULES, takerFee: 4_000n, classRules: RULES };
/** Each of its costs is another one. */
const COSTLY = { ...OF_CLASS, makerFee: 1_000n, funding: { intervalHours: 8, cap: 5_000n } };
const WANTED = { ...ORDER, type: 'openPosition' as const, margin: usdt('50'), leverage: 3 };
const DAY_MS = 86_400_000;

let market: TestMarket;
let journal: PgJournal;
let users: bigint[];

/** The market in a new process. */
async function start(clock = market?.clock): Promise<void> {
  journal = new PgJournal(db.target, MARKET.id);
  const ids = await openIdSource(db.pool);
  market = new TestMarket({ rules: OF_CLASS, storage: { journal, ids }, ...(clock === undefined ? {} : { clock }) });
  await market.host.start();
  await tick('100');
}

async function tick(at: string): Promise<void> {
  await market.tick(BTC, at);
  await market.host.idle();
}

async function restart(): Promise<void> {
  await market.host.stop();
  await journal.close();
  await start();
}

const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);
const openAtOnce = async (accountId: bigint, times: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: times }, () => market.submit({ ...WANTED, accountId })))).map(code);

beforeAll(async () => {
  await createMarket(db.target, { ...MARKET, rules: OF_CLASS });
  users = await insertUsers(db.pool, 2);
  await start();
});
afterAll(async () => {
  await market.host.stop();
  await journal.close();
});

it('M1 E17 rules of a class are read as they were written, and their form is that of the code', async () => {
  expect((await new MarketStore(db.pool).find(MARKET.id))?.rules).toEqual(OF_CLASS);
  for (const wrong of [
    { maxLeverage: 11 },
    { maxShare: 1_000_001n },
    { maxLoss: 0n },
    { target: 10_000_001n },
    { days: 367 },
  ]) {
    const classRules = { ...RULES, ...wrong };
    expect(isClassRules(classRules)).toBe(false);
    const made = { ...MARKET, id: 'wrong', rules: { ...DEFAULT_RULES, classRules } };
    await expect(asOwner(db.target, (owner) => insertMarket(owner, made, 0))).rejects.toThrow('class_rules_are_plain');
  }
});

it('M1 E17 scenarios and shared replays are published with them and with all costs, a personal replay never', async () => {
  const recipe: Recipe = { base: 'main', stages: [{ type: 'spread', percent: '1', symbols: null }] };
  const label = scenarioLabel(recipe, false);
  const scenario = { recipe, salt: 'ab'.repeat(32), commitment: 'cd'.repeat(32), blind: false };
  const parameters = { commitment: scenario.commitment };
  const made = { ...MARKET, id: 'scenario-1', label, title: label, rules: COSTLY, parameters };
  const replay = {
    ...{ ...MARKET, id: 'class-replay', kind: 'replay' as const, title: 'Повтор: BTCUSDT, 1 января 2024' },
    ...{ rules: COSTLY, label: 'Повтор: BTCUSDT, 1 января 2024' },
    parameters: { sha256: [], provenance: 'unverified', speed: 1, from: '2024-01-01T00:00:00.000Z' },
  };
  const publisher = replayPublisher(db.pool);
  await new PgScenarioStore(db.pool).publish({ ...made, kind: 'scenario', scenario }, null, 0);
  expect(await publisher.addMarket(replay, 0)).toBe(true);
  for (const id of ['scenario-1', 'class-replay'])
    expect((await new MarketStore(db.pool).find(id))?.rules).toEqual(COSTLY);
  const own = { ...replay, id: 'own', ownerId: users[0]! };
  await expect(publisher.addMarket(own, 0)).rejects.toThrow('of no class');
});

it('E17 of orders at once at the limit of a day one is too many, over a restart too, and the next day is another', async () => {
  const account = await market.enter(users[0]);
  expect((await openAtOnce(account, 4)).toSorted()).toEqual(['class_day_loss', 'class_day_loss', 'ok', 'ok']);
  await restart();
  expect(await openAtOnce(account, 1)).toEqual(['class_day_loss']);
  market.clock.advance(DAY_MS);
  await tick('100');
  expect(await openAtOnce(account, 1)).toEqual(['ok']);
});

it('E17 the end of an attempt is written with the loss, and everything else is closed, over a restart too', async () => {
  const account = await market.enter(users[1]);
  await market.place(account, '50', { margin: usdt('10'), leverage: 1 });
  const large = await market.open(account, { margin: usdt('250'), leverage: 3 });
  await tick('92');
  expect(code(await market.close(large))).toBe('ok');
  await market.host.idle();
  expect(await openAtOnce(account, 1)).toEqual(['class_attempt_over']);
  await restart();
  expect(await openAtOnce(account, 2)).toEqual(['class_attempt_over', 'class_attempt_over']);
  const view = await new PgAccountReader(db.pool).view(account);
  expect(view).toMatchObject({ positions: [], orders: [], account: { attempt: { passedAt: null } } });
  expect(view?.account.attempt?.endedAt).not.toBeNull();
  const lines = await new PgAccountLogReader(db.pool).list({ userId: users[1]!, beforeId: null, limit: 5 });
  expect(lines).toMatchObject([{ kind: 'attemptEnded', by: 'rules', reason: 'maxLoss', marketId: MARKET.id }]);
  expect(code(await market.submit({ type: 'startSeason', accountId: account }))).toBe('ok');
  // The day that the attempt before it lost is lost, over a restart too.
  expect(await openAtOnce(account, 1)).toEqual(['class_day_loss']);
  await restart();
  expect(await openAtOnce(account, 1)).toEqual(['class_day_loss']);
  market.clock.advance(DAY_MS);
  await tick('92');
  expect(await openAtOnce(account, 1)).toEqual(['ok']);
});

it.each([
  'UPDATE accounts SET attempt_ended_at = 1 WHERE attempt_ended_at IS NULL',
  'UPDATE accounts SET attempt_passed_at = 1',
  'UPDATE accounts SET attempt_day = NULL, attempt_day_result = NULL, attempt_ended_at = NULL, attempt_passed_at = NULL',
  'UPDATE positions SET leverage = 6, notional = margin * 6',
])('E17 the check of the books finds %s', async (change) => {
  await db.owner.query('BEGIN');
  await db.owner.query(change);
  const found = await findViolations(db.owner);
  await db.owner.query('ROLLBACK');
  expect(found.map(({ rule }) => rule)).toContain('E17');
});
