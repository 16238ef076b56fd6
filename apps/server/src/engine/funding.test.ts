import { exitQuote, trailingLevel, type Candle } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { BTC, ETH, price, tradingMarket, TestMarket, usdt } from '../../test/test-market.ts';
import type { PositionState } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';

const RULES = { funding: { intervalHours: 8, cap: 7_500n } };
const HOUR = 3_600_000;
/** 16:00 UTC; the market begins at 14:00. */
const AT = 1_770_307_200_000;

/** A market at whose last minute before the hour BTCUSDT is at 100, as in all minutes before. */
async function untilTheHour(rules = RULES) {
  const { market, account } = await tradingMarket({ rules });
  market.clock.advance(AT - market.clock.now() - 5_000);
  await market.tick(BTC, '100');
  return { market, account };
}

async function pass(market: TestMarket, symbol: string, to: string): Promise<void> {
  market.clock.advance(5_000);
  await market.tick(symbol, to);
  await market.idle();
}

const minute = (time: number, close: string): Candle => ({
  ...{ time: time / 1000, open: 1n, high: 1n, low: 1n, volume: 0n, close: price(close) },
});

/** What is kept of BTCUSDT, as a market's candles give it. */
const kept =
  (...minutes: Candle[]): Candles['series'] =>
  (symbol, interval, limit, before) =>
    Promise.resolve(
      symbol === BTC && interval === '1m'
        ? minutes.filter(({ time }) => before === null || time < before).slice(-limit)
        : [],
    );

const payments = (market: TestMarket) => market.batches.flatMap(({ fundingPayments }) => fundingPayments);
/** A round is in every batch that needs it, always the same. */
function rounds(market: TestMarket) {
  const all = market.batches.flatMap(({ fundingRounds }) => fundingRounds);
  return [...new Map(all.map((round) => [`${round.symbol} ${round.at} ${round.record.seq}`, round])).values()];
}

describe('funding', () => {
  it('E14 is paid once by what is open at the first valid price at or after the hour, from the average of the minutes', async () => {
    const { market, account } = await untilTheHour();
    const long = await market.open(account, { margin: usdt('100'), leverage: 10 });
    const short = await market.open(account, { side: 'short', margin: usdt('100'), leverage: 10 });
    await pass(market, BTC, '100.2');
    expect(rounds(market)).toMatchObject([
      { symbol: BTC, at: AT, average: price('100'), minutes: 2, rate: 2_000n, record: { price: price('100.2') } },
    ]);
    expect(payments(market)).toMatchObject([
      { positionId: long.id, amount: usdt('-2.004'), waived: 0n },
      { positionId: short.id, amount: usdt('2.004'), waived: 0n },
    ]);
    await pass(market, BTC, '100.3');
    expect(payments(market)).toHaveLength(2);
    expect(market.account(account)).toMatchObject({ available: usdt('800'), realisedPnl: 0n });
    await market.submit({ type: 'closePosition', accountId: account, positionId: long.id, portion: 5_000n });
    expect(market.trades).toMatchObject([{ funding: usdt('-1.002') }]);
    await market.submit({ type: 'closePosition', accountId: account, positionId: long.id, portion: 10_000n });
    expect(market.trades[1]).toMatchObject({ funding: usdt('-1.002') });
  });

  it('E14 is at most the cap, and nothing without a premium', async () => {
    const { market, account } = await untilTheHour();
    await market.open(account, { margin: usdt('100'), leverage: 1 });
    await pass(market, BTC, '90');
    expect(rounds(market)).toMatchObject([{ rate: -7_500n }]);
    expect(payments(market)).toMatchObject([{ amount: usdt('0.675') }]);
    const calm = await untilTheHour();
    await calm.market.open(calm.account, { margin: usdt('100') });
    await pass(calm.market, BTC, '100');
    expect(rounds(calm.market)).toMatchObject([{ rate: 0n }]);
    expect(payments(calm.market)).toEqual([]);
  });

  it('E14 is of what was open at the instant: what closes with its price pays, what closed or opens with it does not', async () => {
    const { market, account } = await untilTheHour();
    const margin = usdt('10');
    const closed = await market.open(account, { margin });
    const liquidated = await market.open(account, { margin, leverage: 10 });
    const closing = await market.open(account, { margin, leverage: 1 });
    await market.submit({ type: 'closePosition', accountId: account, positionId: closed.id, portion: 10_000n });
    market.clock.advance(5_000);
    market.feed.tick({ symbol: BTC, price: price('90'), time: market.clock.now() });
    const close = { type: 'closePosition', accountId: account, positionId: closing.id, portion: 10_000n } as const;
    const open = { type: 'openPosition', accountId: account, symbol: BTC, side: 'long', margin, leverage: 1 } as const;
    await Promise.all([market.submit(close), market.submit({ ...open, takeProfit: null, stopLoss: null })]);
    await market.idle();
    expect(
      payments(market)
        .map(({ positionId }) => positionId)
        .sort(),
    ).toEqual([liquidated.id, closing.id].sort());
    expect(market.trades.find(({ positionId }) => positionId === closing.id)?.funding).toBe(usdt('0.0675'));
  });

  it('E14 what an earlier price closes pays no round that was decided before the close was carried out', async () => {
    const { market, account } = await untilTheHour();
    const liquidated = await market.open(account, { margin: usdt('100'), leverage: 10 });
    const { id: positionId } = await market.open(account, { side: 'short', margin: usdt('100'), leverage: 1 });
    const reduction = { limitPrice: price('95'), portion: 5_000n };
    await market.submit({ type: 'reduceOrder', accountId: account, positionId, ...reduction });
    for (const ms of [3_000, 3_000]) {
      market.clock.advance(ms);
      market.feed.tick({ symbol: BTC, price: price('90'), time: market.clock.now() });
    }
    await market.idle();
    expect(market.trades).toMatchObject([
      { positionId: liquidated.id, reason: 'liquidation', funding: 0n },
      { positionId, reason: 'order', funding: 0n },
    ]);
    expect(payments(market)).toMatchObject([{ positionId, amount: usdt('-0.3375'), round: { at: AT } }]);
    expect(market.host.account(account)?.positions).toMatchObject([{ margin: usdt('50'), funding: usdt('-0.3375') }]);
  });

  it('E8 says of a trailing stop where it stands now, not where it stood when it was written last', async () => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { margin: usdt('100'), trailing: { unit: 'percent', value: 500n } });
    await market.tick(BTC, '110');
    market.clock.advance(AT - market.clock.now());
    await market.tick(BTC, '109');
    expect(payments(market)).toMatchObject([{ positionId: id }]);
    const levelOf = ({ side, trailing }: Pick<PositionState, 'side' | 'trailing'>) =>
      trailing === null ? null : trailingLevel(exitQuote(side), trailing.peak.price, trailing);
    expect(market.events.at(-1)?.positions.map(levelOf)).toEqual([price('104.5')]);
    expect([...market.store.positions.values()].map(levelOf)).toEqual([price('104.5')]);
  });

  it('E15 takes what is available and no more: no balance below zero, no other margin, no other liquidation', async () => {
    const { market, account } = await untilTheHour();
    const { id, liquidationPrice } = await market.open(account, { margin: usdt('999.5'), leverage: 10 });
    await pass(market, BTC, '101');
    expect(payments(market)).toMatchObject([{ positionId: id, amount: usdt('-0.5'), waived: usdt('75.212125') }]);
    expect(market.account(account)).toMatchObject({ available: 0n, margin: usdt('999.5'), realisedPnl: usdt('-0.5') });
    expect(market.host.account(account)?.positions).toMatchObject([{ id, liquidationPrice, funding: usdt('-0.5') }]);
    const legs = market.batches.flatMap(({ transfers }) => transfers).filter(({ kind }) => kind === 'funding');
    expect(legs).toMatchObject([{ subjectId: id, id: payments(market)[0]?.id }]);
    expect(legs[0]?.legs.map(({ ref, amount }) => [ref.book, amount])).toEqual([
      ['available', usdt('-0.5')],
      ['funding', usdt('75.712125')],
      ['insurance', usdt('-75.212125')],
    ]);
  });

  it.each([
    { what: 'the answer is lost, and then a batch', fates: ['unknown', 'lost', 'committed'] },
    { what: 'the batch that decides it is lost with the connection', fates: ['lost', 'unknown', 'committed'] },
  ] as const)('E16 is paid once when $what, also by a process that is started again', async ({ fates }) => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 10 });
    market.weather.fates = [...fates];
    await pass(market, BTC, '100.5');
    for (let n = 0; n < 3; n++) {
      market.clock.advance(1_000);
      await market.idle();
    }
    expect(payments(market).map(({ positionId }) => positionId)).toEqual([id]);
    const restarted = await TestMarket.restarted(market, { rules: RULES });
    await pass(restarted, BTC, '100.6');
    expect(payments(restarted)).toEqual([]);
  });

  it('E16 is paid after a restart before any price comes, where a process went between the round and what is owed of it', async () => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 10 });
    market.weather.fates = ['committed', 'lost'];
    await pass(market, BTC, '100.5');
    expect(payments(market)).toEqual([]);
    const restarted = await TestMarket.restarted(market, { rules: RULES });
    await restarted.idle();
    expect(payments(restarted)).toMatchObject([{ positionId: id, round: { at: AT, rate: 5_000n } }]);
  });

  it('E16 is paid by everything that a market closes at its end, also where no price since is known', async () => {
    const { market } = await untilTheHour();
    const accounts = await Promise.all([2n, 3n, 4n].map((user) => market.enter(user)));
    for (const each of accounts) {
      await Promise.all(Array.from({ length: 100 }, () => market.open(each, { margin: usdt('1'), leverage: 1 })));
    }
    market.weather.fates = ['committed', 'lost'];
    await pass(market, BTC, '100.5');
    expect(payments(market)).toEqual([]);
    const restarted = await TestMarket.restarted(market, { rules: RULES });
    await restarted.host.end();
    expect(restarted.trades.map(({ reason, exitPrice, funding }) => [reason, exitPrice, funding])).toEqual(
      Array.from({ length: 300 }, () => ['marketEnd', price('100'), -5_025n]),
    );
  });

  it('E14 M7 has no minutes from before the market began: those are of the base of a scenario', async () => {
    const { market, account } = await untilTheHour();
    await market.open(account, { margin: usdt('100'), leverage: 10 });
    market.clock.advance(HOUR);
    const series = kept(minute(AT - 120_000, '98'), minute(AT - 60_000, '100'));
    const startAt = AT / 1000 - 60;
    const restarted = await TestMarket.restarted(market, { rules: RULES, series, startAt });
    await restarted.tick(BTC, '100.1');
    expect(rounds(restarted)).toMatchObject([{ at: AT, minutes: 1, average: price('100'), rate: 1_000n }]);
  });

  it('E16 decides an interval that ended while nobody was there on the first valid price after it, from the candles', async () => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 10 });
    market.clock.advance(10 * HOUR);
    const series = kept(minute(AT - 120_000, '98'), minute(AT - 60_000, '102'));
    const restarted = await TestMarket.restarted(market, { rules: RULES, series });
    await restarted.tick(BTC, '100.1');
    await restarted.idle();
    // The interval in which no minute had a price has no round.
    expect(rounds(restarted)).toMatchObject([{ at: AT, minutes: 2, average: price('100'), rate: 1_000n }]);
    expect(payments(restarted)).toMatchObject([{ positionId: id, amount: usdt('-1.001') }]);
  });

  it('E14 E16 decides each interval of a week in which nobody was there, by all of its minutes', async () => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 1 });
    await pass(market, BTC, '100.1');
    const down = 7 * 24 * 60;
    const closes = Array.from({ length: down }, (_, n) => minute(AT + n * 60_000, n % 480 === 0 ? '148' : '100'));
    market.clock.advance(down * 60_000);
    const restarted = await TestMarket.restarted(market, { rules: RULES, series: kept(...closes) });
    await restarted.tick(BTC, '100.2');
    await restarted.idle();
    const owed = Array.from({ length: 21 }, (_, n) => AT + (n + 1) * 8 * HOUR);
    expect(rounds(restarted).map(({ at, minutes, average }) => [at, minutes, average])).toEqual(
      owed.map((at) => [at, 480, price('100.1')]),
    );
    expect(payments(restarted).map(({ positionId, round }) => [positionId, round.at, round.rate])).toEqual(
      owed.map((at) => [id, at, 999n]),
    );
  });

  it('E16 pays every interval that passes between two ticks, each by its own minutes', async () => {
    const { market, account } = await untilTheHour({ funding: { intervalHours: 1, cap: 7_500n } });
    await market.open(account, { margin: usdt('100'), leverage: 1 });
    const [feed, clock] = [market.feed, market.clock];
    market.weather.slow = true;
    for (const to of ['100.1', '100.2', '100.3', '100.4']) {
      clock.advance(HOUR);
      feed.tick({ symbol: BTC, price: price(to), time: clock.now() });
    }
    market.weather.slow = false;
    market.journal.release();
    await market.idle();
    expect(payments(market).map(({ round }) => [round.at, round.rate])).toEqual([
      [AT, 1_000n],
      [AT + HOUR, 999n],
      [AT + 2 * HOUR, 998n],
      [AT + 3 * HOUR, 997n],
    ]);
  });

  it.each(['goes on', 'is started again and goes on'])(
    'E14 E9 counts the minutes of a halt like all others in a market that %s after it',
    async (what) => {
      const { market, account } = await tradingMarket({ rules: RULES });
      const start = AT - 2 * HOUR;
      await market.open(account, { leverage: 1 });
      market.host.halt(new Error('the books do not add up'));
      for (const at of ['104', '108']) await market.tick(BTC, at, 60_000);
      const series = kept(minute(start, '100'), minute(start + 60_000, '104'), minute(start + 120_000, '108'));
      const after = what === 'goes on' ? market : await TestMarket.restarted(market, { rules: RULES, series });
      expect(await after.host.resume()).toBe(true);
      await after.tick(BTC, '104.104', 2 * HOUR);
      expect(rounds(after)).toMatchObject([{ at: AT, minutes: 3, average: price('104'), rate: 1_000n }]);
    },
  );

  it('E14 is decided by no price of a halt but the one that goes on, from the minutes before the hour', async () => {
    const { market, account } = await untilTheHour();
    await market.open(account, { leverage: 1 });
    market.host.halt(new Error('the books do not add up'));
    for (const at of ['150', '100.2']) await pass(market, BTC, at);
    expect(rounds(market)).toEqual([]);
    await market.host.resume();
    expect(rounds(market)).toMatchObject([
      { at: AT, minutes: 2, average: price('100'), rate: 2_000n, record: { price: price('100.2'), time: AT + 8_000 } },
    ]);
  });

  it('E14 is decided by a price from before a halt that waited, whatever minutes have passed since', async () => {
    const { market, account } = await untilTheHour();
    const { id } = await market.open(account, { leverage: 1 });
    market.weather.slow = true;
    void market.submit({ type: 'closePosition', accountId: account, positionId: id, portion: 5_000n });
    await market.idle();
    await pass(market, BTC, '100.2');
    market.host.halt(new Error('the books do not add up'));
    await market.tick(BTC, '104', 60_000);
    market.weather.slow = false;
    market.journal.release();
    await market.idle();
    await market.host.resume();
    await market.tick(BTC, '102.102', 8 * HOUR);
    expect(rounds(market)).toMatchObject([
      { at: AT, minutes: 2, average: price('100'), record: { price: price('100.2'), time: AT + 2_000 } },
      { at: AT + 8 * HOUR, minutes: 2, average: price('102.1') },
    ]);
  });

  it('E14 has the hours of each pair apart: one without a price pays when it has one', async () => {
    const { market, account } = await untilTheHour();
    await market.tick(ETH, '10');
    const eth = await market.open(account, { symbol: ETH, margin: usdt('10') });
    await pass(market, BTC, '101');
    expect(payments(market)).toEqual([]);
    market.clock.advance(HOUR);
    await market.tick(ETH, '10.01');
    await market.idle();
    expect(payments(market)).toMatchObject([{ positionId: eth.id, round: { symbol: ETH, at: AT, rate: 1_000n } }]);
  });

  it('E16 finds a thousand positions in steps, and adding to one pays what it owes first', async () => {
    const { market } = await untilTheHour();
    const accounts = await Promise.all(Array.from({ length: 10 }, (_, n) => market.enter(BigInt(n + 2))));
    for (const each of accounts) {
      await Promise.all(Array.from({ length: 100 }, () => market.open(each, { margin: usdt('1'), leverage: 1 })));
    }
    const [first = 0n] = accounts;
    const positionId = market.host.account(first)?.positions[0]?.id ?? 0n;
    market.clock.advance(5_000);
    market.feed.tick({ symbol: BTC, price: price('100.1'), time: market.clock.now() });
    const added = await market.submit({ type: 'addToPosition', accountId: first, positionId, margin: usdt('5') });
    expect(added).toMatchObject({ ok: true, result: { position: { funding: -1_001n, margin: usdt('6') } } });
    await market.idle();
    expect(payments(market)).toHaveLength(1_000);
    expect(new Set(payments(market).map((paid) => paid.positionId)).size).toBe(1_000);
    expect(Math.max(...market.batches.map(({ fundingPayments }) => fundingPayments.length))).toBeLessThanOrEqual(251);
    for (const each of accounts)
      expect(market.account(each).available).toBe(usdt(each === first ? '894.8999' : '899.8999'));
  });
});
