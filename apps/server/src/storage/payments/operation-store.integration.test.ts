import { encodeTransactionHash, NETWORKS, type Network } from '@plecho/network';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { addressOf } from '../../payments/test/memory-network.ts';
import { PgOperationStore } from './operation-store.ts';

const database = useDatabase();
const ADDRESS = addressOf('evm', 'a deposit');
const hashOf = (n: number): string => encodeTransactionHash(new Uint8Array(32).fill(n));
const heights = (height: number): Map<Network, number> => new Map(NETWORKS.map((network) => [network, height]));

let store: PgOperationStore;
let lastId = 0n;
beforeAll(() => {
  store = new PgOperationStore(database.pool);
});

const base = () => ({
  id: (lastId += 1n),
  accountId: 7n,
  userId: 3n,
  createdAt: 1_790_000_000_000,
});

function deposit(hash: number) {
  const where = { asset: 'USDT', network: 'bsc', address: ADDRESS } as const;
  return { ...base(), ...where, amount: 10_000_000n, txHash: hashOf(hash) };
}

function card(expiresAt: number, attemptsLeft = 3) {
  return { ...base(), rub: 5_000, card: 'secure' as const, bank: { code: '0042', attemptsLeft, expiresAt } };
}

describe('the storage of operations', () => {
  it('L6 takes one of many claims of one transaction', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => store.addDeposit(deposit(1))));
    expect(claims.filter((isAdded) => isAdded)).toHaveLength(1);
    await store.addCard(card(1));
    expect(await store.countPending(3n)).toBe(2);
    expect(await store.countPending(4n)).toBe(0);
    expect(await store.pendingByType()).toEqual({ deposit: 1, withdraw: 0, card: 1 });
  });

  it('gives every operation a code of its own', async () => {
    const codes = (await store.list({ accountId: 7n, beforeId: null, limit: 100 })).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => code >= 100_000n)).toBe(true);
  });

  it('S3 compares as many codes as there are attempts, however close together they come', async () => {
    const added = card(9e15);
    await store.addCard(added);
    const guesses = Array.from({ length: 20 }, (_, n) => store.tryCode(added.id, `00${n + 50}`, 'approved', 1));
    const tried = (await Promise.all(guesses)).filter((each) => each !== null);
    expect(tried.toSorted((a, b) => a.attemptsLeft - b.attemptsLeft)).toEqual([
      { attemptsLeft: 0, verdict: 'wrongCode' },
      { attemptsLeft: 1, verdict: null },
      { attemptsLeft: 2, verdict: null },
    ]);
    expect(await store.tryCode(added.id, '0042', 'approved', 1)).toBeNull();
    expect(await store.endBank(added.id, 'cancelled')).toBe(false);
    expect(await store.byId(added.id)).toMatchObject({ bank: { code: '0042', attemptsLeft: 0, verdict: 'wrongCode' } });
  });

  it('ends the bank’s step once: rightly, by turning back, or not at all after its time', async () => {
    const [paid, left, late] = [card(100), card(100), card(100)];
    for (const each of [paid, left, late]) await store.addCard(each);
    const ends = await Promise.all([1, 2, 3].map(() => store.tryCode(paid.id, '0042', 'approved', 99)));
    expect(ends.filter((end) => end !== null)).toEqual([{ attemptsLeft: 2, verdict: 'approved' }]);
    expect(await Promise.all([1, 2, 3].map(() => store.endBank(left.id, 'cancelled')))).toContain(true);
    expect(await store.tryCode(left.id, '0042', 'approved', 99)).toBeNull();
    expect(await store.tryCode(late.id, '0042', 'approved', 100)).toBeNull();
    expect(await store.byId(late.id)).toMatchObject({ bank: { attemptsLeft: 3, verdict: null } });
  });

  it('finds what can be brought on: cards out of time or decided about, transactions with enough blocks', async () => {
    const [early, late] = [card(5_000), card(60_000)];
    await store.addCard(early);
    await store.addCard(late);
    const sent = deposit(50);
    await database.owner.query(
      `INSERT INTO network_transactions (hash, network, asset, to_address, amount, fee, submitted_at, block_height)
       VALUES ($1, 'bsc', 'USDT', $2, 10000000, 0, 1, 100)`,
      [sent.txHash, ADDRESS],
    );
    await database.owner.query(
      `INSERT INTO network_balances VALUES ('new', 'bsc', 'USDT', -10000000), ($1, 'bsc', 'USDT', 10000000)`,
      [ADDRESS],
    );
    await store.addDeposit(sent);
    const ids = async (now: number, height: number, after = 0n, limit = 10): Promise<bigint[]> =>
      (await store.due(now, heights(height), after, limit)).map(({ id }) => id).filter((id) => id >= early.id);
    expect(await ids(4_999, 99)).toEqual([]);
    expect(await ids(5_000, 99)).toEqual([early.id]);
    expect(await ids(6_000, 100)).toEqual([early.id, sent.id]);
    await store.endBank(late.id, 'cancelled');
    expect(await ids(6_000, 100)).toEqual([early.id, late.id, sent.id]);
    expect(await ids(6_000, 100, early.id, 1)).toEqual([late.id]);
    const found = (await store.due(6_000, heights(100), late.id, 10))[0];
    expect(found).toMatchObject({ id: sent.id, transaction: { hash: sent.txHash, block: 100 }, settlement: null });
  });

  it('L5 never changes or forgets what was stored', async () => {
    for (const sql of ['UPDATE operations SET amount = 1', 'DELETE FROM operations', 'DELETE FROM settlements']) {
      await expect(database.pool.query(sql)).rejects.toThrow(/permission denied|append-only/);
    }
  });
});
