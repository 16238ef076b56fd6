import { DEFAULT_RULES, DEFAULT_START_BALANCE, type Price } from '@plecho/domain';
import type { IdSource, Journal, MarketSnapshot } from '../../../apps/server/src/commands/batch.ts';
import type { MarketDefinition } from '../../../apps/server/src/engine/market-definition.ts';
import { MarketHost } from '../../../apps/server/src/engine/market-host.ts';
import { PriceGate } from '../../../apps/server/src/engine/price-gate.ts';
import type { RawTick } from '../../../apps/server/src/feeds/feed.ts';
import { KlineColumns, ReplayFeed } from '../../../apps/server/src/feeds/replay/index.ts';
import { systemClock } from '../../../apps/server/src/lib/clock.ts';
import { sharedMarket } from '../../../apps/server/src/replays/definitions.ts';
import { ReplayCandles } from '../../../apps/server/src/replays/replay-candles.ts';
import { createPool, ownerConfig } from '../../../apps/server/src/storage/connection.ts';
import { PgJournal } from '../../../apps/server/src/storage/journal/journal.ts';
import { MarketStore } from '../../../apps/server/src/storage/market-store.ts';
import { batchOf } from '../../../apps/server/test/harness/trading.ts';
import { snapshotOf } from '../lib/book.ts';
import { MONTH_AT, monthOf } from '../lib/month.ts';
import { median, round, spread, type Result } from '../lib/result.ts';
import { addOpen, openWorkshop, seedAccounts, seedPeople } from '../lib/seed.ts';
import { countedIds } from '@plecho/testkit';

const RUNS = 7;
const POSITIONS = 1_000;
const OF_ONE = 5;
const DAYS = 28;
const SPEED = 600;
const BASE = 60_000;
const PAIR = { symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' as const, priceDecimals: 2 };
const UNTIL = (MONTH_AT + DAYS * 86_400) * 1000;

const MARKET: MarketDefinition = {
  ...{ id: 'bench', kind: 'replay', title: '', label: '', startAt: MONTH_AT, ended: false },
  ...{ rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE, parameters: {}, scenario: null, endAt: null },
};

/**
 * A replay as fast as it goes through gate, candles and triggers, none of which fires, against the gate alone; and
 * with the database, where all of them fire on the way.
 */
export async function measureReplay(dataDir: string): Promise<Result[]> {
  const candles = new KlineColumns(monthOf(BASE));
  const ticks = await ticksOf(candles);
  const played: number[] = [];
  const gated: number[] = [];
  const journal = { ...NO_STORAGE, load: () => Promise.resolve(book()) };
  const unstored = { candles, definition: MARKET, journal, ids: countedIds(() => 0n), firings: 0 };
  for (let run = 0; run <= RUNS; run += 1) {
    const values = [await play(unstored), gateAlone(ticks)];
    // In the first round all of it is compiled.
    if (run > 0) [played, gated].forEach((each, n) => each.push(values[n] ?? 0));
  }
  const [value, ceiling] = [median(played), median(gated)];
  const stored = await playStored(dataDir, candles);
  const positions = POSITIONS.toLocaleString('en');
  return [
    {
      name: 'replay as fast as possible',
      value: round(value, 0),
      unit: 'ticks/s',
      ceiling: round(ceiling, 0),
      ratio: round(value / ceiling),
      target: '≥ 500,000 ticks/s',
      met: value >= 500_000,
      note: `a jump over ${DAYS} days through gate, candles and triggers with ${positions} open positions with levels, the laying out of the minutes included, without the database, in CPU time; ceiling: the gate alone; ${spread(played, 0)}, ceiling ${spread(gated, 0)}`,
    },
    {
      name: 'replay as fast as possible, with the database',
      value: round(stored, 0),
      unit: 'ticks/s',
      ceiling: round(value, 0),
      ratio: round(stored / value),
      target: 'told',
      met: true,
      note: `the same jump by the clock on the wall, one round; all of ${positions} take profits are reached on the way and committed; ceiling: without the database`,
    },
  ];
}

interface Playing {
  candles: KlineColumns;
  definition: MarketDefinition;
  journal: Journal;
  ids: IdSource;
  /** How many levels are reached on the way. */
  firings: number;
}

/** Of a market that writes nothing. */
const NO_STORAGE: Omit<Journal, 'load'> = {
  isHeld: true,
  append: () => Promise.reject(new Error('a level was reached')),
  outcomes: (keys) => Promise.resolve(keys.map(() => ({ kept: null, newest: null }))),
  keepHalt: () => Promise.resolve(true),
  endHalt: () => Promise.resolve(),
};

const newFeed = (candles: KlineColumns): ReplayFeed =>
  new ReplayFeed({ clock: systemClock, startAt: MONTH_AT, speed: SPEED, paused: true }, [{ pair: PAIR, candles }]);

/** Opened when the recording begins, with levels that it does not reach. */
function book(): MarketSnapshot {
  const snapshot = snapshotOf(POSITIONS);
  const positions = snapshot.positions.map((position) => ({
    ...{ ...position, openedAt: MONTH_AT * 1000 },
    entryRecord: { ...position.entryRecord, time: MONTH_AT * 1000 },
  }));
  return { ...snapshot, positions, lastRecordTime: null };
}

/** Ticks in a second, of CPU or on the wall. */
async function play(playing: Playing, time: () => number = cpuSeconds): Promise<number> {
  const { candles, definition, journal, ids, firings } = playing;
  const feed = newFeed(candles);
  let failure: unknown = null;
  const host = new MarketHost({
    ...{ definition, feed, journal, ids, clock: systemClock, candlesUntil: null },
    candles: new ReplayCandles(feed),
    saveEnded: () => Promise.resolve(),
    onFailure: (_message, error) => {
      failure = error;
      feed.stop();
    },
  });
  await host.start();
  const started = time();
  await feed.playTo(UNTIL);
  await host.idle();
  const seconds = time() - started;
  const { validTicks, firings: fired } = host.stats();
  await host.stop();
  if (failure !== null) throw new Error('the market failed', { cause: failure });
  if (fired !== firings) throw new Error(`${fired} levels were reached instead of ${firings}`);
  return validTicks / seconds;
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function ticksOf(candles: KlineColumns): Promise<RawTick[]> {
  const feed = newFeed(candles);
  const ticks: RawTick[] = [];
  await feed.start({ tick: (tick) => ticks.push(tick), ended: () => undefined, delisted: () => undefined }, null);
  await feed.playTo(UNTIL);
  feed.stop();
  return ticks;
}

function gateAlone(ticks: readonly RawTick[]): number {
  const gate = new PriceGate([PAIR.symbol], DEFAULT_RULES);
  const started = cpuSeconds();
  for (const tick of ticks) gate.accept(tick, tick.time);
  return ticks.length / (cpuSeconds() - started);
}

/** With positions in the database, each of which takes a profit of up to 0.5 % on the way. */
async function playStored(dataDir: string, candles: KlineColumns): Promise<number> {
  const workshop = await openWorkshop(dataDir);
  const { target, ids } = workshop;
  const owner = createPool({ ...ownerConfig(target), max: 1 });
  const recording = {
    ...{ id: 'd-bench', story: null, provenance: 'unverified' as const, sha256: [] },
    series: [{ symbol: PAIR.symbol, priceDecimals: 2, first: MONTH_AT, last: UNTIL / 1000, minutes: DAYS * 1440 }],
  };
  const definition = sharedMarket(
    { id: 'replay-bench', symbols: [PAIR.symbol], from: MONTH_AT, opensAt: MONTH_AT, speed: SPEED },
    recording,
  );
  await new MarketStore(owner).create(definition, Date.now());
  await owner.end();
  const accounts = await seedAccounts(workshop, definition.id, await seedPeople(workshop, POSITIONS / OF_ONE));
  const price: Price = BigInt(BASE) * 100_000_000n;
  const record = { seq: 1n, symbol: PAIR.symbol, price, time: MONTH_AT * 1000 };
  const batch = batchOf({ marketId: definition.id, at: Date.now() });
  batch.priceRecords.push(record);
  for (let n = 0; n < POSITIONS; n += 1) {
    const account = accounts[Math.floor(n / OF_ONE)];
    if (account === undefined) throw new Error('too few accounts');
    const position = addOpen(batch, ids, { account, side: 'long', leverage: 2, margin: 10_000_000n, record });
    position.takeProfit = price + (price * BigInt(n + 1)) / BigInt(200 * POSITIONS);
    if (n % OF_ONE === OF_ONE - 1) batch.accounts.push(account);
  }
  const seeding = new PgJournal(target, definition.id);
  await seeding.append(batch);
  await seeding.close();
  const journal = new PgJournal(target, definition.id);
  const perSecond = await play(
    { candles, definition, journal, ids, firings: POSITIONS },
    () => performance.now() / 1000,
  );
  await journal.close();
  await workshop.close();
  return perSecond;
}
