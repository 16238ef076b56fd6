import { isWithinLimit, liquidationPrice, orderQuote } from '@plecho/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderState, PositionState, PriceRecord } from '../commands/batch.ts';
import { LIMIT_ORDER } from '../../test/support/limit-order.ts';
import { reasonAt } from './close-reason.ts';
import { TriggerIndex } from './trigger-index.ts';

const SYMBOLS = ['AUSDT', 'BUSDT'] as const;
const record = (symbol: string, price: bigint): PriceRecord => ({ seq: 1n, symbol, price, time: 0 });
/** What nobody has added to, and no round of funding was of. */
const NEW = { maker: false, added: [], funding: 0n, fundedAt: 0 };
const level = fc.option(fc.bigInt(50n, 150n));

const position = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('long' as const, 'short' as const),
    leverage: fc.integer({ min: 1, max: 10 }),
    takeProfit: level,
    stopLoss: level,
  })
  .map((drawn): PositionState => ({
    ...drawn,
    initialStopLoss: drawn.stopLoss,
    id: 0n,
    accountId: 1n,
    margin: 1n,
    notional: BigInt(drawn.leverage),
    entryPrice: 100n,
    ...NEW,
    trailing: null,
    openFee: 0n,
    openedAt: 0,
    liquidationPrice: liquidationPrice(drawn.side, 100n, drawn.leverage, 5_000n),
    entryRecord: record(drawn.symbol, 100n),
  }));
const order = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('long' as const, 'short' as const),
    limitPrice: fc.bigInt(50n, 150n),
  })
  .map((drawn): OrderState => ({
    ...LIMIT_ORDER,
    ...drawn,
    id: 0n,
    accountId: 1n,
    margin: 1n,
    leverage: 1,
    takeProfit: null,
    stopLoss: null,
    reserved: 1n,
    maker: false,
    status: 'open',
    createdAt: 0,
  }));
const step = fc.oneof(
  position.map((drawn) => ({ type: 'position' as const, drawn })),
  order.map((drawn) => ({ type: 'order' as const, drawn })),
  fc.nat().map((n) => ({ type: 'remove' as const, n })),
  fc.record({ type: fc.constant('tick' as const), symbol: fc.constantFrom(...SYMBOLS), price: fc.bigInt(40n, 160n) }),
);

const isReached = (open: PositionState | OrderState, at: PriceRecord): boolean => {
  if (open.symbol !== at.symbol) return false;
  if ('entryPrice' in open) return reasonAt(open, at) !== null;
  return open.limitPrice !== null && isWithinLimit(orderQuote(open), open.limitPrice, at.price);
};

describe('TriggerIndex', () => {
  it('finds exactly what a scan of everything finds, and leaves nothing of it behind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const index = new TriggerIndex();
        const open = new Map<bigint, PositionState | OrderState>();
        let id = 0n;
        for (const taken of steps) {
          if (taken.type === 'position') {
            const added = { ...taken.drawn, id: ++id };
            index.addPosition(added);
            open.set(id, added);
          } else if (taken.type === 'order') {
            const added = { ...taken.drawn, id: ++id };
            index.addOrder(added);
            open.set(id, added);
          } else if (taken.type === 'remove') {
            const gone = [...open.values()][taken.n % Math.max(1, open.size)];
            if (gone === undefined) continue;
            if ('entryPrice' in gone) index.removePosition(gone);
            else index.removeOrder(gone);
            open.delete(gone.id);
          } else {
            const at = record(taken.symbol, taken.price);
            const reached = [...open.values()].filter((one) => isReached(one, at));
            expect(new Set(index.takeReached(at))).toEqual(new Set(reached.map((one) => one.id)));
            for (const one of reached) {
              if ('entryPrice' in one) index.removePosition(one);
              open.delete(one.id);
            }
          }
        }
        for (const symbol of SYMBOLS) {
          const left = [...open.values()].filter((one) => one.symbol === symbol);
          const low = index.takeReached(record(symbol, 1n));
          const high = index.takeReached(record(symbol, 1_000_000n));
          for (const one of left.filter((each) => !('entryPrice' in each))) expect([...low, ...high]).toContain(one.id);
          for (const found of [...low, ...high]) expect(open.has(found)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('E2 an order that was removed is not over at its time, and one that was amended neither at the old one nor at its old limit', () => {
    const placed: OrderState = {
      ...LIMIT_ORDER,
      ...{
        id: 1n,
        accountId: 1n,
        symbol: 'AUSDT',
        side: 'long',
        limitPrice: 95n,
        margin: 1n,
        leverage: 1,
        reserved: 1n,
      },
      ...{ takeProfit: null, stopLoss: null, maker: false, status: 'open', createdAt: 0, expiresAt: 100 },
    };
    const other = { ...placed, id: 2n };
    const amended = { ...other, limitPrice: 90n, expiresAt: 300 };
    const index = new TriggerIndex();
    for (const order of [placed, other]) index.addOrder(order);
    index.removeOrder(placed);
    index.replaceOrder(other, amended);
    expect(index.takeExpired(299)).toEqual([]);
    expect(index.takeReached(record('AUSDT', 95n))).toEqual([]);
    expect(index.mayExpire).toBe(true);
    expect(index.takeExpired(300)).toEqual([2n]);
    expect(index.mayExpire).toBe(false);
    expect(index.takeReached(record('AUSDT', 90n))).toEqual([2n]);
  });

  it('E2 liquidation comes before stop loss and stop loss before take profit', () => {
    const long: PositionState = {
      id: 1n,
      accountId: 1n,
      symbol: 'AUSDT',
      side: 'long',
      margin: 10n,
      leverage: 10,
      notional: 100n,
      entryPrice: 100n,
      liquidationPrice: 90n,
      takeProfit: 80n,
      stopLoss: 90n,
      initialStopLoss: 90n,
      ...NEW,
      trailing: null,
      openFee: 0n,
      openedAt: 0,
      entryRecord: record('AUSDT', 100n),
    };
    expect(reasonAt(long, record('AUSDT', 90n))).toBe('liquidation');
    expect(reasonAt({ ...long, liquidationPrice: null }, record('AUSDT', 85n))).toBe('stopLoss');
    expect(reasonAt({ ...long, stopLoss: null }, record('AUSDT', 91n))).toBe('takeProfit');
    expect(reasonAt({ ...long, takeProfit: null }, record('AUSDT', 91n))).toBeNull();
  });
});
