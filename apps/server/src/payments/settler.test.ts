import { coins } from '@plecho/network';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NetworkTransaction } from '../network/ports.ts';
import { CONFIRMED_MS, testMoney, type TestMoney } from './test/money.ts';

let money: TestMoney;
beforeEach(async () => {
  money = await testMoney();
});

/** Claims past the limit on what may be pending. */
async function claim({ asset, network, amount, hash, to }: NetworkTransaction, id: bigint): Promise<void> {
  const base = { id, accountId: money.account, userId: 1n, createdAt: money.market.clock.now() };
  await money.store.addDeposit({ ...base, asset, network, amount, address: to, txHash: hash });
}

async function deposits(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await claim(await money.deposit('USDT', 'bsc', coins('USDT', '10')), BigInt(n));
}

const pending = (): number => money.store.pending().length;

describe('the settler', () => {
  it('credits nothing before the last confirmation and everything with it', async () => {
    await deposits(1);
    const { block } = money.network.transactions[0] ?? { block: 0 };
    while (money.network.confirmations({ network: 'bsc', block } as NetworkTransaction) < 4) money.wait(100);
    await money.settler.pass();
    expect(pending()).toBe(1);
    while (money.network.confirmations({ network: 'bsc', block } as NetworkTransaction) < 5) money.wait(100);
    await money.settler.pass();
    expect(pending()).toBe(0);
    expect(money.figures()).toMatchObject({ pending: { deposit: 0 }, completed: { deposit: 1 } });
  });

  it('brings everything on in one pass, many at a time', async () => {
    await deposits(1_200);
    money.wait(CONFIRMED_MS);
    await money.settler.pass();
    expect(pending()).toBe(0);
    expect(money.market.account(money.account).available).toBe(13_000_000_000n);
    expect(money.market.batches.length).toBeLessThan(40);
  });

  it('is not held up by operations that have to wait for a price', async () => {
    for (let n = 1; n <= 600; n += 1) await claim(await money.deposit('BTC', 'bitcoin', 10_000n), BigInt(n));
    await claim(await money.deposit('USDT', 'bsc', coins('USDT', '10')), 601n);
    money.wait(CONFIRMED_MS);
    await money.settler.pass();
    expect(pending()).toBe(600);
    await money.market.tick('BTCUSDT', '100');
    await money.settler.pass();
    expect(pending()).toBe(0);
    expect(money.failures).toEqual([]);
  });

  it('looks by itself again and again, at once when it is told to, and no more after its end', async () => {
    money.settler.start();
    await deposits(1);
    const early = await money.deposit('USDT', 'bsc', coins('USDT', '10'));
    money.wait(CONFIRMED_MS);
    await money.market.idle();
    expect(pending()).toBe(0);
    await claim(early, 2n);
    money.settler.wake();
    await money.market.idle();
    expect(pending()).toBe(0);
    await money.settler.stop();
    await claim(await money.deposit('USDT', 'bsc', coins('USDT', '10')), 3n);
    money.wait(CONFIRMED_MS);
    money.settler.wake();
    await money.market.idle();
    expect(pending()).toBe(1);
  });

  it('S10 ends when what is under way is done', async () => {
    await deposits(3);
    money.wait(CONFIRMED_MS);
    money.settler.start();
    await money.settler.stop();
    expect(pending()).toBe(0);
  });

  it('goes on when the database was gone, and says so', async () => {
    await deposits(1);
    money.wait(CONFIRMED_MS);
    const due = money.store.due.bind(money.store);
    money.store.due = () => Promise.reject(new Error('gone'));
    await money.settler.pass();
    expect(money.failures).toHaveLength(1);
    money.store.due = due;
    await money.settler.pass();
    expect(pending()).toBe(0);
  });

  it('tells what it refused to do with an operation that makes no sense, and goes on with the others', async () => {
    await deposits(2);
    money.wait(CONFIRMED_MS);
    const first = money.store.all.get(1n);
    if (first !== undefined) money.store.all.set(1n, { ...first, currency: 'RUB' });
    await money.settler.pass();
    expect(money.store.pending().map(({ id }) => id)).toEqual([1n]);
    expect(money.failures).toHaveLength(1);
  });
});
