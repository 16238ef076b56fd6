import { FakeClock } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { MemoryBus } from '../../test/support/memory-bus.ts';
import { Reader } from '../../test/support/reader.ts';
import type { AccountState } from '../commands/batch.ts';
import type { AccountEvent } from '../engine/events.ts';
import { AccountChannel, type AccountFollow } from '../streams/account-channel.ts';
import { AccountFeed } from './account-feed.ts';
import { AccountInterest } from './account-interest.ts';
import { AccountNews } from './account-news.ts';
import { versionsSubject, type AccountsMessage } from './account-messages.ts';
import { encodeMessage } from './message.ts';
import { accountsSubject } from './subjects.ts';
import { answerVersions } from './version-answers.ts';

const SUBJECT = accountsSubject('main');
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const account = (version: bigint): AccountState => ({
  ...{ id: 7n, userId: 3n, version, available: version, orders: 0n, margin: 0n, locked: 0n, realisedPnl: 0n },
  ...{ season: 1, seasonStartedAt: 0, attempt: null },
});

let bus: MemoryBus;
let clock: FakeClock;
let market: FixedMarket;
/** Of the owner. */
let interest: AccountInterest;
/** As it is committed. */
let stored: bigint;
let reads: number;
let channel: AccountChannel;
let follow: AccountFollow;

function event(version: bigint, term = 1n): void {
  const nothing = { positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] };
  const body: AccountEvent = {
    ...{ marketId: 'main', userId: 3n, account: account(version), fromVersion: version - 1n },
    ...nothing,
  };
  news(body, term);
}

/** What the owner of the market says of an account. */
function news(event: AccountEvent, term = 1n): void {
  const told = new AccountNews(bus, clock, event.marketId, term, interest);
  told.add(event);
  told.send();
}

/** A commit, as the owner of the market has it from then on. */
function commit(version: bigint): void {
  stored = version;
  market.view = { account: account(version), positions: [], orders: [] };
}

beforeEach(() => {
  bus = new MemoryBus();
  clock = new FakeClock(1_000_000);
  market = new FixedMarket();
  interest = new AccountInterest(clock);
  commit(5n);
  reads = 0;
  const read = async () => {
    reads += 1;
    await follow.ready();
    return { account: account(stored), positions: [], orders: [] };
  };
  channel = new AccountChannel(market, read, () => undefined);
  const feed = new AccountFeed({ bus, clock });
  follow = feed.follow('main', 3n, channel);
});

async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    await turn();
  }
}

async function join(): Promise<Reader> {
  const reader = new Reader();
  channel.add(reader);
  await turn();
  return reader;
}

describe('an account in a market of another process', () => {
  it('is shown with every commit; one told twice changes nothing', async () => {
    const reader = await join();
    for (const version of [6n, 6n, 7n, 6n, 7n]) event(version);
    expect([reader.story, reads]).toEqual([['snapshot 5', 'update 6', 'update 7'], 1]);
  });

  it('is read when word of it can reach here, and no sooner', async () => {
    const reached = Promise.withResolvers<void>();
    bus.flushing = reached.promise;
    follow = new AccountFeed({ bus, clock }).follow('main', 3n, channel);
    const reader = await join();
    expect(reader.story).toEqual([]);
    commit(6n);
    reached.resolve();
    await turn();
    expect(reader.story).toEqual(['snapshot 6']);
  });

  it('is shown as it is stored while there is no NATS', async () => {
    bus.flushing = new Promise(() => undefined);
    follow = new AccountFeed({ bus, clock }).follow('main', 3n, channel);
    const reader = await join();
    expect(reader.story).toEqual([]);
    await wait(1_000);
    expect(reader.story).toEqual(['snapshot 5']);
  });

  it('is read again when a commit is missing', async () => {
    const reader = await join();
    commit(8n);
    event(8n);
    await turn();
    expect(reader.story).toEqual(['snapshot 5', 'snapshot 8']);
  });

  it('S9 is read again when the last word of it was lost, within 2 s, and not without need', async () => {
    answerVersions(bus, market, 1n, interest);
    const reader = await join();
    await wait(10_000);
    expect(reads).toBe(1);
    commit(6n);
    await wait(2_000);
    expect(reader.story).toEqual(['snapshot 5', 'snapshot 6']);
    await wait(10_000);
    expect(reads).toBe(2);
  });

  it('is compared at once when messages may have been missed', async () => {
    answerVersions(bus, market, 1n, interest);
    const reader = await join();
    commit(6n);
    bus.comeBack();
    await turn();
    expect(reader.story).toEqual(['snapshot 5', 'snapshot 6']);
  });

  it('is read once when messages may have been missed and the owner does not have it at hand', async () => {
    answerVersions(bus, market, 1n, interest);
    await join();
    market.view = null;
    await wait(10_000);
    expect(reads).toBe(1);
    bus.comeBack();
    await wait(10_000);
    expect(reads).toBe(2);
  });

  it('does not believe an owner that was paused while another took over', async () => {
    const reader = await join();
    event(6n, 2n);
    event(7n, 1n);
    expect(reader.story).toEqual(['snapshot 5', 'update 6']);
    const other = new FixedMarket();
    other.view = { account: account(99n), positions: [], orders: [] };
    answerVersions(bus, other, 1n, interest);
    await wait(4_000);
    expect(reads).toBe(1);
  });

  it('shows what an owner committed before it died and did not get to say', async () => {
    answerVersions(bus, market, 1n, interest);
    const reader = await join();
    event(6n, 1n);
    stored = 7n;
    market.view = null;
    answerVersions(bus, market, 2n, interest);
    await wait(2_000);
    expect(reader.story).toEqual(['snapshot 5', 'update 6', 'snapshot 7']);
  });

  it('is read once when nobody answers for long: the market may be over', async () => {
    const reader = await join();
    commit(6n);
    await wait(60_000);
    expect([reader.story, reads]).toEqual([['snapshot 5', 'snapshot 6'], 2]);
  });

  it('is not changed by what is no event of it', async () => {
    const reader = await join();
    const publish = (term: unknown, ...events: unknown[]) => bus.publish(SUBJECT, { term, events });
    const foreign = { marketId: 'main', userId: 4n, account: account(6n), fromVersion: 5n };
    expect(() => publish(1n, null)).toThrow();
    expect(() => publish(1, [3n, encodeMessage({})])).toThrow();
    expect(() => publish(1n, [3n, 'bytes'])).toThrow();
    for (const body of [null, {}, foreign, { ...foreign, userId: 3n, marketId: 'other' }]) {
      expect(() => publish(1n, [3n, encodeMessage(body)])).toThrow();
    }
    bus.answer(versionsSubject('main'), () => Promise.resolve({ term: 1n, versions: 'many' }));
    await wait(4_000);
    event(6n);
    expect(reader.story).toEqual(['snapshot 5', 'update 6']);
  });

  it('is neither heard of nor asked about when no stream shows it any more', async () => {
    await join();
    follow.stop();
    bus.requests.length = 0;
    await wait(4_000);
    expect([bus.isFollowed(SUBJECT), bus.requests]).toEqual([false, []]);
  });
});

describe('what is said of accounts', () => {
  const nothing = { positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] };
  const eventOf = (userId: bigint): AccountEvent => ({
    ...{ marketId: 'main', userId, account: { ...account(6n), userId }, fromVersion: 5n },
    ...nothing,
  });

  it('crosses in one message a turn, which is read of the accounts alone that are shown', async () => {
    const heard: unknown[] = [];
    bus.follow(SUBJECT, (body) => heard.push(body));
    const told: bigint[] = [];
    const feed = new AccountFeed({ bus, clock });
    feed.follow('main', 8n, { known: null, event: ({ userId }) => told.push(userId), readAgain: () => undefined });
    const owner = new AccountNews(bus, clock, 'main', 1n, interest);
    for (const userId of [7n, 8n, 9n, 8n]) owner.add(eventOf(userId));
    expect(heard).toEqual([]);
    await turn();
    expect([heard.length, told]).toEqual([1, [8n, 8n]]);
    owner.send();
    expect(heard.length).toBe(1);
  });

  describe('when it has been the owner for a while', () => {
    let heard: bigint[];
    const say = async (...people: bigint[]): Promise<bigint[]> => {
      heard = [];
      const owner = new AccountNews(bus, clock, 'main', 1n, interest);
      for (const userId of people) owner.add(eventOf(userId));
      await turn();
      return heard;
    };

    beforeEach(() => {
      bus.follow(SUBJECT, (body) => heard.push(...(body as AccountsMessage).events.map(([userId]) => userId)));
      answerVersions(bus, market, 1n, interest);
      follow.stop();
      clock.advance(10_000);
    });

    it('crosses for those alone whom a process shows, from the moment that it is ready for it', async () => {
      expect(await say(7n, 8n)).toEqual([]);
      const feed = new AccountFeed({ bus, clock });
      const shown = { known: null, event: () => undefined, readAgain: () => undefined };
      const follows = [7n, 8n].map((userId) => feed.follow('main', userId, shown));
      await Promise.all(follows.map((each) => each.ready()));
      expect(await say(7n, 8n, 9n)).toEqual([7n, 8n]);
      follows[0]?.stop();
      await wait(60_000);
      expect(await say(7n, 8n, 9n)).toEqual([8n]);
      follows[1]?.stop();
      await wait(10_000);
      expect(await say(7n, 8n, 9n)).toEqual([]);
    });

    it('crosses for everybody while a process of an earlier version asks', async () => {
      await bus.request(versionsSubject('main'), { term: 1n, accountIds: [] });
      expect(await say(7n, 8n)).toEqual([7n, 8n]);
      await wait(10_000);
      expect(await say(7n, 8n)).toEqual([]);
    });
  });

  it('crosses for everybody at first: a new owner does not know whom others show', async () => {
    let count = 0;
    bus.follow(SUBJECT, () => (count += 1));
    clock.advance(60_000);
    const owner = new AccountNews(bus, clock, 'main', 2n, new AccountInterest(clock));
    owner.add(eventOf(7n));
    await turn();
    expect(count).toBe(1);
  });

  it('crosses in messages that NATS takes, however much it is', async () => {
    const sizes: number[] = [];
    const users: bigint[] = [];
    bus.follow(SUBJECT, (body) => {
      sizes.push(encodeMessage(body).length);
      users.push(...(body as { events: [bigint, Uint8Array][] }).events.map(([userId]) => userId));
    });
    const owner = new AccountNews(bus, clock, 'main', 1n, interest);
    const all = Array.from({ length: 10_000 }, (_, n) => BigInt(n));
    for (const userId of all) owner.add(eventOf(userId));
    await turn();
    expect(users).toEqual(all);
    expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
  });
});

describe('the owner of a market', () => {
  it('is asked once for all accounts that a process shows', async () => {
    follow.stop();
    await turn();
    bus.requests.length = 0;
    answerVersions(bus, market, 1n, interest);
    const feed = new AccountFeed({ bus, clock });
    for (let n = 0n; n < 50n; n += 1n) {
      const nothing = (): void => undefined;
      feed.follow('main', n, { known: { ...account(5n), id: n }, event: nothing, readAgain: nothing });
    }
    await turn();
    // To be told of them.
    expect(bus.requests).toEqual([versionsSubject('main')]);
    await wait(2_000);
    expect(bus.requests).toEqual([versionsSubject('main'), versionsSubject('main')]);
  });

  it('refuses what is no question', async () => {
    answerVersions(bus, market, 1n, interest);
    const tooMany = Array.from({ length: 50_001 }, () => 1n);
    for (const body of [null, 'all', { term: 1n, accountIds: [7] }, { term: 1n, accountIds: tooMany }]) {
      await expect(bus.request(versionsSubject('main'), body)).rejects.toThrow();
    }
  });

  it('leaves the answer to one of a later term', async () => {
    answerVersions(bus, market, 1n, interest);
    const answers: unknown[] = [];
    for (const term of [2n, 1n]) {
      void bus.request(versionsSubject('main'), { term, accountIds: [7n] }).then((answer) => answers.push(answer));
    }
    await turn();
    expect(answers).toEqual([{ term: 1n, versions: [5n] }]);
  });
});
