import { encodeTransactionHash, GENESIS_MS } from '@plecho/network';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { createExplorer } from './explorer.ts';
import type { ExplorerStore, NetworkTransaction } from './ports.ts';

const hashOf = (n: number): string => encodeTransactionHash(new Uint8Array(32).fill(n));

const transactionOf = (hash: string): NetworkTransaction => ({
  ...{ id: 1n, hash, network: 'bsc', asset: 'USDT', from: null, to: 'sim1', amount: 1n, fee: 0n, memo: null },
  ...{ submittedAt: GENESIS_MS, block: 1 },
});

/** A storage that knows the hashes it is given. */
class Store implements Pick<ExplorerStore, 'byHashes'> {
  readonly statements: number[] = [];
  broken = false;
  readonly #known: ReadonlySet<string>;

  constructor(known: string[]) {
    this.#known = new Set(known);
  }

  async byHashes(hashes: readonly string[]): Promise<(NetworkTransaction | null)[]> {
    this.statements.push(hashes.length);
    if (this.broken) throw new Error('the database is gone');
    return hashes.map((hash) => (this.#known.has(hash) ? transactionOf(hash) : null));
  }
}

const open = (...known: string[]) => {
  const store = new Store(known);
  return { store, explorer: createExplorer({ store: store as never, clock: new FakeClock(GENESIS_MS) }) };
};

describe('look-ups that come together', () => {
  it('are one statement, and everybody gets their own answer', async () => {
    const { store, explorer } = open(hashOf(1), hashOf(2));
    const answers = await Promise.allSettled([2, 3, 1, 2].map((n) => explorer.transaction(hashOf(n))));
    expect(answers).toMatchObject([
      { value: { hash: hashOf(2) } },
      { reason: { code: 'transaction_unknown' } },
      { value: { hash: hashOf(1) } },
      { value: { hash: hashOf(2) } },
    ]);
    expect(store.statements).toEqual([4]);
  });

  it('are asked anew the next time: nothing is kept', async () => {
    const { store, explorer } = open(hashOf(1));
    await explorer.transaction(hashOf(1));
    await explorer.search(hashOf(1));
    expect(store.statements).toEqual([1, 1]);
  });

  it('are several statements when there are very many', async () => {
    const { store, explorer } = open(hashOf(1));
    await Promise.all(Array.from({ length: 450 }, () => explorer.transaction(hashOf(1))));
    expect(store.statements).toEqual([200, 200, 50]);
  });

  it('fail together when the database does, and not after that', async () => {
    const { store, explorer } = open(hashOf(1));
    store.broken = true;
    const failed = await Promise.allSettled([1, 2].map((n) => explorer.transaction(hashOf(n))));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.broken = false;
    await expect(explorer.transaction(hashOf(1))).resolves.toMatchObject({ hash: hashOf(1) });
  });
});
