import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi, type TestContext } from 'vitest';
import { isReady, newDataDir } from '../../../../tools/product/process.ts';
import { connectClient, ownerConfig, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';
import { expectNothingDoubled, expectNothingLost } from './acknowledged.ts';
import { expectLoggedIn } from './logged.ts';
import { AHEAD_S, Processes, type Member } from './processes.ts';
import { Trader, type Sent } from './trader.ts';

const TRADERS = 4;
const SYMBOL = 'BTCUSDT';
/** Of each trader between two commands. */
const PAUSE_MS = 100;
const PROBE_MS = 200;
const PATIENCE_MS = 90_000;
/**
 * Heartbeats, one every two seconds, within which another process has the market when nobody has it, and when its owner
 * is silent: an owner that has said nothing for five of them is fenced.
 */
const SOON = 3;
const AFTER_SILENCE = 8;
const NATS_AWAY_MS = 20_000;
const DATABASE_AWAY_MS = 10_000;
/** Each of the four ways of a question and its answer takes so much longer: less than an answer is waited for, and more. */
const LATE_MS = 300;
const ON_ITS_WAY_MS = 300;
const TOO_LATE_MS = 2_000;

const data = newDataDir();
const traders: Trader[] = [];
/** Asks while nobody else is sure of an answer. */
let probe: Trader;
let processes: Processes;
let isOver = false;
const work: Promise<void>[] = [];

/** Whether its outcome is known: «unavailable» says that nobody knows. */
const isKnown = ({ answer }: Sent): boolean => answer !== null && answer.status !== 503;

function anyEdge(): Member {
  const edges = processes.edges();
  return edges[Math.floor(Math.random() * edges.length)] ?? processes.members[0]!;
}

async function tradeOn(trader: Trader): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    const sent = await trader.open(anyEdge(), SYMBOL, n % 2 === 0 ? 'long' : 'short', 3);
    const id = (sent.answer?.body as { id?: string } | undefined)?.id;
    await wait(PAUSE_MS);
    if (isKnown(sent) && id !== undefined) await trader.close(anyEdge(), id);
    await wait(PAUSE_MS);
  }
}

/**
 * Asks again and again, without waiting for answers, until the main market has decided something.
 * @returns after how many ms it had
 */
async function untilDecided(): Promise<number> {
  const begun = performance.now();
  const asking: Promise<unknown>[] = [];
  const first = probe.sent.length;
  while (!probe.sent.slice(first).some(isKnown)) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('nothing was decided');
    asking.push(probe.open(anyEdge(), SYMBOL, 'long', 2));
    await wait(PROBE_MS);
  }
  const decidedMs = Math.round(performance.now() - begun);
  await Promise.all(asking);
  return decidedMs;
}

/** Resolves at the moment at which somebody has an answer. */
async function untilAnswered(): Promise<void> {
  while (!isKnown(await probe.open(anyEdge(), SYMBOL, 'long', 2)));
}

/**
 * Does something to the owner of the main market, and waits until another one has decided something.
 * @returns how many heartbeats went by until another process had the market
 */
async function loseOwner(owner: Member, { annotate }: TestContext, how: () => void | Promise<void>): Promise<number> {
  const before = (await processes.owner()) ?? { pid: owner.pid ?? 0, term: 0n };
  await how();
  const [{ beats, takenMs }, decidedMs] = await Promise.all([processes.takeover(before), untilDecided()]);
  await annotate(`taken after ${beats} heartbeats, ${takenMs} ms; decided after ${decidedMs} ms`);
  return beats;
}

beforeAll(async () => {
  processes = await Processes.start(data.path);
  for (let n = 0; n <= TRADERS; n += 1) {
    const trader = new Trader('main');
    await trader.register(anyEdge(), `+7916000000${n}`);
    traders.push(trader);
  }
  probe = traders[TRADERS]!;
  await untilDecided();
  for (const trader of traders.slice(0, TRADERS)) work.push(tradeOn(trader));
}, 120_000);

afterAll(async () => {
  isOver = true;
  await Promise.all(work);
  await processes.stop();
  data.remove();
});

it('the clock of one engine is ahead of all others, while all of the following happens', async () => {
  const clocks = await Promise.all(processes.members.map(timeOf));
  const others = clocks.slice(1);
  expect(clocks[0]).toBeGreaterThanOrEqual(Math.max(...others) + (AHEAD_S - 1) * 1000);
});

it('O1 L7 the owner of the main market is killed in the middle of its work: another has it within seconds', async (test) => {
  const owner = await processes.ownerMember();
  // Whoever has an answer has it of what is committed: what is on its way still dies with the owner.
  owner.database.slow(ON_ITS_WAY_MS);
  await untilAnswered();
  try {
    expect(await loseOwner(owner, test, () => owner.kill())).toBeLessThanOrEqual(SOON);
  } finally {
    owner.database.slow(0);
    await owner.start();
  }
});

it('O1 the owner stands still: another takes over, and what comes back writes nothing and follows', async (test) => {
  const owner = await processes.ownerMember();
  const beats = await loseOwner(owner, test, () => owner.pause()).finally(() => owner.resume());
  const after = await processes.owner();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(after);
  expect(beats).toBeLessThanOrEqual(AFTER_SILENCE);
});

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
  await expectUnavailable();
  await wait(NATS_AWAY_MS);
  await expectUnavailable();
  await processes.nats.start();
  await untilDecided();
  await processes.nats.pause();
  await expectUnavailable();
  processes.nats.resume();
  await untilDecided();
  // Markets need no messages to go on.
  expect(await processes.owner()).toEqual(before);
});

it('O1 the owner alone is cut off from NATS: it keeps its market, and is found again when the cut is mended', async () => {
  const owner = await processes.ownerMember();
  const before = await processes.owner();
  owner.cut(['nats']);
  await expectUnavailable();
  await vi.waitFor(async () => expect(await isReady(owner.url)).toBe(false), { timeout: 60_000, interval: 100 });
  owner.mend(['nats']);
  await untilDecided();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(before);
});

it('L6 L7 NATS is slow: answers come late, and those that come too late are asked for again', async () => {
  const before = await processes.owner();
  const slow = (ms: number): void => processes.members.forEach(({ nats }) => nats.slow(ms));
  slow(LATE_MS);
  await untilDecided();
  slow(TOO_LATE_MS);
  await expectUnavailable();
  slow(0);
  await untilDecided();
  expect(await processes.owner()).toEqual(before);
});

it('L7 the database is gone for ten seconds', async () => {
  await Promise.all(processes.members.map(({ database }) => database.shut()));
  await wait(DATABASE_AWAY_MS);
  await Promise.all(processes.members.map(({ database }) => database.open()));
  await untilDecided();
  for (const member of processes.members) await becomesReady(member);
});

it('an edge is killed: the other one goes on, and the first one comes back', async () => {
  const [edge] = processes.edges();
  await edge?.kill();
  await untilDecided();
  await edge?.start();
});

it('S10 O1 everything is restarted, one after another: who is told to stop hands its market over', async (test) => {
  for (const member of processes.members) {
    const owner = await processes.ownerMember();
    if (member === owner) expect(await loseOwner(owner, test, () => owner.stop())).toBeLessThanOrEqual(SOON);
    else await member.stop();
    await untilDecided();
    await member.start();
  }
});

it('L6 L7 E2 E8 T1 after all of it: nothing acknowledged is lost, nothing is doubled, and the books are right', async () => {
  isOver = true;
  await Promise.all(work);
  await Promise.all(traders.map(expectEverythingOnce));
  await expectOneSequence();
  const installation = { ownerUrl: processes.databaseUrl, schema: PRODUCT_SCHEMA };
  // A checkpoint comes every ten seconds.
  await vi.waitFor(() => expectLoggedIn(installation, 'main'), { timeout: 60_000, interval: 500 });
});

async function expectEverythingOnce(trader: Trader): Promise<void> {
  const acknowledged = trader.sent.filter(isKnown);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const sent of trader.sent) if (!isKnown(sent)) await repeatUntilKnown(trader, sent);
  const positions = (await trader.positions(anyEdge())).items;
  const trades = await trader.trades(anyEdge());
  expectNothingLost(acknowledged, positions, trades);
  expectNothingDoubled(trader.sent, positions, trades);
}

/** By the clock of a process, ms; what it answers with knows whole seconds. */
async function timeOf({ url }: Member): Promise<number> {
  const answer = await fetch(`${url}/health/ready`);
  await answer.body?.cancel();
  return Date.parse(answer.headers.get('date') ?? '');
}

async function becomesReady(member: Member): Promise<void> {
  await vi.waitFor(async () => expect(await isReady(member.url)).toBe(true), { timeout: 60_000, interval: 100 });
}

async function expectUnavailable(): Promise<void> {
  const { answer } = await probe.open(anyEdge(), SYMBOL, 'long', 2);
  expect(answer ?? { status: 503 }).toMatchObject({ status: 503 });
}

/** As a patient person would: the same command with the same key. */
async function repeatUntilKnown(trader: Trader, sent: Sent): Promise<void> {
  await vi.waitFor(
    async () => {
      sent.answer = await trader.repeat(anyEdge(), sent);
      expect(isKnown(sent)).toBe(true);
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Of two owners at once each would go on with prices and times of its own: what they wrote would run back and forth. */
async function expectOneSequence(): Promise<void> {
  const client = await connectClient(ownerConfig({ ownerUrl: processes.databaseUrl, schema: PRODUCT_SCHEMA }));
  try {
    const { rows } = await client.query<{ fills: bigint; back: bigint }>(`
      WITH opened AS (
        SELECT id, entry_seq, entry_time, opened_at FROM positions
        UNION SELECT position_id, entry_seq, entry_time, opened_at FROM trades
      ), fills AS (
        SELECT id, entry_seq AS seq, entry_time AS time, opened_at AS at FROM opened
        UNION ALL SELECT id, exit_seq, exit_time, closed_at FROM trades
      ), ordered AS (
        SELECT seq, time, at, lag(seq) OVER w AS seq_before, lag(time) OVER w AS time_before, lag(at) OVER w AS before
        FROM fills WINDOW w AS (ORDER BY id)
      )
      SELECT count(*) AS fills, count(*) FILTER (WHERE seq < seq_before OR time < time_before OR at < before) AS back FROM ordered`);
    expect(rows[0]?.back).toBe(0n);
    expect(rows[0]?.fills).toBeGreaterThan(100n);
    expect((await checkLedger(client)).violations).toEqual([]);
  } finally {
    await client.end();
  }
}
