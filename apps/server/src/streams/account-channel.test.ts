import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { Reader } from '../../test/support/reader.ts';
import type { AccountState, AccountView } from '../commands/batch.ts';
import type { AccountEvent } from '../engine/events.ts';
import { AccountChannel } from './account-channel.ts';
import type { Subscriber } from './client.ts';

const account = (version: bigint): AccountState => ({
  id: 7n,
  userId: 3n,
  version,
  available: version * 1_000_000n,
  orders: 0n,
  margin: 0n,
  locked: 0n,
  realisedPnl: 0n,
  season: 1,
  seasonStartedAt: 0,
  attempt: null,
});

/** Reads that a test ends by hand, each with the version that is committed then. */
let reads: { end: (version: bigint) => Promise<void>; fail: () => Promise<void> }[];
let failures: { clients: Subscriber[]; error: unknown }[];
let channel: AccountChannel;

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function commit(version: bigint, fromVersion = version - 1n): void {
  const event: AccountEvent = {
    marketId: 'main',
    userId: 3n,
    account: account(version),
    fromVersion,
    positions: [],
    removedPositions: [],
    orders: [],
    removedOrders: [],
    trades: [],
  };
  channel.event(event);
}

beforeEach(() => {
  reads = [];
  failures = [];
  const read = (): Promise<AccountView> =>
    new Promise((resolve, reject) => {
      reads.push({
        end: (version) => (resolve({ account: account(version), positions: [], orders: [] }), flush()),
        fail: () => (reject(new Error('gone')), flush()),
      });
    });
  channel = new AccountChannel(new FixedMarket(), read, (clients, error) => failures.push({ clients, error }));
});

async function join(version: bigint): Promise<Reader> {
  const reader = new Reader();
  channel.add(reader);
  await reads.at(-1)?.end(version);
  return reader;
}

describe('the account channel', () => {
  it('begins with the committed state and goes on with every commit', async () => {
    const reader = await join(5n);
    commit(6n);
    commit(7n);
    expect(reader.story).toEqual(['snapshot 5', 'update 6', 'update 7']);
    expect(reader.last('account').data.balances.available).toBe('7');
  });

  it('neither loses nor repeats a commit that arrives while the snapshot is read', async () => {
    const reader = new Reader();
    channel.add(reader);
    commit(5n);
    commit(6n);
    commit(7n);
    expect(reader.story).toEqual([]);
    await reads[0]?.end(6n);
    expect(reader.story).toEqual(['snapshot 6', 'update 7']);
  });

  it('leaves out commits that the snapshot has already when they are announced late', async () => {
    const reader = await join(6n);
    commit(5n);
    commit(6n);
    commit(7n);
    expect(reader.story).toEqual(['snapshot 6', 'update 7']);
  });

  it('reads again when a commit was never announced', async () => {
    const reader = await join(5n);
    commit(7n);
    expect(reader.story).toEqual(['snapshot 5']);
    await reads[1]?.end(7n);
    commit(8n);
    expect(reader.story).toEqual(['snapshot 5', 'snapshot 7', 'update 8']);
  });

  it('does not take what one client was told for what all were', async () => {
    const first = await join(5n);
    await join(8n);
    expect(channel.known).toEqual({ id: 7n, version: 5n });
    channel.readAgain();
    expect(channel.known).toBeNull();
    await reads[2]?.end(8n);
    expect([first.story, channel.known?.version]).toEqual([['snapshot 5', 'snapshot 8'], 8n]);
  });

  it('reads once for all that wait', async () => {
    const readers = [new Reader(), new Reader(), new Reader()];
    for (const reader of readers) channel.add(reader);
    await reads[0]?.end(5n);
    expect(reads).toHaveLength(1);
    expect(readers.map((reader) => reader.story)).toEqual([['snapshot 5'], ['snapshot 5'], ['snapshot 5']]);
  });

  it('S9 lets a slow client miss commits and gives it the newest state later', async () => {
    const slow = await join(5n);
    const quick = await join(5n);
    slow.paused = true;
    commit(6n);
    commit(7n);
    channel.flush();
    expect(reads).toHaveLength(2);
    slow.paused = false;
    channel.flush();
    await reads[2]?.end(7n);
    commit(8n);
    expect(slow.story).toEqual(['snapshot 5', 'snapshot 7', 'update 8']);
    expect(quick.story).toEqual(['snapshot 5', 'update 6', 'update 7', 'update 8']);
  });

  it('lets go of those who wait when nothing can be read, and of nobody else', async () => {
    const live = await join(5n);
    const waiting = new Reader();
    channel.add(waiting);
    await reads[1]?.fail();
    expect(failures.map(({ clients }) => clients)).toEqual([[waiting]]);
    commit(6n);
    expect(live.story).toEqual(['snapshot 5', 'update 6']);
    expect(waiting.story).toEqual([]);
  });
});
