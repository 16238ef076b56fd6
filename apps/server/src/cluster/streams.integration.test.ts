import { FakeClock, Random } from '@plecho/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useNats } from '../../test/harness/nats.ts';
import { FixedMarket, onlyMarket } from '../../test/support/fixed-market.ts';
import { until } from '../../test/support/server.ts';
import type { AccountState, AccountView } from '../commands/batch.ts';
import { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import { StreamHub } from '../streams/hub.ts';
import { ShownMarkets } from '../streams/shown-markets.ts';
import { AccountFeed } from './account-feed.ts';
import { AccountInterest } from './account-interest.ts';
import { Bus } from './bus.ts';
import { FrameFollower } from './frame-follower.ts';
import { FramePublisher } from './frame-publisher.ts';
import { AccountNews } from './account-news.ts';
import { Screen } from './test/screen.ts';
import { Weather } from './test/weather.ts';
import { answerVersions } from './version-answers.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

const nats = useNats();
let clock: FakeClock;
let market: FixedMarket;
let stored: AccountView;
let owner: { bus: Bus; frames: FramePublisher; interest: AccountInterest; stop: () => void };
let edges: Edge[];
let closers: (() => Promise<void>)[];

const viewOf = (version: bigint): AccountView => {
  const zeros = { orders: 0n, margin: 0n, locked: 0n, realisedPnl: 0n, season: 1, seasonStartedAt: 0, attempt: null };
  const account: AccountState = { id: 7n, userId: 1n, version, available: version * 1_000_000n, ...zeros };
  return { account, positions: [], orders: [] };
};

const reader: AccountReader = {
  accountId: () => Promise.resolve(7n),
  accountsOf: () => Promise.resolve(new Map()),
  view: () => Promise.resolve(stored),
  trades: () => Promise.resolve([]),
  trade: () => Promise.resolve(null),
  parts: () => Promise.resolve({ before: [], rest: 0n }),
  funding: () => Promise.resolve([]),
  seasons: () => Promise.resolve([]),
};

async function connect(name: string): Promise<Bus> {
  const onError = (error: unknown): void => {
    throw error;
  };
  const bus = await Bus.connect({ url: nats.url, installation: 'streams', name, onError });
  closers.push(() => bus.close());
  return bus;
}

/** A process without markets, and the screens of those who look at them through it. */
class Edge {
  readonly bus: Bus;
  readonly weather: Weather;
  readonly shown = new ShownMarkets();
  readonly hub: StreamHub;
  readonly screens = [new Screen(), new Screen(), new Screen()];

  constructor(bus: Bus, random: Random) {
    this.bus = bus;
    this.weather = new Weather(bus, random);
    this.weather.isBad = false;
    const feed = new AccountFeed({ bus: this.weather, clock });
    const markets = onlyMarket(market);
    this.hub = new StreamHub({
      ...{ markets, reader, accountIds: new AccountIds(reader, markets), admit: () => null, shown: this.shown },
      payments: { read: () => Promise.reject(new Error('not here')) },
      drill: () => Promise.reject(new Error('no drill')),
      alerts: { read: () => Promise.reject(new Error('not here')) },
      onError: () => undefined,
      frames: (of) => new FrameFollower({ bus: this.weather, clock, market: of, onError: () => undefined }),
      followAccount: feed.follow,
    });
    clock.every(250, () => {
      this.hub.flush(clock.now());
      this.hub.flushPrices(clock.now());
    });
  }

  open(): void {
    for (const screen of this.screens) {
      this.hub.subscribe(screen, { channel: 'tickers', market: market.id });
      this.hub.subscribe(screen, { channel: 'account', market: market.id });
    }
  }
}

function serve(bus: Bus, term: bigint): typeof owner {
  const isWatched = (): boolean => edges.some(({ shown }) => shown.isWatched(market.id));
  const frames = new FramePublisher({ bus, clock, isWatched, onError: () => undefined });
  const interest = new AccountInterest(clock);
  const stops = [frames.serve(market, term), answerVersions(bus, market, term, interest), () => frames.stop()];
  const stop = (): void => {
    for (const each of stops) each();
  };
  return { bus, frames, interest, stop };
}

beforeEach(async () => {
  closers = [];
  clock = new FakeClock(1_000_000);
  market = new FixedMarket();
  for (const symbol of SYMBOLS) market.setPrice(symbol, '100');
  commit(1n);
  edges = [];
  owner = serve(await connect('owner'), 1n);
  for (const seed of [1, 2]) edges.push(new Edge(await connect(`edge ${seed}`), new Random(seed)));
});

afterEach(async () => {
  owner.stop();
  await Promise.all(closers.map((close) => close()));
});

function commit(version: bigint): void {
  stored = viewOf(version);
  market.view = stored;
}

/** A commit and word of it. */
function trade(term: bigint): void {
  const fromVersion = stored.account.version;
  commit(fromVersion + 1n);
  const { account } = stored;
  const nothing = { positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] };
  const event = { marketId: market.id, userId: 1n, account, fromVersion, ...nothing };
  const news = new AccountNews(owner.bus, clock, market.id, term, owner.interest);
  news.add(event);
  news.send();
}

function tick(symbol: string, price: string): void {
  owner.frames.price(market.id, market.setPrice(symbol, price));
}

/** A quarter of a second, and everything that is said in it has arrived. */
async function pass(): Promise<void> {
  clock.advance(250);
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const { bus } of [owner, ...edges, owner, ...edges]) await bus.flushed();
  }
}

const screens = (): Screen[] => edges.flatMap((edge) => edge.screens);
const isNewest = (screen: Screen): boolean =>
  [...market.prices].every(([symbol, { price }]) => screen.prices.get(symbol) === String(price / 100_000_000n)) &&
  screen.available === String(stored.account.version);

/** A request that got lost is given up by the real clock. */
const untilAllAreNewest = (): Promise<void> => until(() => pass().then(() => screens().every(isNewest)));

describe('streams on two processes of a market on a third', () => {
  it('S9 show everybody the same bytes, made once', async () => {
    for (const edge of edges) edge.open();
    await untilAllAreNewest();
    for (const screen of screens()) screen.frames.length = 0;
    for (let n = 1; n <= 20; n += 1) {
      tick(SYMBOLS[n % 3] ?? 'BTCUSDT', String(100 + n));
      trade(1n);
      await pass();
    }
    await untilAllAreNewest();
    const [first, ...others] = screens();
    const tickers = (screen: Screen | undefined): Buffer[] =>
      screen?.frames.filter((frame) => frame.includes('"tickers"')) ?? [];
    expect(tickers(first).length).toBeGreaterThanOrEqual(15);
    for (const other of others) expect(tickers(other)).toEqual(tickers(first));
    const [one, two] = edges[0]?.screens ?? [];
    for (const [n, frame] of tickers(one).entries()) expect(tickers(two)[n]).toBe(frame);
    expect(screens().map(({ gaps }) => gaps)).toEqual(screens().map(() => 0));
  });

  it('S9 come to the newest state, whatever is lost, doubled or late, and never with a gap', async () => {
    const random = new Random(7);
    for (const edge of edges) {
      edge.open();
      edge.weather.isBad = true;
    }
    const disturbed = (): number => edges.reduce((sum, { weather }) => sum + weather.disturbed, 0);
    let term = 1n;
    for (let n = 0; disturbed() < 1_000; n += 1) {
      for (const symbol of SYMBOLS) if (random.chance(60)) tick(symbol, String(random.int(50, 500)));
      for (let trades = random.int(0, 4); trades > 0; trades -= 1) trade(term);
      for (const screen of screens()) if (random.chance(10)) screen.isReading = !screen.isReading;
      if (n % 50 === 49) {
        owner.stop();
        term += 1n;
        owner = serve(owner.bus, term);
      }
      await pass();
    }
    for (const edge of edges) edge.weather.isBad = false;
    for (const screen of screens()) screen.isReading = true;
    await untilAllAreNewest();
    expect(screens().map(({ gaps }) => gaps)).toEqual(screens().map(() => 0));
  });

  it('S9 go on when NATS was away, with what happened meanwhile', async () => {
    for (const edge of edges) edge.open();
    await untilAllAreNewest();
    const back = [owner, ...edges].map(({ bus }) => new Promise<void>((resolve) => void bus.onBack(resolve)));
    await nats.stop();
    tick('BTCUSDT', '321');
    trade(1n);
    clock.advance(250);
    await nats.start();
    await Promise.all(back);
    await untilAllAreNewest();
    expect(screens().map(({ gaps }) => gaps)).toEqual(screens().map(() => 0));
  });
});
