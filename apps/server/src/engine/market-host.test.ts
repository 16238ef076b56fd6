import { describe, expect, it } from 'vitest';
import { BTC, ETH, ORDER, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';
import { toWireMarket } from '../wire/market.ts';
import { UnavailableError } from '../commands/command.ts';
import { MarketDesk } from './desk.ts';
import { EndedMarket } from './ended-market.ts';
import { localSide } from './local-side.ts';
import { MOST_WAITING } from './tick-backlog.ts';

describe('a market', () => {
  it('C2 describes itself with everything that decides its fills', async () => {
    const { market } = await tradingMarket({ rules: { takerFee: 400n } });
    expect(toWireMarket(market.host, market.host.status(), 'main')).toEqual({
      id: 'main',
      kind: 'synthetic',
      title: 'Main',
      label: 'Синтетический рынок',
      status: 'running',
      main: true,
      halted: false,
      startAt: 0,
      endAt: null,
      symbols: [BTC, ETH],
      members: 1,
      takerFeePercent: '0.04',
      makerFeePercent: '0',
      funding: null,
      maintenanceMarginPercent: '0.5',
      startBalance: '1000',
      staleAfterSeconds: 10,
      maxJumpPercent: '30',
      parameters: { seed: 1 },
      scenario: null,
      classRules: null,
    });
  });

  it('counts what it does and what it refuses', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.feed.tick({ symbol: BTC, price: 0n, time: market.clock.now() });
    market.clock.advance(3_000);
    expect(market.host.stats()).toMatchObject({
      phase: 'running',
      backlog: 0,
      validTicks: 1,
      newestPriceAgeMs: 3_000,
      batches: 2,
      rejected: { notPositive: 1 },
    });
    expect(market.host.tickers().map(({ pair, last }) => [pair.symbol, last?.price])).toEqual([
      [BTC, price('100')],
      [ETH, undefined],
    ]);
  });

  it('E8 goes on numbering its records after the newest one that is stored', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '101');
    const { entryRecord } = await market.open(account);
    const after = await TestMarket.restarted(market);
    await after.tick(BTC, '102');
    expect(after.host.lastRecord(BTC)?.seq).toBe(entryRecord.seq + 1n);
    after.feed.tick({ symbol: BTC, price: price('90'), time: entryRecord.time - 1 });
    expect(after.host.stats().rejected.old).toBe(1);
  });

  it('E5 compares the first price after a start with the history', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    const after = await TestMarket.restarted(market, { references: new Map([[BTC, price('100')]]) });
    await after.tick(BTC, '50');
    expect(after.trades).toEqual([]);
    await after.tick(BTC, '89');
    expect(after.trades.map(({ exitPrice }) => exitPrice)).toEqual([price('89')]);
  });
});

describe('a market whose storage is gone', () => {
  it('E8 T1 compares everything that it has taken with what is open, and takes no more than it can', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account);
    market.weather.slow = true;
    const waiting = market.open(account, { side: 'short', leverage: 1 });
    await market.idle();
    market.clock.advance(1_000);
    const tick = (at: string): void => market.feed.tick({ symbol: BTC, price: price(at), time: market.clock.now() });
    const before = market.host.stats().validTicks;
    tick('90');
    for (let n = 1; n < MOST_WAITING; n++) tick(n % 2 === 0 ? '100' : '101');
    tick('102');
    expect(market.host.stats().validTicks - before).toBe(MOST_WAITING);
    expect(market.host.lastRecord(BTC)?.price).toBe(price('101'));
    market.weather.slow = false;
    market.journal.release();
    await waiting;
    await market.idle();
    expect(market.trades).toMatchObject([{ positionId: id, reason: 'liquidation', exitPrice: price('90') }]);
    await market.tick(BTC, '103');
    expect(market.host.lastRecord(BTC)?.price).toBe(price('103'));
  });
});

describe('the start of a market', () => {
  it('E5 waits for no history: what the first price of a symbol is held against is looked up when it comes, once', async () => {
    const { market } = await tradingMarket();
    const references = new Map([BTC, ETH].map((symbol) => [symbol, price('100')]));
    const known = references.get.bind(references);
    const asked: string[] = [];
    references.get = (symbol) => {
      asked.push(symbol);
      return known(symbol);
    };
    const after = await TestMarket.restarted(market, { references });
    expect(asked).toEqual([]);
    await after.tick(ETH, '50');
    await after.tick(ETH, '99');
    expect(asked).toEqual([ETH]);
    expect(after.host.stats().rejected.jump).toBe(1);
    expect(after.host.lastRecord(ETH)?.price).toBe(price('99'));
  });
});

describe('the end of a market', () => {
  it('E2 closes every position at the last valid price, cancels every order and lets nobody trade', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.open(account, { side: 'short', leverage: 3 });
    await market.place(account, '95');
    await market.tick(BTC, '101');
    market.clock.advance(60_000);
    market.feed.end();
    await market.idle();
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([
      ['marketEnd', price('101')],
      ['marketEnd', price('101')],
    ]);
    expect([market.store.positions.size, market.store.orders.size, market.saved]).toEqual([0, 0, 1]);
    expect(market.account(account)).toMatchObject({ available: usdt('1007'), margin: 0n, orders: 0n });
    expect(market.host.status().life).toBe('ended');
    expect(await market.submit({ type: 'openPosition', accountId: account, ...ORDER })).toEqual({
      ok: false,
      code: 'market_ended',
    });
  });

  it('E2 what a tick had fired before the end closes for its own reason', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.open(account, { leverage: 1 });
    market.clock.advance(100);
    market.feed.tick({ symbol: BTC, price: price('89'), time: market.clock.now() });
    market.feed.end();
    await market.idle();
    expect(market.trades.map(({ reason }) => reason)).toEqual(['liquidation', 'marketEnd']);
  });

  describe.each(['the market', 'its pair'])('without a price since the start: %s', (what) => {
    /** A position opened at 100, and what the pair closed at in the minute that begins so many seconds after it. */
    async function ended(close: string, seconds = 60) {
      const { market, account } = await tradingMarket();
      const { entryRecord } = await market.open(account);
      market.clock.advance(600_000);
      const time = entryRecord.time / 1000 + seconds;
      const candle = { time, open: 1n, high: 1n, low: 1n, volume: 0n, close: price(close) };
      const after = await TestMarket.restarted(market, { series: () => Promise.resolve([candle]) });
      if (what === 'the market') await after.host.end();
      else await after.host.endPair(BTC);
      return { entryRecord, trades: after.trades };
    }

    it('E2 closes at what the last candle closed at, as the newest of all prices', async () => {
      const { entryRecord, trades } = await ended('103');
      expect(trades).toMatchObject([{ reason: 'marketEnd', exitPrice: price('103') }]);
      const { seq, time } = trades[0]?.exitRecord ?? entryRecord;
      expect([seq > entryRecord.seq, time]).toEqual([true, entryRecord.time + 119_999]);
    });

    it('E5 liquidates at it what it liquidates', async () => {
      const { trades } = await ended('90.2');
      expect(trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('90.2') }]);
    });

    it('E10 E11 closes everything at the last fill when that was after the last candle', async () => {
      const { market, account } = await tradingMarket();
      const { entryRecord: first } = await market.open(account);
      market.clock.advance(30_000);
      await market.tick(BTC, '104');
      const { entryRecord: last } = await market.open(account);
      market.clock.advance(600_000);
      const candle = { time: first.time / 1000 - 45, open: 1n, high: 1n, low: 1n, volume: 0n, close: price('103') };
      const after = await TestMarket.restarted(market, { series: () => Promise.resolve([candle]) });
      if (what === 'the market') await after.host.end();
      else await after.host.endPair(BTC);
      const exit = { exitPrice: price('104'), exitRecord: { time: last.time } };
      expect(after.trades).toMatchObject([exit, exit]);
      expect(after.trades.map(({ reason }) => reason)).toEqual(['marketEnd', 'marketEnd']);
    });
  });

  it('E2 asks for the last candle again when it could not be read', async () => {
    const { market, account } = await tradingMarket();
    const { entryRecord } = await market.open(account);
    const candle = { time: entryRecord.time / 1000, open: 1n, high: 1n, low: 1n, volume: 0n, close: price('103') };
    let fails = true;
    const series = () => (fails ? Promise.reject(new Error('the database is gone')) : Promise.resolve([candle]));
    const after = await TestMarket.restarted(market, { series });
    const end = after.host.end();
    await after.idle();
    expect([after.trades, after.saved]).toEqual([[], 0]);
    fails = false;
    after.clock.advance(1_000);
    await end;
    expect(after.trades).toMatchObject([{ reason: 'marketEnd', exitPrice: price('103') }]);
    expect(after.trades[0]?.exitRecord.time).toBe(after.clock.now());
  });

  it('E4 decides nothing at what the last candle closed at but the end', async () => {
    const { market, account } = await tradingMarket();
    const { entryRecord, id } = await market.open(account);
    await market.tick(ETH, '50');
    await market.open(account, { symbol: ETH });
    const candle = { time: entryRecord.time / 1000, open: 1n, high: 1n, low: 1n, volume: 0n, close: price('103') };
    let fails = true;
    const series = (symbol: string) =>
      fails && symbol === ETH ? Promise.reject(new Error('the database is gone')) : Promise.resolve([candle]);
    const after = await TestMarket.restarted(market, { series });
    const end = after.host.end();
    await after.idle();
    expect(after.host.lastRecord(BTC)?.price).toBe(price('103'));
    const closing = { type: 'closePosition', accountId: account, positionId: id, portion: 10_000n } as const;
    expect(await after.submit(closing)).toMatchObject({ ok: false, code: 'price_unavailable' });
    fails = false;
    after.clock.advance(1_000);
    await end;
    expect(after.trades.map(({ reason }) => reason)).toEqual(['marketEnd', 'marketEnd']);
  });

  it('E2 ends although the storage fails on the way, and closes nothing twice', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.open(account);
    market.weather.fates = ['unknown', 'lost'];
    market.feed.end();
    for (let n = 0; n < 10; n++) {
      market.clock.advance(1_000);
      await market.idle();
    }
    expect(market.trades.map(({ reason }) => reason)).toEqual(['marketEnd', 'marketEnd']);
    expect(market.saved).toBe(1);
  });

  it.each(['committed', 'lost', 'unknown'] as const)(
    'E2 closes what a price before it has filled, though that is written after it: the fill was %s',
    async (fate) => {
      const { market, account } = await tradingMarket();
      await market.place(account, '95');
      market.weather.slow = true;
      const waiting = market.open(account, { side: 'short' });
      await market.idle();
      market.clock.advance(1_000);
      market.feed.tick({ symbol: BTC, price: price('95'), time: market.clock.now() });
      const ended = market.host.end();
      market.weather.slow = false;
      market.weather.fates = ['committed', fate];
      market.journal.release();
      await waiting;
      for (let n = 0; n < 3; n++) {
        await market.idle();
        market.clock.advance(1_000);
      }
      await ended;
      const closed = market.trades.map(({ reason, side, entryPrice, exitPrice }) => [
        reason,
        side,
        entryPrice,
        exitPrice,
      ]);
      expect(closed.toSorted()).toEqual([
        ['marketEnd', 'long', price('95'), price('95')],
        ['marketEnd', 'short', price('100'), price('95')],
      ]);
      expect([market.store.positions.size, market.store.orders.size]).toEqual([0, 0]);
    },
  );
});

describe('the desk', () => {
  it('finds the queue of a market and knows the main one', async () => {
    const { market, account } = await tradingMarket();
    const desk = new MarketDesk('main');
    desk.add(localSide(market.host));
    const command = { type: 'openPosition' as const, accountId: account, ...ORDER };
    expect(await desk.submit('main', command)).toMatchObject({ ok: true });
    expect(await desk.submit('other', command)).toEqual({ ok: false, code: 'unknown_market' });
    expect(desk.all().map(({ id }) => id)).toEqual(['main']);
    expect([desk.get('other'), desk.running('other')]).toEqual([null, null]);
    expect([desk.running('main'), ...desk.allRunning()]).toEqual([desk.get('main'), desk.get('main')]);
    await market.host.stop();
    expect(market.host.status().ready).toBe(false);
  });

  it('gives a port that stays when the market is over, and lets its host go', async () => {
    const { market, account } = await tradingMarket();
    const desk = new MarketDesk('main');
    desk.add(localSide(market.host));
    const port = desk.running('main');
    if (port === null) throw new Error('the market does not run');
    expect(await port.status()).toMatchObject({ life: 'running', halt: null, ready: true });
    expect([...(await port.lastPrices([BTC, ETH])).keys()]).toEqual([BTC]);
    await port.halt('the books do not add up');
    expect((await port.status()).halt?.reason).toBe('the books do not add up');
    expect([await port.resume(), (await port.stats()).phase]).toEqual([true, 'running']);
    const lastDays = new Map([[BTC, { time: 60, open: 1n, high: 1n, low: 1n, close: price('99'), volume: 0n }]]);
    const candles = { read: () => Promise.resolve([]) };
    const { definition, pairs } = market.host;
    const ended = new EndedMarket({
      ...{ definition, pairs: [...pairs.values()], members: 0, log: null, candles, lastDays },
      earlierOutcome: () => Promise.resolve(null),
    });
    desk.add(localSide(ended));
    expect((await port.status()).life).toBe('ended');
    expect((await port.lastPrices([BTC])).get(BTC)?.price).toBe(price('99'));
    const command = { type: 'openPosition' as const, accountId: account, ...ORDER };
    expect(await desk.submit('main', command)).toEqual({ ok: false, code: 'market_ended' });
    expect([desk.get('main'), desk.running('main'), desk.allRunning()]).toEqual([port, null, []]);
    await expect(port.stats()).rejects.toThrow(UnavailableError);
    await expect(port.halt('')).rejects.toThrow(UnavailableError);
    await market.host.stop();
  });

  it('tells its listeners what happens in every market, in their order', async () => {
    const { market } = await tradingMarket();
    const desk = new MarketDesk('main');
    const told: string[] = [];
    for (const name of ['first', 'second']) {
      desk.listen({
        price: (id, { symbol }) => told.push(`${name}: ${id} ${symbol}`),
        account: ({ marketId, userId }) => told.push(`${name}: ${marketId} ${userId}`),
      });
    }
    market.host.listen(desk.listener);
    await market.tick(BTC, '101');
    await market.enter(7n);
    expect(told).toEqual([`first: main ${BTC}`, `second: main ${BTC}`, 'first: main 7', 'second: main 7']);
  });

  it('L6 a key in flight in one market is not taken in another', async () => {
    const desk = new MarketDesk('main');
    const [here, there] = [await tradingMarket(), await tradingMarket({ id: 'other' })];
    desk.add(localSide(here.market.host));
    desk.add(localSide(there.market.host));
    const open = (market: string, accountId: bigint): Promise<unknown> =>
      desk.submit(
        market,
        { type: 'openPosition', accountId, ...ORDER },
        { userId: 1n, action: 'openPosition', key: 'k', bodyHash: market },
      );
    const [first, again, second] = await Promise.all([
      open('main', here.account),
      open('main', here.account),
      open('other', there.account),
    ]);
    expect(again).toEqual(first);
    expect(second).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect([here.market.store.positions.size, there.market.store.positions.size]).toEqual([1, 0]);
  });
});
