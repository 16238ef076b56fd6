import type { Operation, PaymentsData, WalletBalance } from '@plecho/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { Reader } from '../../test/support/reader.ts';
import { addressOf } from '../payments/test/memory-network.ts';
import type { Subscriber } from './client.ts';
import { isMoneyUnderWay, SnapshotChannel } from './snapshot-channel.ts';

const operation = (id: number, status: Operation['status'], type: Operation['type'] = 'deposit'): Operation => ({
  ...{ id: String(id), market: 'main', type, status, code: 'REQ100000', amount: '10', currency: 'USDT' },
  ...{ network: 'bsc', address: addressOf('evm', 'a deposit'), memo: null, txHash: null, fee: '0' },
  ...{ confirmations: 0, confirmationsNeeded: 5, value: null, price: null, card: null, failure: null },
  ...{ waitsUntil: null, createdAt: 1, settledAt: null },
});
const coins = (incoming: string): WalletBalance => ({
  ...{ asset: 'USDT', network: 'bsc', address: addressOf('evm', 'a wallet'), balance: '1', incoming },
});

let now: number;
let data: PaymentsData;
let reads: number;
/** Resolves before a read ends; rejecting lets it fail. */
let reading: Promise<void>;
let failures: Subscriber[][];
let channel: SnapshotChannel<'payments'>;

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  now = 1_000_000;
  data = { operations: [], wallet: [coins('0')] };
  reads = 0;
  reading = Promise.resolve();
  failures = [];
  const read = async (): Promise<PaymentsData> => {
    reads += 1;
    const seen = data;
    await reading;
    return seen;
  };
  channel = new SnapshotChannel({
    ...{ channel: 'payments', marketId: 'main', read, isUnderWay: isMoneyUnderWay },
    onError: (clients) => failures.push(clients),
  });
});

async function join(): Promise<Reader> {
  const reader = new Reader();
  channel.add(reader);
  await flush();
  return reader;
}

/** Flushes four times a second, as the server does. */
async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 250) {
    now += 250;
    channel.flush(now);
    await flush();
  }
}

describe('the payments channel', () => {
  it('begins with what there is and goes on with every change', async () => {
    const reader = await join();
    expect(reader.story).toEqual(['snapshot 0']);
    data = { ...data, operations: [operation(1, 'completed')] };
    channel.change();
    await pass(1_000);
    expect(reader.story).toEqual(['snapshot 0', 'snapshot 1']);
    expect(reader.last('payments').data.operations.map(({ id }) => id)).toEqual(['1']);
  });

  it('reads nothing while nothing happens', async () => {
    await join();
    await pass(2_000);
    const before = reads;
    await pass(10_000);
    expect(reads).toBe(before);
  });

  it('sends at most one message a second, however much happens, and the newest state in the end', async () => {
    const reader = await join();
    for (let n = 1; n <= 40; n += 1) {
      data = { ...data, operations: [operation(n, 'completed')] };
      channel.change();
      await pass(250);
    }
    await pass(1_000);
    expect(reader.story.length).toBeLessThanOrEqual(12);
    expect(reader.last('payments').data.operations.map(({ id }) => id)).toEqual(['40']);
  });

  it.each([
    ['a pending deposit', () => ({ ...data, operations: [operation(1, 'pending')] }), true],
    ['a pending withdrawal', () => ({ ...data, operations: [operation(1, 'pending', 'withdraw')] }), true],
    ['coins on their way', () => ({ ...data, wallet: [coins('5')] }), true],
    ['a card that waits for a click', () => ({ ...data, operations: [operation(1, 'pending', 'card')] }), false],
  ])('looks again every second at %s: %s', async (_name, make, isWatched) => {
    data = make();
    const reader = await join();
    await pass(1_000);
    const operations = data.operations.map((each) => ({ ...each, confirmations: 3 }));
    data = { operations, wallet: [coins('7')] };
    await pass(1_000);
    expect(reader.story.length).toBe(isWatched ? 2 : 1);
  });

  it('does not repeat itself while nothing has changed', async () => {
    data = { ...data, operations: [operation(1, 'pending')] };
    const reader = await join();
    await pass(5_000);
    expect(reader.story).toEqual(['snapshot 0']);
  });

  it('reads again what changed while it was being read', async () => {
    const reader = await join();
    await pass(1_000);
    let end = (): void => undefined;
    reading = new Promise((resolve) => (end = resolve));
    channel.change();
    await pass(1_000);
    data = { ...data, operations: [operation(1, 'completed')] };
    channel.change();
    end();
    await pass(2_000);
    expect(reader.last('payments').data.operations).toHaveLength(1);
  });

  it('gives a newcomer what the others have at once', async () => {
    await join();
    const newcomer = new Reader();
    channel.add(newcomer);
    expect(newcomer.story).toEqual(['snapshot 0']);
  });

  it('S9 gives a slow client the newest state when it can take it', async () => {
    const slow = await join();
    slow.paused = true;
    for (const id of [1, 2]) {
      data = { ...data, operations: [operation(id, 'completed')] };
      channel.change();
      await pass(1_000);
    }
    slow.paused = false;
    await pass(250);
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 2']);
  });

  it('lets go of those who have nothing when nothing can be read, and tries again for the others', async () => {
    const reader = await join();
    reading = Promise.reject(new Error('gone'));
    reading.catch(() => undefined);
    data = { ...data, operations: [operation(1, 'completed')] };
    channel.change();
    await pass(1_000);
    expect(failures).toEqual([[]]);
    reading = Promise.resolve();
    await pass(1_000);
    expect(reader.story).toEqual(['snapshot 0', 'snapshot 1']);
  });

  it('lets go of a first client when nothing can be read', async () => {
    reading = Promise.reject(new Error('gone'));
    reading.catch(() => undefined);
    const reader = await join();
    expect(failures).toEqual([[reader]]);
    expect(channel.size).toBe(0);
  });
});
