import { expect, it } from 'vitest';
import { Ends } from './audit-parts.ts';
import { emptyBooks } from './books.ts';
import type { SeenAccount, SeenBatch, SeenOrder, SeenRules } from './observations.ts';
import { OrderAudit } from './order-audit.ts';
import { PriceModel } from './price-model.ts';

const RULES: SeenRules = {
  ...{ takerFee: 1_000n, makerFee: 200n, funding: null, maintenance: 5_000n, staleAfterMs: 10_000 },
  ...{ maxJump: 300_000n, jumpConfirmMs: 30_000, spreads: new Map(), classRules: null },
};
/** A long of 100 USDT at leverage 10 that waits below the market, which is at 100. */
const LIMIT: SeenOrder = {
  ...{ id: 1n, accountId: 7n, symbol: 'BTCUSDT', side: 'long', margin: 100_000_000n, leverage: 10, kind: 'limit' },
  ...{ limitPrice: 90n, stopPrice: null, callback: null, activatedAt: null, takeProfit: null, stopLoss: null },
  ...{ trailing: null, expiresAt: null, pairedWith: null, reduces: null, portion: null, reserved: 100_200_000n },
  ...{ status: 'open', createdAt: 1, maker: true },
};
const STAMP = { seq: 1n, now: 10, writtenAt: 10, ends: new Ends(), isOver: false };

/** An audit that knows of the orders, and what it says is broken. */
function audit(...orders: SeenOrder[]) {
  const broken: string[] = [];
  const books = emptyBooks();
  for (const state of orders)
    books.orders.set(state.id, { state, due: null, best: null, activatedBy: null, barred: null });
  const prices = new PriceModel(['BTCUSDT'], RULES);
  const record = prices.tick({ symbol: 'BTCUSDT', price: 100n, time: 1 }, 1);
  if (record === null) throw new Error('no price');
  const report = (rule: string, message: string): void => void broken.push(`${rule} ${message}`);
  return { broken, books, record, orders: new OrderAudit(books, prices, RULES, report) };
}

it('E1 both of a pair together set aside what the larger one needs after one of them was amended', () => {
  const [first, second] = [
    { ...LIMIT, pairedWith: 2n },
    { ...LIMIT, id: 2n, pairedWith: 1n, reserved: 0n },
  ];
  const larger = { ...second, margin: 200_000_000n };
  const right = audit(first, second);
  right.orders.changes(
    [
      { ...larger, reserved: 200_400_000n },
      { ...first, reserved: 0n },
    ],
    STAMP,
  );
  expect(right.broken).toEqual([]);
  for (const reserved of [200_200_000n, 200_400_000n]) {
    const wrong = audit(first, second);
    wrong.orders.changes([{ ...larger, reserved }], STAMP);
    expect(wrong.broken).toEqual([`E1 order 2 reserves ${reserved + first.reserved}`]);
  }
});

it('E17 the end of an attempt cancels an order that is over by the time that this is written, and no earlier one', () => {
  for (const [expiresAt, expected] of [
    [9, []],
    [5, ['E8 order 1 ended as cancelled, but had come to its expiry']],
  ] as const) {
    const order: SeenOrder = { ...LIMIT, expiresAt };
    const { broken, books, record, orders } = audit();
    books.orders.set(order.id, {
      state: order,
      due: { record, reason: 'expiry' },
      best: null,
      activatedBy: null,
      barred: null,
    });
    const account = { id: 7n, attempt: { endedAt: 6 } } as SeenAccount;
    const ended: SeenOrder[] = [{ ...order, status: 'cancelled' }];
    const batch = { accounts: [account], endedOrders: ended, placedOrders: [], trades: [] } as unknown as SeenBatch;
    orders.end(batch, STAMP);
    expect(broken).toEqual(expected);
  }
});
