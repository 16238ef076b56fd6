import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CLOSE_RESTART } from '@plecho/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi, type TestContext } from 'vitest';
import { plecho } from '../../../../tools/product/command.ts';
import { isReady, newDataDir } from '../../../../tools/product/process.ts';
import { asOwner } from '../../src/storage/connection.ts';
import { Balancer } from './balancer.ts';
import { Crowd } from './crowd.ts';
import type { Way } from './hold.ts';
import { expectLoggedIn } from './logged.ts';
import type { Member } from './member.ts';
import { makeNextVersion } from './next-version.ts';
import { AHEAD_S, Processes } from './processes.ts';
import { expectOneSequenceEach } from './sequence.ts';
import { inABatch, timesStored } from './stored.ts';
import { swings } from './swings.ts';
import { Watcher } from './watcher.ts';
import { Written } from './written.ts';

const PATIENT = { timeout: 60_000, interval: 100 };
/**
 * Heartbeats, one every two seconds, within which another process has the market when nobody has it, and when its owner is
 * silent: who has said nothing for five of them is fenced. What it takes in seconds is measured (`npm run bench takeover`).
 */
const SOON = 3;
const AFTER_SILENCE = 8;
const NATS_AWAY_MS = 20_000;
const DATABASE_AWAY_MS = 10_000;
/** Each of the four ways of a question and its answer takes so much longer: less than an answer is waited for, and more. */
const LATE_MS = 300;
const TOO_LATE_MS = 2_000;
/** Messages that are dropped or doubled, and in each way so many of the commands and of the answers to them at least. */
const HARMED = 1_000;
const HARMED_EACH = 20;
/** A start that will not do better another time. */
const EXIT_CONFIG = 78;
const HURRY_MS = 20;
const FILLS = 100n;

const data = newDataDir();
/** What was started is ended, newest first, however far the start came. */
const started = new AsyncDisposableStack();
started.defer(() => data.remove());
let processes: Processes;
let written: Written;
let balancer: Balancer;
let crowd: Crowd;
/** The market beside the main one in which people trade. */
let replay: string;

/** A replay that everybody may trade in. @returns its id */
async function openReplay(speed: string): Promise<string> {
  const file = join(data.path, `BTCUSDT-1m-${speed}.csv`);
  writeFileSync(file, swings(72));
  const output = await plecho(data.path, 'replay', file, '--from', '2026-02-05T00:10:00Z', '--speed', speed);
  const market = /market:? ([a-z0-9-]+)/i.exec(output)?.[1];
  if (market === undefined) throw new Error(output);
  return market;
}

/**
 * Does something to the owner of the main market, and waits until another one has decided something.
 * @returns how many heartbeats went by until another process had the market
 */
async function loseOwner(owner: Member, { annotate }: TestContext, how: () => void | Promise<void>): Promise<number> {
  const before = (await processes.owner()) ?? { pid: owner.pid ?? 0, backend: 0, term: 0n };
  await how();
  const [{ beats, takenMs }, decidedMs] = await Promise.all([processes.takeover(before), crowd.untilDecided()]);
  await annotate(`taken after ${beats} heartbeats, ${takenMs} ms; decided after ${decidedMs} ms`);
  return beats;
}

beforeAll(async () => {
  processes = await Processes.start(data.path);
  started.defer(() => processes.stop());
  written = await Written.begin(() => processes.installation);
  const edges = processes.edges().map(({ url }) => Number(new URL(url).port));
  balancer = await Balancer.start(data.path, edges);
  started.defer(() => balancer.stop());
  [replay] = await Promise.all([openReplay('20'), openReplay('1')]);
  crowd = await Crowd.gather(() => processes.anyEdge(), replay);
  started.defer(() => crowd.stop());
}, 300_000);

// Nothing of all this is a fault of the books: no market stands still for it.
afterEach(async () => expect(await processes.halts()).toEqual([]));

afterAll(() => started.disposeAsync());

it('the clock of one engine is ahead of all others, while all of the following happens', async () => {
  // Asked again where an answer was long on its way.
  await vi.waitFor(async () => {
    const [first, ...others] = await Promise.all(processes.members.map(aheadOf));
    expect(first!.atLeast).toBeGreaterThanOrEqual(
      Math.max(...others.map(({ atMost }) => atMost)) + (AHEAD_S - 3) * 1000,
    );
  }, PATIENT);
});

const WAYS: [string, Way][] = [
  ['has not arrived', 'there'],
  ['is committed, and its answer not back', 'back'],
];

it.for(WAYS)(
  'O1 L6 L7 the owner is killed when its batch %s: another has the market within seconds',
  async ([, way], test) => {
    const owner = await processes.ownerMember();
    const commands = await inABatch(owner, way, () => crowd.sent);
    try {
      expect(await loseOwner(owner, test, () => owner.kill())).toBeLessThanOrEqual(SOON);
      expect(await timesStored(processes.installation, commands)).toEqual(commands.map(() => (way === 'back' ? 1 : 0)));
    } finally {
      owner.database.letGo();
      await owner.start();
    }
    await crowd.expectFrozen(commands);
  },
);

it.for(WAYS)(
  'O1 L6 L7 the owner stands still when its batch %s: what comes back writes nothing',
  async ([, way], test) => {
    const owner = await processes.ownerMember();
    const commands = await inABatch(owner, way, () => crowd.sent);
    const before = (await processes.owner())!;
    const beats = await loseOwner(owner, test, () => owner.pause()).finally(() => {
      // First the batch, as what was on its way when its owner was paused.
      owner.database.letGo();
      owner.resume();
    });
    const after = await processes.owner();
    const found = await timesStored(processes.installation, commands);
    await becomesReady(owner);
    await crowd.untilDecided();
    const { upTo, later } = await written.by(before.backend, 'main', before.term);
    expect(upTo).toBeGreaterThan(0n);
    expect(later).toBe(0n);
    expect(found).toEqual(commands.map(() => (way === 'back' ? 1 : 0)));
    expect(await timesStored(processes.installation, commands)).toEqual(found);
    expect(await processes.owner()).toEqual(after);
    expect(beats).toBeLessThanOrEqual(AFTER_SILENCE);
    await crowd.expectFrozen(commands);
  },
);

/** It goes on being asked where it still hears NATS: what it can't write down it must not confirm. */
it.for([
  ['the database', ['database']],
  ['everybody', ['database', 'nats']],
] as const)('O1 L7 the owner is cut off from %s: another takes over', async ([, lines], test) => {
  const owner = await processes.ownerMember();
  const cut = async (): Promise<void> => void (await test.annotate(`cut: ${owner.cut(lines)}`));
  const beats = await loseOwner(owner, test, cut).finally(() => owner.mend(lines));
  const after = await processes.owner();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(after);
  expect(beats).toBeLessThanOrEqual(AFTER_SILENCE);
});

it('L7 NATS is gone for twenty seconds, and then says nothing: people are told so, and it goes on by itself', async () => {
  const before = await processes.owner();
  await processes.nats.stop();
  await crowd.expectUnavailable();
  await wait(NATS_AWAY_MS);
  await crowd.expectUnavailable();
  await processes.nats.start();
  await crowd.untilDecided();
  await processes.nats.pause();
  await crowd.expectUnavailable();
  processes.nats.resume();
  await crowd.untilDecided();
  // Markets need no messages to go on.
  expect(await processes.owner()).toEqual(before);
});

it('O1 the owner alone is cut off from NATS: it keeps its market, and is found again when the cut is mended', async () => {
  const owner = await processes.ownerMember();
  const before = await processes.owner();
  owner.cut(['nats']);
  await crowd.expectUnavailable();
  await vi.waitFor(async () => expect(await isReady(owner.url)).toBe(false), { timeout: 60_000, interval: 100 });
  owner.mend(['nats']);
  await crowd.untilDecided();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(before);
});

it('L6 L7 NATS is slow: answers come late, and those that come too late are asked for again', async () => {
  const before = await processes.owner();
  const slow = (ms: number): void => processes.members.forEach(({ nats }) => nats.slow(ms));
  slow(LATE_MS);
  await crowd.untilDecided();
  slow(TOO_LATE_MS);
  await crowd.expectUnavailable();
  slow(0);
  await crowd.untilDecided();
  expect(await processes.owner()).toEqual(before);
});

it(`L6 L7 ${HARMED} messages are dropped or doubled while people trade`, async ({ annotate }) => {
  const { natsGate } = processes;
  const asked: Promise<unknown>[] = [];
  const before = await processes.owner();
  natsGate.isHarmful = true;
  const { command, reply } = natsGate.harm;
  const isEnough = (): boolean =>
    natsGate.harmed >= HARMED &&
    [command, reply].every(({ dropped, doubled }) => Math.min(dropped, doubled) >= HARMED_EACH);
  for (let n = 0; !isEnough(); n += 1) {
    asked.push(crowd.hurry(n));
    await wait(HURRY_MS);
  }
  natsGate.isHarmful = false;
  await annotate(JSON.stringify(natsGate.harm));
  await Promise.all(asked);
  await crowd.untilDecided();
  expect(await processes.owner()).toEqual(before);
});

it.for([
  ['is gone', 'shut'],
  ['crashes, and is gone', 'crash'],
])('L7 the database %s for ten seconds', async ([, how]) => {
  const each = (work: (member: Member) => Promise<void>) => Promise.all(processes.members.map(work));
  if (how === 'crash') await processes.crashDatabase();
  else await each(({ database }) => database.shut());
  await wait(DATABASE_AWAY_MS);
  if (how === 'crash') await processes.restartDatabase();
  else await each(({ database }) => database.open());
  await crowd.untilDecided();
  await each(becomesReady);
});

it('an edge is killed: the other one goes on, and the first one comes back', async () => {
  const [edge] = processes.edges();
  await edge?.kill();
  await crowd.untilDecided();
  await edge?.start();
});

it('S10 O1 everything is restarted under load, one after another, behind the load balancer', async (test) => {
  await vi.waitFor(async () => expect(await isReady(balancer.url)).toBe(true), PATIENT);
  crowd.entrance = () => balancer;
  const watcher = new Watcher(balancer, crowd.cookie, [
    { channel: 'tickers', market: 'main' },
    { channel: 'account', market: 'main' },
  ]);
  await expect.poll(() => watcher.isShown).toBe(true);
  for (const engine of processes.of('engine')) {
    const owner = await processes.ownerMember();
    if (engine === owner) expect(await loseOwner(owner, test, () => owner.stop())).toBeLessThanOrEqual(SOON);
    else await engine.stop();
    await crowd.untilDecided();
    await engine.start();
  }
  const edges = processes.edges();
  for (const members of [[...processes.of('jobs'), ...edges.slice(0, 1)], edges.slice(1)]) {
    await Promise.all(members.map((member) => member.stop()));
    await crowd.untilDecided();
    await Promise.all(members.map((member) => member.start()));
  }
  await expect.poll(() => watcher.isShown).toBe(true);
  expect(watcher.ends.length).toBeGreaterThan(0);
  expect(new Set(watcher.ends)).toEqual(new Set([CLOSE_RESTART]));
  watcher.stop();
});

it('O1 two engines are started at once: each of several markets has one owner', async () => {
  const engines = processes.of('engine');
  await Promise.all(engines.map((engine) => engine.stop()));
  const before = await processes.terms();
  await Promise.all(engines.map((engine) => engine.start()));
  const holdings = await processes.holdings();
  await crowd.untilDecided();
  expect(holdings.length).toBeGreaterThanOrEqual(3);
  for (const { market, pid, backend, locks, term } of await processes.holdings()) {
    expect({ market, locks, term }).toEqual({ market, locks: [backend], term: (before.get(market) ?? 0n) + 1n });
    expect(engines.map((engine) => engine.pid)).toContain(pid);
  }
});

it('S10 O1 L6 L7 the next version takes over under load, one process after another, beside this one', async (test) => {
  const program = makeNextVersion(join(data.path, 'next'));
  const owner = await processes.ownerMember();
  const [spare] = processes.of('engine').filter((engine) => engine !== owner);
  if (spare === undefined) throw new Error('one engine only');
  const watcher = new Watcher(balancer, crowd.cookie, [{ channel: 'account', market: 'main' }]);
  await expect.poll(() => watcher.isShown).toBe(true);
  const before = await processes.owner();

  await spare.stop();
  spare.install(program);
  await spare.start();
  // The database is that of the next version by now, and every process but one of this.
  const earlier = await closed('writer IS NULL');
  await expect.poll(() => closed('writer IS NULL')).toBeGreaterThan(earlier);
  expect(await closed('writer IS NOT NULL')).toBe(0n);
  expect(await processes.owner()).toEqual(before);

  expect(await loseOwner(owner, test, () => owner.stop())).toBeLessThanOrEqual(SOON);
  await expect.poll(() => closed("writer = 'next'")).toBeGreaterThan(0n);
  await expect(owner.start()).rejects.toThrow(`the server ended with ${EXIT_CONFIG}`);
  owner.install(program);
  await owner.start();
  const edges = processes.edges();
  for (const members of [processes.of('jobs'), edges.slice(0, 1), edges.slice(1)]) {
    await Promise.all(members.map((member) => member.stop()));
    await crowd.untilDecided();
    for (const member of members) member.install(program);
    await Promise.all(members.map((member) => member.start()));
  }
  await expect.poll(() => watcher.isShown).toBe(true);
  expect(new Set(watcher.ends)).toEqual(new Set([CLOSE_RESTART]));
  watcher.stop();
});

it('O1 L6 L7 E2 E8 T1 after all of it: nothing acknowledged is lost, nothing is doubled, and the books are right', async () => {
  await crowd.stop();
  await crowd.expectEverythingOnce();
  const terms = await written.expectOneOwnerAtATime();
  expect([...terms.keys()]).toEqual(expect.arrayContaining(['main', replay]));
  await expectOneSequenceEach(processes.installation, { main: FILLS, [replay]: FILLS });
  // A checkpoint comes every ten seconds.
  for (const market of ['main', replay])
    await vi.waitFor(() => expectLoggedIn(processes.installation, market), { timeout: 60_000, interval: 500 });
});

/** How far a process's clock is ahead of this one's, ms: its answer names the second only, and was on its way for a while. */
async function aheadOf({ url }: Member): Promise<{ atLeast: number; atMost: number }> {
  const before = Date.now();
  const answer = await fetch(`${url}/health/ready`);
  const after = Date.now();
  await answer.body?.cancel();
  const second = Date.parse(answer.headers.get('date') ?? '');
  return { atLeast: second - after, atMost: second + 1_000 - before };
}

/** How many positions of the main market were closed so. @param what in SQL */
async function closed(what: string): Promise<bigint> {
  const { rows } = await asOwner(processes.installation, (owner) =>
    owner.query<{ count: bigint }>(
      `SELECT count(*)::bigint AS count FROM trades t JOIN accounts a ON a.id = t.account_id WHERE a.market_id = 'main' AND ${what}`,
    ),
  );
  return rows[0]?.count ?? 0n;
}

async function becomesReady(member: Member): Promise<void> {
  await vi.waitFor(async () => expect(await isReady(member.url)).toBe(true), { timeout: 60_000, interval: 100 });
}
