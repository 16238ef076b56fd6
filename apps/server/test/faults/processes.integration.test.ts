import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newDataDir } from '../../../../tools/product/process.ts';
import { connectClient, ownerConfig, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';
import { expectNothingDoubled, expectNothingLost } from './acknowledged.ts';
import { Processes, type Member } from './processes.ts';
import { Trader, type Sent } from './trader.ts';

const TRADERS = 4;
const SYMBOL = 'BTCUSDT';
/** Of each trader between two commands. */
const PAUSE_MS = 100;
const PROBE_MS = 200;
const PATIENCE_MS = 40_000;
/** By others when nobody has the market, and when its owner is silent: several times what it takes on an idle machine. */
const SOON_MS = 10_000;
const AFTER_SILENCE_MS = 30_000;

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

/** Asks again and again, without waiting for answers, until the main market has decided something. */
async function untilDecided(): Promise<void> {
  const begun = performance.now();
  const asking: Promise<unknown>[] = [];
  const first = probe.sent.length;
  while (!probe.sent.slice(first).some(isKnown)) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('nothing was decided');
    asking.push(probe.open(anyEdge(), SYMBOL, 'long', 2));
    await wait(PROBE_MS);
  }
  await Promise.all(asking);
}

/**
 * Does something to the owner of the main market, and waits until another one has decided something.
 * @returns ms until another process had the market
 */
async function loseOwner(owner: Member, how: () => void | Promise<void>): Promise<number> {
  const { term } = (await processes.owner()) ?? { term: 0n };
  await how();
  const begun = performance.now();
  const isTaken = async (): Promise<boolean> => {
    const next = await processes.owner();
    return next !== null && next.term > term && next.pid !== owner.pid;
  };
  const taking = vi
    .waitFor(async () => expect(await isTaken()).toBe(true), { timeout: PATIENCE_MS, interval: 50 })
    .then(() => performance.now() - begun);
  const [taken] = await Promise.all([taking, untilDecided()]);
  return taken;
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

it('O1 the owner of the main market is killed in the middle of its work: another has it within seconds', async () => {
  const owner = await processes.ownerMember();
  let taken = Number.POSITIVE_INFINITY;
  try {
    taken = await loseOwner(owner, () => owner.kill());
  } finally {
    await owner.start();
  }
  expect(taken).toBeLessThan(SOON_MS);
});

it('O1 the owner stands still: another takes over, and what comes back writes nothing and follows', async () => {
  const owner = await processes.ownerMember();
  const taken = await loseOwner(owner, () => owner.pause()).finally(() => owner.resume());
  const after = await processes.owner();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(after);
  expect(taken).toBeLessThan(AFTER_SILENCE_MS);
});

/** It goes on being asked where it still hears NATS: what it can't write down it must not confirm. */
it.each([
  ['the database', ({ database }: Member) => [database]],
  ['everybody', ({ database, nats }: Member) => [database, nats]],
] as const)('O1 L7 the owner is cut off from %s: another takes over', async (_from, doorsTo) => {
  const owner = await processes.ownerMember();
  const doors = doorsTo(owner);
  const cut = (): void => doors.forEach((door) => door.freeze());
  const taken = await loseOwner(owner, cut).finally(() => doors.forEach((door) => door.thaw()));
  const after = await processes.owner();
  await becomesReady(owner);
  expect(await processes.owner()).toEqual(after);
  expect(taken).toBeLessThan(AFTER_SILENCE_MS);
});

it('NATS is gone, and then says nothing: people are told so, and it goes on by itself', async () => {
  const before = await processes.owner();
  await processes.nats.stop();
  await expectUnavailable();
  await processes.nats.start();
  await untilDecided();
  processes.nats.pause();
  await expectUnavailable();
  processes.nats.resume();
  await untilDecided();
  // Markets need no messages to go on.
  expect(await processes.owner()).toEqual(before);
});

it('L7 the database is gone for ten seconds', async () => {
  await Promise.all(processes.members.map(({ database }) => database.shut()));
  await wait(10_000);
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

it('S10 O1 everything is restarted, one after another: who is told to stop hands its market over', async () => {
  for (const member of processes.members) {
    const owner = await processes.ownerMember();
    if (member === owner) expect(await loseOwner(owner, () => owner.stop())).toBeLessThan(SOON_MS);
    else await member.stop();
    await untilDecided();
    await member.start();
  }
});

it('L6 L7 E2 E8 after all of it: nothing acknowledged is lost, nothing is doubled, and the books are right', async () => {
  isOver = true;
  await Promise.all(work);
  await Promise.all(traders.map(expectEverythingOnce));
  await expectOneSequence();
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

async function becomesReady(member: Member): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${member.url}/health/ready`)).status).toBe(200), {
    timeout: 30_000,
    interval: 100,
  });
}

async function expectUnavailable(): Promise<void> {
  const sent = await probe.open(anyEdge(), SYMBOL, 'long', 2);
  expect(isKnown(sent)).toBe(false);
}

/** As a patient person would: the same command with the same key. */
async function repeatUntilKnown(trader: Trader, sent: Sent): Promise<void> {
  await vi.waitFor(
    async () => {
      sent.answer = await trader.repeat(anyEdge(), sent);
      expect(isKnown(sent)).toBe(true);
    },
    { timeout: 30_000, interval: 200 },
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
