import { describe, expect, it } from 'vitest';
import { BTC, tradingMarket, usdt, type TestMarket } from '../../test/test-market.ts';
import type { AccountView } from '../commands/batch.ts';

const stored = ({ store }: TestMarket, id: bigint): AccountView => ({
  account: store.accounts.get(id)!,
  ...store.openOf(id),
});

describe('an account read from the memory of its market', () => {
  it('L9 is what is written down, with what is open by id', async () => {
    const { market, account } = await tradingMarket();
    const [first, second] = [await market.open(account), await market.open(account)];
    const orders = [await market.place(account, '95'), await market.place(account, '96')];
    await market.close(first, 5_000n);
    expect(market.host.account(account)).toEqual(stored(market, account));
    expect(market.host.account(account)?.positions.map(({ id }) => id)).toEqual([first.id, second.id]);
    await market.submit({ type: 'cancelOrder', accountId: account, orderId: orders[0]!.id });
    await market.close(first);
    expect(market.host.account(account)).toEqual(stored(market, account));
    expect(market.host.account(account)).toMatchObject({
      positions: [{ id: second.id }],
      orders: [{ id: orders[1]!.id }],
    });
    expect(market.host.account(12_345n)).toBeNull();
  });

  it('stays as it was read, whatever happens afterwards', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const read = market.host.account(account);
    await market.close(position);
    expect(read?.positions).toEqual([position]);
  });

  it('L7 is kept back while a change of it is being written; others are not', async () => {
    const { market, account } = await tradingMarket();
    const bystander = await market.enter(2n);
    market.weather.slow = true;
    const opened = market.open(account);
    await market.idle();
    expect(market.host.account(account)).toBeNull();
    expect(market.host.account(bystander)).toEqual(stored(market, bystander));
    market.journal.release();
    const { id } = await opened;
    expect(market.host.account(account)?.positions).toMatchObject([{ id }]);
  });

  it('L7 is kept back while what was refused is tried again, and has nothing of it afterwards', async () => {
    const { market, account } = await tradingMarket();
    const before = stored(market, account);
    market.weather.refuses = () => {
      expect(market.host.account(account)).toBeNull();
      return true;
    };
    await expect(market.open(account)).rejects.toThrow('internal');
    expect(market.host.account(account)).toEqual(before);
  });

  it.each(['lost', 'unknown'] as const)('L7 is kept back until a batch that was %s is read again', async (fate) => {
    const { market, account } = await tradingMarket();
    market.weather.fates = [fate];
    await expect(market.open(account)).rejects.toThrow();
    expect(market.host.account(account)).toBeNull();
    await market.tick(BTC, '101');
    expect(market.host.account(account)).toEqual(stored(market, account));
    expect(market.host.account(account)?.account.margin).toBe(fate === 'lost' ? 0n : usdt('100'));
  });

  it('L7 is kept back while the market is halted, and again to be had when it goes on', async () => {
    const { market, account } = await tradingMarket();
    market.host.halt(new Error('the books do not add up'));
    expect(market.host.account(account)).toBeNull();
    expect(await market.host.resume()).toBe(true);
    expect(market.host.account(account)).toEqual(stored(market, account));
  });

  it('O1 is kept back by a writer that has lost its lock, and by one that has stopped', async () => {
    const { market, account } = await tradingMarket();
    const other = await tradingMarket();
    market.journal.kill();
    expect(market.host.account(account)).toBeNull();
    await other.market.host.stop();
    expect(other.market.host.account(other.account)).toBeNull();
  });
});
