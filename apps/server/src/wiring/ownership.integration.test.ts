import { hash } from 'node:crypto';
import { decodeFrame } from '@plecho/proofs';
import { commitmentText, scenarioLabel, type Recipe } from '@plecho/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET, NOW } from '../../test/harness/trading.ts';
import { EngineProcess, NO_EXCHANGE } from '../../test/support/engines.ts';
import { ORDER } from '../../test/test-market.ts';
import { UnavailableError } from '../commands/command.ts';
import { asOwner } from '../storage/connection.ts';
import { PgScenarioStore } from '../storage/operators/scenario-store.ts';
import { createExchangeMarket } from './exchange-market.ts';

const LOOK_MS = 500;
const OTHERS = ['first', 'second', 'third'];
const ALL = ['first', 'main', 'second', 'third'];

const db = useDatabase();
let engines: EngineProcess[] = [];
let users = 0;

beforeEach(async () => {
  for (const id of OTHERS) await createMarket(db.target, { ...MARKET, id });
});
afterEach(async () => {
  for (const engine of engines) await engine.stop();
  expect(engines.flatMap(({ errors }) => errors)).toEqual([]);
  engines = [];
});

/** Processes that are known, and own nothing yet. */
async function appear(count: number): Promise<EngineProcess[]> {
  const made = Array.from({ length: count }, (_, n) => {
    users += 100_000;
    return new EngineProcess(db.target, `machine-${n}`, BigInt(users));
  });
  engines.push(...made);
  for (const engine of made) await engine.appear();
  return made;
}

/** Processes that started one after another: the first has every market. */
async function running(count: number): Promise<EngineProcess[]> {
  const made: EngineProcess[] = [];
  for (let n = 0; n < count; n += 1) {
    const [engine] = (await appear(1)) as [EngineProcess];
    await engine.start();
    made.push(engine);
  }
  expect(made.map(({ markets }) => markets)).toEqual([ALL, ...made.slice(1).map(() => [])]);
  return made;
}

/** Lets the time of these processes pass, and of nobody else, until it is so. */
async function pass<T>(those: EngineProcess[], read: () => T | Promise<T>, wanted: T): Promise<void> {
  await expect
    .poll(() => {
      for (const engine of those) engine.clock.advance(LOOK_MS);
      return read();
    })
    .toEqual(wanted);
}

async function stop(engine: EngineProcess): Promise<void> {
  engines = engines.filter((each) => each !== engine);
  await engine.stop();
}

async function ownerOf(marketId: string): Promise<{ backend_pid: number; term: bigint; process_id: string | null }> {
  const { rows } = await db.owner.query<{ backend_pid: number; term: bigint; process_id: string | null }>(
    'SELECT backend_pid, term, process_id FROM market_owners WHERE market_id = $1',
    [marketId],
  );
  if (rows[0] === undefined) throw new Error(`${marketId} never had an owner`);
  return rows[0];
}

const cutOff = async (marketId: string): Promise<void> => {
  await db.owner.query('SELECT pg_terminate_backend($1)', [(await ownerOf(marketId)).backend_pid]);
};

interface PriceRow {
  seq: bigint;
  price: bigint;
}

/** The newest number in the main market's log. */
async function logged(): Promise<number> {
  const { rows } = await db.owner.query<{ newest: bigint }>(
    "SELECT last_seq AS newest FROM market_logs JOIN markets ON number = market_number WHERE id = 'main'",
  );
  return Number(rows[0]?.newest);
}

/** What fills used in the main market and its log has not, or has otherwise. */
async function unlogged(): Promise<PriceRow[]> {
  const { rows: entries } = await db.owner.query<{ data: Buffer }>(
    "SELECT data FROM log_entries JOIN markets ON number = market_number WHERE id = 'main'",
  );
  const records = entries.flatMap(({ data }) => decodeFrame(data)?.records ?? []);
  const prices = new Map(records.map(({ seq, price }) => [seq, price]));
  const { rows: used } = await db.owner.query<PriceRow>(
    "SELECT seq, price FROM price_records WHERE market_id = 'main'",
  );
  return used.filter(({ seq, price }) => prices.get(seq) !== price);
}

/** A person with an account in a market, opened through the process that has it. */
async function newAccount({ supervisor }: EngineProcess, marketId = 'main'): Promise<bigint> {
  users += 1;
  const [userId] = await insertUsers(db.pool, 1, users);
  const outcome = await supervisor.desk.submit(marketId, { type: 'openAccount', userId: userId ?? 0n });
  if (!outcome.ok || outcome.result.type !== 'account') throw new Error('no account');
  return outcome.result.accountId;
}

/** Opens a position in the main market at a new price. */
function trade(engine: EngineProcess, accountId: bigint, price: string) {
  engine.feed('main').tick('BTCUSDT', price);
  return engine.supervisor.desk.submit('main', { type: 'openPosition', accountId, ...ORDER });
}

/** Whether it was opened; false also while the market can't be reached. */
const isTraded = (engine: EngineProcess, accountId: bigint, price: string): Promise<boolean> =>
  trade(engine, accountId, price).then(
    ({ ok }) => ok,
    () => false,
  );

const opened = { ok: true, result: { type: 'position' } };

/** Numbers of the main market's price records, in order; each position was filled at one. */
async function fills(): Promise<{ positions: number; records: number; newest: number }> {
  const { rows } = await db.owner.query<{ positions: bigint; records: bigint; newest: bigint }>(
    `SELECT (SELECT count(*) FROM positions p JOIN accounts a ON a.id = p.account_id WHERE a.market_id = 'main') AS positions,
            count(*) AS records, coalesce(max(seq), 0) AS newest FROM price_records WHERE market_id = 'main'`,
  );
  const [row] = rows;
  return { positions: Number(row?.positions), records: Number(row?.records), newest: Number(row?.newest) };
}

it('O1 markets spread over the engines that are there, each has one owner, and the others follow it', async () => {
  const [one, two] = (await appear(2)) as [EngineProcess, EngineProcess];
  // It knows that another engine is there, which has nothing yet.
  await one.start();
  expect(one.markets).toHaveLength(1);
  await two.start();
  // The time of the second stands while the first looks: it leaves the last market to it, however busy the machine is.
  await pass([one], () => [...one.markets, ...two.markets].toSorted(), ALL);
  expect([one.markets.length, two.markets.length]).toEqual([2, 2]);
  expect([...one.link.followed].toSorted()).toEqual(two.markets);
  expect([...two.link.followed].toSorted()).toEqual(one.markets);
  for (const { supervisor } of [one, two]) expect(supervisor.desk.allRunning()).toHaveLength(ALL.length);
  // And it stays so.
  const before = [one.markets, two.markets];
  for (let n = 0; n < 10; n += 1) {
    for (const { clock } of [one, two]) clock.advance(LOOK_MS);
    await ownerOf('main');
  }
  expect([one.markets, two.markets]).toEqual(before);
});

it('O1 S10 an owner that stops gives its markets up, and another has them within a second', async () => {
  const [one, two] = (await running(2)) as [EngineProcess, EngineProcess];
  const account = await newAccount(one);
  expect(await trade(one, account, '100')).toMatchObject(opened);
  const { term } = await ownerOf('main');
  await stop(one);
  expect(one.markets).toEqual([]);
  two.clock.advance(LOOK_MS);
  two.clock.advance(LOOK_MS);
  await expect.poll(() => two.markets).toEqual(ALL);
  expect(two.link.served.get('main')).toBe(term + 1n);
  expect(await ownerOf('main')).toMatchObject({ process_id: two.process.id, term: term + 1n });
  expect(await trade(two, account, '101')).toMatchObject(opened);
  expect((await fills()).positions).toBe(2);
});

it('O1 S10 L7 after a restart of one and then the other engine the markets are shared again, and nobody’s order is lost', async () => {
  const [first, two] = (await running(2)) as [EngineProcess, EngineProcess];
  await stop(first);
  await pass([two], () => two.markets, ALL);
  const [one] = (await appear(1)) as [EngineProcess];
  await one.start();
  // The one with the fewest people moves first.
  for (const market of ['second', 'second', 'third', 'third', 'third']) await newAccount(two, market);
  const accountId = await newAccount(two, 'first');
  two.feed('first').tick('BTCUSDT', '100');
  const { term } = await ownerOf('first');
  const begun = two.clock.monotonic();
  const orders: Promise<number>[] = [];
  /** 1 when it is acknowledged; all that anybody is told otherwise is that the market can't be reached now. */
  const order = async (): Promise<number> => {
    try {
      return Number((await two.supervisor.desk.submit('first', { type: 'openPosition', accountId, ...ORDER })).ok);
    } catch (error) {
      expect(error).toBeInstanceOf(UnavailableError);
      return 0;
    }
  };
  const look = async (): Promise<number[]> => {
    // In the last seconds of the minute they are under way whenever the market moves.
    if (two.clock.monotonic() - begun >= 58_000) orders.push(order());
    // While a market is nobody's, the time of the one that gave it up stands: a busy machine is not too slow to take it.
    const isBetween = one.markets.length + two.markets.length < ALL.length;
    for (const { clock } of isBetween ? [one] : [one, two]) clock.advance(LOOK_MS);
    await ownerOf('first');
    return [one.markets.length, two.markets.length];
  };
  await expect.poll(look, { interval: 5 }).toEqual([2, 2]);
  expect([...one.markets, ...two.markets].toSorted()).toEqual(ALL);
  expect(two.markets).toContain('main');
  // Wherever it is now, it was given up.
  expect((await ownerOf('first')).term).toBeGreaterThan(term);
  const acknowledged = (await Promise.all(orders)).reduce((sum, each) => sum + each, 0);
  const { rows } = await db.owner.query('SELECT FROM positions WHERE account_id = $1', [accountId]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(rows).toHaveLength(acknowledged);
});

it('O1 of processes that start at once each market has one', async () => {
  const made = await appear(3);
  await Promise.all(made.map((engine) => engine.start()));
  const shared = (): string[] => made.flatMap(({ markets }) => markets).toSorted();
  await pass(made, shared, ALL);
  for (const id of ALL) {
    const [owner, ...more] = made.filter(({ markets }) => markets.includes(id));
    expect([more, await ownerOf(id)]).toMatchObject([[], { process_id: owner?.process.id }]);
    expect(owner?.link.served.get(id)).toBe((await ownerOf(id)).term);
  }
});

it('O1 a market that can not be started here is anybody’s, and is tried again here when nobody else has it', async () => {
  const [one] = (await appear(1)) as [EngineProcess];
  one.faults.add('first');
  await one.start();
  expect(one.markets).toEqual(['main', 'second', 'third']);
  expect(one.supervisor.failedStarts()).toMatchObject([{ market: 'first', reason: 'no prices here' }]);
  const { process_id: owner, term } = await ownerOf('first');
  expect([owner, one.supervisor.owned()]).toEqual([null, expect.not.arrayContaining(['first'])]);
  const [two] = (await appear(1)) as [EngineProcess];
  await two.start();
  expect([two.markets, two.link.served.get('first')]).toEqual([['first'], term + 1n]);
  one.clock.advance(LOOK_MS);
  await expect.poll(() => one.supervisor.failedStarts()).toEqual([]);
  await stop(two);
  one.faults.clear();
  await pass([one], () => one.markets, ALL);
  expect(one.supervisor.failedStarts()).toEqual([]);
});

it('O1 an owner whose connection is lost takes its market back, in a later term, when nobody else has it', async () => {
  const [one] = (await running(1)) as [EngineProcess];
  const account = await newAccount(one);
  const { term } = await ownerOf('main');
  await cutOff('main');
  // Nobody has to want anything of it for that.
  await pass([one], () => one.link.served.get('main'), term + 1n);
  await pass([one], () => isTraded(one, account, '100'), true);
  expect(one.link.served.get('main')).toBe(term + 1n);
  expect(one.link.followed.size).toBe(0);
});

it('O1 an owner that has lost its connection lets go when another was quicker', async () => {
  const [one, two] = (await running(2)) as [EngineProcess, EngineProcess];
  const { term } = await ownerOf('main');
  await cutOff('main');
  // The owner has a moment for itself.
  two.clock.advance(LOOK_MS);
  await expect.poll(async () => (await ownerOf('main')).process_id).toBe(one.process.id);
  await pass([two], () => two.markets.includes('main'), true);
  expect(two.link.served.get('main')).toBe(term + 1n);
  await pass([one], () => one.markets, OTHERS);
  expect([...one.link.followed]).toEqual(['main']);
  await expect(one.supervisor.desk.submit('main', { type: 'openAccount', userId: 1n })).rejects.toThrow(
    UnavailableError,
  );
});

/** How another process, which had a market and traded in it, is rid of it again. */
const LEAVES: [string, (other: EngineProcess) => Promise<void>][] = [
  ['has stopped, with all of it in the log', stop],
  ['has lost it before it was in the log', () => cutOff('main')],
];

it.for(LEAVES)(
  'O1 E12 L7 T1 an owner comes back when another had its market and %s: it is started anew, and nothing is halted',
  async ([, leave]) => {
    const [one, two] = (await running(2)) as [EngineProcess, EngineProcess];
    const account = await newAccount(one);
    const before = await fills();
    expect(await trade(one, account, '100')).toMatchObject(opened);
    const { term } = await ownerOf('main');
    await cutOff('main');
    // The owner does not look meanwhile, as one that waits for a storage that was away for long.
    await pass([two], () => two.markets.includes('main'), true);
    expect(await trade(two, account, '101')).toMatchObject(opened);
    // Under the number that the other has given away.
    one.feed('main').tick('BTCUSDT', '103');
    await leave(two);
    expect(one.markets).toEqual(ALL);
    await pass([one], async () => (await ownerOf('main')).term > term + 1n && one.markets.includes('main'), true);
    await pass([one], () => isTraded(one, account, '102'), true);
    expect((await db.owner.query('SELECT FROM market_halts')).rowCount).toBe(0);
    const after = await fills();
    expect(after.positions).toBe(before.positions + 3);
    await pass([one], async () => (await logged()) >= after.newest, true);
    expect(await unlogged()).toEqual([]);
  },
);

it('O1 a process that is paused is fenced: when it goes on it writes nothing, and what it had is another’s', async () => {
  const [paused, other] = (await running(2)) as [EngineProcess, EngineProcess];
  const account = await newAccount(paused);
  expect(await trade(paused, account, '100')).toMatchObject(opened);
  const { term, backend_pid: pid } = await ownerOf('main');
  const silent = "UPDATE market_owners SET seen_at = clock_timestamp() - interval '9 seconds'";
  await db.owner.query(silent);
  await pass([other], () => other.clock.monotonic() > 0, true);
  expect(other.markets).toEqual([]);
  await db.owner.query(silent.replace('9', '11'));
  await pass([other], () => other.markets, ALL);
  expect((await db.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount).toBe(0);
  expect(other.link.served.get('main')).toBe(term + 1n);
  expect(await trade(other, account, '101')).toMatchObject(opened);
  const before = await fills();
  // It has not noticed yet, and believes that the market is its own.
  expect(paused.markets).toEqual(ALL);
  await expect(trade(paused, account, '102')).rejects.toThrow(UnavailableError);
  expect(await fills()).toEqual(before);
  await pass([paused], () => paused.markets, []);
  expect([...paused.link.followed].toSorted()).toEqual(ALL);
  expect(await trade(other, account, '103')).toMatchObject(opened);
  expect(await fills()).toEqual({
    ...{ positions: before.positions + 1, records: before.records + 1, newest: before.newest + 1 },
  });
});

it('E12 O1 a market that is halted is so for whoever has it next, until it is resumed', async () => {
  const [one, two] = (await running(2)) as [EngineProcess, EngineProcess];
  const account = await newAccount(one);
  await one.supervisor.desk.running('main')?.halt('the books do not add up');
  await stop(one);
  await pass([two], () => two.markets, ALL);
  const main = two.supervisor.desk.running('main');
  expect((await main?.stats())?.halt?.reason).toBe('the books do not add up');
  expect(await trade(two, account, '100')).toEqual({ ok: false, code: 'market_halted' });
  expect(await main?.resume()).toBe(true);
  expect(await trade(two, account, '101')).toMatchObject(opened);
  const [three] = (await appear(1)) as [EngineProcess];
  await three.start();
  // What is found when the market is another's already is for that one to say.
  await cutOff('main');
  await pass([three], () => three.markets.includes('main'), true);
  await main?.halt('found too late');
  expect(await trade(three, account, '102')).toMatchObject(opened);
  await pass([two], () => two.markets.includes('main'), false);
  expect((await db.owner.query('SELECT FROM market_halts')).rowCount).toBe(0);
});

it('O1 M7 a scenario is where its base is, also when the base moves', async () => {
  const recipe: Recipe = { base: 'main', stages: [{ type: 'spread', percent: '1', symbols: null }] };
  const salt = 'ab'.repeat(32);
  const commitment = hash('sha256', commitmentText({ recipe, salt }));
  const label = scenarioLabel(recipe, false);
  const [one, two] = (await running(2)) as [EngineProcess, EngineProcess];
  await asOwner(db.target, (owner) =>
    new PgScenarioStore(owner).publish(
      {
        ...{ ...MARKET, id: 'scenario-1', kind: 'scenario', title: label, label, parameters: { commitment } },
        scenario: { recipe, salt, commitment, blind: false },
      },
      null,
      NOW,
    ),
  );
  await pass([one, two], () => one.markets.includes('scenario-1'), true);
  expect(one.markets).toContain('main');
  await cutOff('main');
  await pass([two], () => two.markets, ['main']);
  await pass([one, two], () => two.markets, ['main', 'scenario-1']);
  expect(one.markets).toEqual(OTHERS);
  one.feed('first').end();
  await expect.poll(() => two.supervisor.desk.running('first')).toBeNull();
  expect(two.supervisor.desk.get('first')).not.toBeNull();
});

it('C2 a venue is shown with the pairs that its owner has been told', async () => {
  await createExchangeMarket(db.target, 'binance', NO_EXCHANGE, NOW);
  const [owner] = (await appear(1)) as [EngineProcess];
  await owner.start();
  const [other] = (await appear(1)) as [EngineProcess];
  await other.start();
  const [here, there] = [owner, other].map(({ supervisor }) => supervisor.desk.get('binance'));
  expect(there?.pairs.size).toBeGreaterThan(here?.pairs.size ?? 0);
  if (here) other.link.quotes.set('binance', await here.quotes());
  await pass([other], () => there?.pairs, here?.pairs);
  expect(other.link.followed.has('binance')).toBe(true);
});
