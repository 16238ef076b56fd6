import { describe, expect, it } from 'vitest';
import { BTC, price, tradingMarket, type TestMarket } from '../../test/test-market.ts';

/** 2 %: at 100 buys pay 101 and sells get 99. */
const rules = { spreads: new Map([[BTC, 20_000n]]) };
const open = () => tradingMarket({ rules });
const ends = ({ trades }: TestMarket): unknown[] => trades.map(({ reason, exitPrice }) => [reason, exitPrice]);

describe('a market with a spread', () => {
  it('E4 E10 M7 opens longs at what buys pay and shorts at what sells get, and closes them the other way round', async () => {
    const { market, account } = await open();
    const long = await market.open(account, { leverage: 2 });
    const short = await market.open(account, { side: 'short', leverage: 2 });
    expect([long.entryPrice, short.entryPrice]).toEqual([price('101'), price('99')]);
    for (const { id: positionId } of [long, short]) {
      const outcome = await market.submit({ type: 'closePosition', accountId: account, positionId, portion: 10_000n });
      expect(outcome.ok).toBe(true);
    }
    expect(ends(market)).toEqual([
      ['user', price('99')],
      ['user', price('101')],
    ]);
  });

  it('C3 E4 every fill names a record of its own number and price', async () => {
    const { market, account } = await open();
    await market.open(account, { leverage: 2 });
    await market.open(account, { side: 'short', leverage: 2 });
    await market.tick(BTC, '100.5');
    await market.open(account, { leverage: 2 });
    const records = market.batches.flatMap(({ priceRecords }) => priceRecords);
    expect(new Set(records.map(({ seq }) => seq)).size).toBe(records.length);
    expect(records.map((record) => record.price)).toEqual([price('101'), price('99'), price('101.505')]);
  });

  it('E5 liquidates a long by what sells get and a short by what buys pay, and no tick earlier', async () => {
    const { market, account } = await open();
    const { liquidationPrice } = await market.open(account);
    // 101 × 0.9 / 0.995: sells get that at about 92.28.
    expect(liquidationPrice).toBe(price('91.35678391'));
    await market.tick(BTC, '92.3');
    expect(ends(market)).toEqual([]);
    await market.tick(BTC, '92.2');
    expect(ends(market)).toEqual([['liquidation', price('91.278')]]);

    await market.tick(BTC, '100');
    await market.open(account, { side: 'short' });
    // 99 × 1.1 / 1.005: buys pay that at about 107.29.
    await market.tick(BTC, '107.2');
    expect(ends(market)).toHaveLength(1);
    await market.tick(BTC, '107.3');
    expect(ends(market).at(-1)).toEqual(['liquidation', price('108.373')]);
  });

  it('E2 takes profit and stops at what closing gets, and wants them on the right side of that', async () => {
    const { market, account } = await open();
    const command = {
      type: 'openPosition',
      accountId: account,
      symbol: BTC,
      side: 'long',
      margin: 10_000_000n,
    } as const;
    const at = (takeProfit: string | null, stopLoss: string | null) =>
      market.submit({
        ...command,
        leverage: 2,
        takeProfit: takeProfit === null ? null : price(takeProfit),
        stopLoss: stopLoss === null ? null : price(stopLoss),
      });
    expect(await at(null, '99')).toMatchObject({ code: 'stop_loss_wrong_side' });
    expect(await at('99', null)).toMatchObject({ code: 'take_profit_wrong_side' });
    expect((await at('100', '98')).ok).toBe(true);
    await market.tick(BTC, '101');
    expect(ends(market)).toEqual([]);
    await market.tick(BTC, '101.02');
    expect(ends(market)).toEqual([['takeProfit', price('100.0098')]]);
  });

  it('E5 gets the last unit of a price for what is sold at it, not nothing', async () => {
    const { market, account } = await tradingMarket({ rules: { ...rules, maxJump: 1_000_000n } });
    await market.tick(BTC, '0.00000001');
    await market.open(account, { leverage: 1 });
    expect((await market.submit({ type: 'endMarket' })).ok).toBe(true);
    expect(ends(market)).toEqual([['marketEnd', 1n]]);
  });

  it('E8 fills a limit order when the other side of the spread reaches it', async () => {
    const { market, account } = await open();
    await market.place(account, '100', { leverage: 2 });
    await market.tick(BTC, '99.5');
    expect(market.batches.flatMap(({ openedPositions }) => openedPositions)).toEqual([]);
    await market.tick(BTC, '99');
    expect(market.batches.flatMap(({ openedPositions }) => openedPositions)).toMatchObject([
      { entryPrice: price('99.99') },
    ]);
  });

  it('E5 opens nothing that would be liquidated at the same price, at once or as an order of any kind', async () => {
    // At 100 buys pay 110 and sells get 90: at 5x a long is liquidated at 88.44…, at 6x at 92.12….
    const { market, account } = await tradingMarket({ rules: { spreads: new Map([[BTC, 200_000n]]) } });
    const terms = { symbol: BTC, margin: 10_000_000n, takeProfit: null, stopLoss: null } as const;
    const codes = async (leverage: number, side: 'long' | 'short'): Promise<string[]> => {
      const [limitPrice, stopPrice] = side === 'long' ? [price('50'), price('150')] : [price('150'), price('50')];
      const conditions = [
        { kind: 'limit', limitPrice },
        { kind: 'stopMarket', stopPrice },
        { kind: 'stopLimit', stopPrice, limitPrice: stopPrice },
        { kind: 'trailingStop', callback: { unit: 'percent', value: 1_000n } },
      ] as const;
      const entry = { ...terms, side, leverage, accountId: account };
      const outcomes = [await market.submit({ type: 'openPosition', ...entry })];
      for (const condition of conditions) {
        outcomes.push(await market.submit({ type: 'placeOrder', ...entry, ...condition }));
      }
      const [first, second] = [conditions[0], conditions[1]].map((condition) => ({ ...entry, ...condition }));
      if (first === undefined || second === undefined) throw new Error('no pair');
      outcomes.push(await market.submit({ type: 'placePair', accountId: account, first, second }));
      return outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code));
    };
    for (const side of ['long', 'short'] as const) {
      expect(new Set(await codes(10, side))).toEqual(new Set(['liquidation_at_market']));
      expect(new Set(await codes(4, side))).toEqual(new Set(['ok']));
    }
    await market.tick(BTC, '100.1');
    expect(market.trades.filter(({ reason }) => reason === 'liquidation')).toEqual([]);
  });

  it('E10 answers a change of levels with what closing gets', async () => {
    const { market, account } = await open();
    for (const [side, closing] of [
      ['long', '99'],
      ['short', '101'],
    ] as const) {
      const { id: positionId } = await market.open(account, { side, leverage: 2 });
      const command = {
        type: 'setTriggers',
        accountId: account,
        positionId,
        takeProfit: null,
        stopLoss: null,
      } as const;
      expect(await market.submit(command)).toMatchObject({ result: { type: 'triggers', price: price(closing) } });
    }
  });
});
