import { expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { createMarket, insertUsers, MARKET } from '../../test/harness/trading.ts';
import { BTC, price, TestMarket, usdt } from '../../test/test-market.ts';
import { openIdSource } from '../storage/id-source.ts';
import { PgJournal } from '../storage/journal/journal.ts';

const RULES = { takerFee: 1_000n, makerFee: 200n };
const db = useDatabase();

it.each([
  { what: 'a maker’s', limit: '100', last: '99.99', next: '100.05', to: '99', fee: '0.2', maker: true },
  { what: 'a taker’s', limit: '100', last: '100.05', next: '100.02', to: '100.5', fee: '1', maker: false },
])(
  'E1 E12 an order that an amendment has made $what is so after the market was read again: it is filled from what it has set aside',
  async ({ limit, last, next, to, fee, maker }) => {
    const id = maker ? MARKET.id : 'market-2';
    await createMarket(db.target, { ...MARKET, id, rules: { ...MARKET.rules, ...RULES } });
    const [userId] = await insertUsers(db.pool, 1, maker ? 0 : 1);
    const ids = await openIdSource(db.pool);
    const start = async (clock?: TestMarket['clock']) => {
      const journal = new PgJournal(db.target, id);
      const market = new TestMarket({
        id,
        rules: RULES,
        storage: { journal, ids },
        ...(clock === undefined ? {} : { clock }),
      });
      await market.host.start();
      return { market, journal };
    };
    const pass = async (market: TestMarket, to: string) => {
      await market.tick(BTC, to);
      await market.host.idle();
    };

    const { market: before, journal } = await start();
    await pass(before, last);
    const account = await before.enter(userId);
    const { id: orderId, maker: wasMaker } = await before.place(account, limit);
    expect(wasMaker).toBe(!maker);
    await pass(before, next);
    const amended = await before.submit({ type: 'amendOrder', accountId: account, orderId, limitPrice: price(to) });
    const reserved = usdt('100') + usdt(fee);
    expect(amended).toMatchObject({ ok: true, result: { order: { maker, reserved } } });
    await before.host.stop();
    await journal.close();

    const { market: after, journal: again } = await start(before.clock);
    await pass(after, to);
    expect([after.failures, after.host.status().halt]).toEqual([[], null]);
    expect(after.host.account(account)).toMatchObject({
      account: { available: usdt('900') - usdt(fee), orders: 0n, margin: usdt('100'), realisedPnl: -usdt(fee) },
      positions: [{ maker, openFee: usdt(fee), entryPrice: price(to) }],
      orders: [],
    });
    await after.host.stop();
    await again.close();
  },
);
