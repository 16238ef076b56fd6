import type { ClassRules } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { BTC, ETH, ORDER, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';
import type { Outcome, UserCommand } from './command.ts';

const DAY_MS = 86_400_000;
/** A tenth of the start balance may be lost, a twentieth on one day; a quarter of the account in one position. */
const RULES: ClassRules = {
  ...{ maxLeverage: 5, maxShare: 250_000n, maxDayLoss: 50_000n, maxLoss: 100_000n, target: 20_000n },
  ...{ days: null, calibration: true },
};
const ofClass = (rules: Partial<ClassRules> = {}, more: { takerFee?: bigint } = {}) =>
  tradingMarket({ rules: { ...more, classRules: { ...RULES, ...rules } } });

const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);
const asked = async (market: TestMarket, command: UserCommand): Promise<string> => code(await market.submit(command));
const opening = (accountId: bigint, more: object = {}): UserCommand => ({
  ...{ type: 'openPosition', accountId, ...ORDER, leverage: 3, ...more },
});
const placing = (accountId: bigint, limit: string, more: object = {}): UserCommand => ({
  ...{ type: 'placeOrder', accountId, ...ORDER, leverage: 3, limitPrice: price(limit), ...more },
});
const linesOf = ({ batches }: TestMarket): string[] =>
  batches.flatMap(({ log }) => log.map((line) => `${line.kind} ${'reason' in line ? line.reason : ''}`));

/** Loses so many USDT by a round trip of 3x: the price falls to 90 and comes back. */
async function lose(market: TestMarket, accountId: bigint, amount: string): Promise<void> {
  const position = await market.open(accountId, { margin: (usdt(amount) * 10n) / 3n, leverage: 3 });
  await market.tick(BTC, '90');
  expect(code(await market.close(position))).toBe('ok');
  await market.tick(BTC, '100');
}

describe('the rules of a class', () => {
  it('E17 name what is refused, with its figure', async () => {
    const { market, account } = await ofClass({ maxShare: 25_000n });
    expect(await market.submit(opening(account, { leverage: 6, margin: usdt('10'), calibrated: true }))).toEqual({
      ...{ ok: false, code: 'class_leverage', details: { maxLeverage: 5 } },
    });
    expect(await market.submit(opening(account, { margin: usdt('25.000001') }))).toEqual({
      ...{ ok: false, code: 'class_share', details: { maxShare: '2.5' } },
    });
    expect(await asked(market, opening(account, { margin: usdt('25') }))).toBe('ok');
  });

  it('E17 ask for calibrated guesses above 3x, and of nobody below', async () => {
    const { market, account } = await ofClass();
    const small = { margin: usdt('10'), leverage: 4 };
    expect(await asked(market, opening(account, small))).toBe('class_calibration');
    expect(await asked(market, placing(account, '95', small))).toBe('class_calibration');
    expect(await asked(market, opening(account, { ...small, leverage: 3 }))).toBe('ok');
    const position = await market.open(account, { ...small, calibrated: true });
    const own = { accountId: account, positionId: position.id };
    expect(await asked(market, { type: 'addToPosition', ...own, margin: usdt('1') })).toBe('class_calibration');
    expect(await asked(market, { type: 'reversePosition', ...own })).toBe('class_calibration');
    expect(await asked(market, { type: 'reversePosition', ...own, calibrated: true })).toBe('ok');
    const other = await ofClass({ calibration: false });
    expect(await asked(other.market, opening(other.account, small))).toBe('ok');
  });

  it('E17 hold on every way that opens or enlarges', async () => {
    const { market, account } = await ofClass();
    const much = { margin: usdt('251') };
    const entry = { ...ORDER, leverage: 3, limitPrice: price('95') };
    const position = await market.open(account, { margin: usdt('200'), leverage: 3 });
    const order = await market.place(account, '95', { margin: usdt('200'), leverage: 3 });
    const all: UserCommand[] = [
      opening(account, much),
      placing(account, '95', much),
      { type: 'placePair', accountId: account, first: entry, second: { ...entry, ...much } },
      { type: 'placePair', accountId: account, first: { ...entry, ...much }, second: entry },
      { type: 'amendOrder', accountId: account, orderId: order.id, ...much },
      { type: 'addToPosition', accountId: account, positionId: position.id, margin: usdt('51') },
    ];
    for (const command of all)
      expect([command.type, await asked(market, command)]).toEqual([command.type, 'class_share']);
    // Less of it is no enlargement, whatever the rules have come to say.
    expect(await asked(market, { ...all[4], margin: usdt('150') } as UserCommand)).toBe('ok');
    expect(await asked(market, { ...all[5], margin: usdt('50') } as UserCommand)).toBe('ok');
  });

  it('E17 of two orders at once at the limit of a share, both that fit fit, and none that does not', async () => {
    const { market, account } = await ofClass(
      { maxShare: null, maxLoss: null, maxDayLoss: 1_000n },
      { takerFee: 4_000n },
    );
    // Each costs 0.6 USDT of fee: the second brings the day to its limit of 1 USDT, and the third finds it there.
    const wanted = { margin: usdt('50'), leverage: 3 };
    const answers = await Promise.all([1, 2, 3].map(() => market.submit(opening(account, wanted))));
    expect(answers.map(code)).toEqual(['ok', 'ok', 'class_day_loss']);
  });

  it('E17 a lost day is over at midnight of the market, and closing is always allowed', async () => {
    const { market, account } = await ofClass();
    const held = await market.open(account, { margin: usdt('10'), leverage: 1, side: 'short' });
    await lose(market, account, '50');
    expect(market.account(account).attempt).toMatchObject({ dayResult: usdt('-50'), endedAt: null });
    expect(await market.submit(opening(account))).toMatchObject({
      ...{ code: 'class_day_loss', details: { maxDayLoss: '5' } },
    });
    const restarted = await TestMarket.restarted(market, { rules: { classRules: RULES } });
    await restarted.tick(BTC, '100');
    expect(await asked(restarted, opening(account))).toBe('class_day_loss');
    expect(code(await restarted.close(held))).toBe('ok');
    await restarted.tick(BTC, '100', DAY_MS);
    expect(await asked(restarted, opening(account))).toBe('ok');
  });

  it('E17 a reversal that would lose the day or the attempt changes nothing', async () => {
    for (const [fallen, afterMs, refusal] of [
      ['93', 1_000, 'class_day_loss'],
      ['84', 1_000, 'class_attempt_over'],
      // Nothing was realised on the day before it.
      ['93', DAY_MS, 'class_day_loss'],
    ] as const) {
      const { market, account } = await ofClass();
      const { id: positionId } = await market.open(account, { margin: usdt('250'), leverage: 3 });
      await market.tick(BTC, fallen, afterMs);
      expect(await asked(market, { type: 'reversePosition', accountId: account, positionId })).toBe(refusal);
      expect(market.trades).toEqual([]);
    }
  });

  it('E17 an order that they are against when it fills is cancelled with its pair, and the log says why', async () => {
    const { market, account } = await ofClass();
    const entry = { ...ORDER, margin: usdt('10'), leverage: 3 };
    const pair = { first: { ...entry, limitPrice: price('80') }, second: { ...entry, limitPrice: price('70') } };
    expect(await asked(market, { type: 'placePair', accountId: account, ...pair })).toBe('ok');
    await lose(market, account, '50');
    await market.tick(BTC, '80');
    expect([market.store.positions.size, market.store.orders.size]).toEqual([0, 0]);
    expect(market.batches.at(-1)?.endedOrders.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(linesOf(market)).toEqual(['orderRefused maxDayLoss']);
    expect(market.account(account)).toMatchObject({ available: usdt('950'), orders: 0n });
  });

  it('E17 an order that has come to be too large for what is left is cancelled as well', async () => {
    const { market, account } = await ofClass();
    await market.place(account, '80', { margin: usdt('250'), leverage: 3 });
    await lose(market, account, '1');
    await market.tick(BTC, '80');
    expect(linesOf(market)).toEqual(['orderRefused maxShare']);
  });
});

describe('an attempt', () => {
  it('E17 passes once, and goes on', async () => {
    const { market, account } = await ofClass();
    for (const side of ['long', 'short'] as const) {
      const position = await market.open(account, { side, margin: usdt('100'), leverage: 3 });
      await market.tick(BTC, side === 'long' ? '107' : '100');
      await market.close(position);
    }
    expect(market.account(account).attempt).toMatchObject({ endedAt: null });
    expect(market.account(account).attempt?.passedAt).not.toBeNull();
    expect(linesOf(market)).toEqual(['attemptPassed target']);
    expect(await asked(market, opening(account))).toBe('ok');
  });

  it('E17 ends with the result that reaches the loss: everything else is closed and cancelled, and nothing opens', async () => {
    const { market, account } = await ofClass({ maxDayLoss: null });
    const orders = [await market.place(account, '50', { leverage: 1 })];
    const other = await market.open(account, { side: 'short', margin: usdt('10'), leverage: 1 });
    const large = await market.open(account, { margin: usdt('250'), leverage: 3 });
    await market.tick(BTC, '86');
    expect(code(await market.close(large))).toBe('ok');
    await market.idle();
    expect(market.trades.map(({ positionId, reason }) => [positionId, reason])).toEqual([
      [large.id, 'user'],
      [other.id, 'attemptEnd'],
    ]);
    expect([market.store.positions.size, market.store.orders.size]).toEqual([0, 0]);
    expect(market.batches.flatMap(({ endedOrders }) => endedOrders)).toMatchObject([
      { id: orders[0]?.id, status: 'cancelled' },
    ]);
    expect(linesOf(market)).toEqual(['attemptEnded maxLoss']);
    expect(await market.submit(opening(account))).toMatchObject({
      ...{ code: 'class_attempt_over', details: { maxLoss: '10' } },
    });
    expect(await asked(market, { type: 'startSeason', accountId: account })).toBe('ok');
    expect(market.account(account).attempt).toMatchObject({
      // What the attempt before it lost was lost on this day.
      ...{ dayResult: usdt('-103.6'), passedAt: null, endedAt: null },
    });
    expect(await asked(market, opening(account))).toBe('ok');
  });

  it('E17 that begins on a lost day opens nothing until the next one, and has the whole day then', async () => {
    const { market, account } = await ofClass();
    await lose(market, account, '40');
    const held = await market.open(account, { margin: usdt('100'), leverage: 1 });
    await market.tick(BTC, '90');
    // What the start itself closes is lost on the day as well.
    expect(await asked(market, { type: 'startSeason', accountId: account })).toBe('ok');
    expect(market.trades.at(-1)).toMatchObject({ positionId: held.id, reason: 'user' });
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), realisedPnl: 0n });
    expect(market.account(account).attempt).toMatchObject({ dayResult: usdt('-50'), endedAt: null });
    expect(await asked(market, opening(account))).toBe('class_day_loss');
    const restarted = await TestMarket.restarted(market, { rules: { classRules: RULES } });
    await restarted.tick(BTC, '100');
    expect(await asked(restarted, { type: 'startSeason', accountId: account })).toBe('ok');
    expect(await asked(restarted, opening(account))).toBe('class_day_loss');
    await restarted.tick(BTC, '100', DAY_MS);
    await lose(restarted, account, '40');
    expect(restarted.account(account).attempt).toMatchObject({ dayResult: usdt('-40') });
    expect(await asked(restarted, opening(account))).toBe('ok');
  });

  it('E2 E17 waits for no price of a pair that is delisted: what is left in it is closed at the last one, and it can begin anew', async () => {
    const { market, account } = await ofClass({ maxDayLoss: null, maxLeverage: 10, calibration: false });
    await market.tick(ETH, '100');
    const held = await market.open(account, { symbol: ETH, margin: usdt('10'), leverage: 1 });
    await market.open(account, { margin: usdt('150'), leverage: 10 });
    await market.tick(BTC, '90.4', 60_000);
    expect(market.store.positions.size).toBe(1);
    await market.host.endPair(ETH);
    expect(market.trades.at(-1)).toMatchObject({ positionId: held.id, reason: 'marketEnd', exitPrice: price('100') });
    expect(await asked(market, { type: 'startSeason', accountId: account })).toBe('ok');
  });

  it('E17 that begins on the day after starts that day with nothing lost', async () => {
    const { market, account } = await ofClass();
    await lose(market, account, '50');
    await market.tick(BTC, '100', DAY_MS);
    expect(await asked(market, { type: 'startSeason', accountId: account })).toBe('ok');
    expect(market.account(account).attempt).toMatchObject({ dayResult: 0n });
    expect(await asked(market, opening(account))).toBe('ok');
  });

  it('E17 ends by a liquidation, and what has no fresh price waits for one, over a restart', async () => {
    const { market, account } = await ofClass({ maxDayLoss: null, maxLeverage: 10, calibration: false });
    await market.tick(ETH, '100');
    const held = await market.open(account, { symbol: ETH, margin: usdt('10'), leverage: 1 });
    await market.open(account, { margin: usdt('150'), leverage: 10 });
    await market.tick(BTC, '90.4', 60_000);
    expect(market.account(account).attempt?.endedAt).toBe(market.clock.now());
    expect(market.store.positions.size).toBe(1);
    const restarted = await TestMarket.restarted(market, { rules: { classRules: RULES } });
    await restarted.tick(BTC, '90');
    expect(restarted.store.positions.size).toBe(1);
    await restarted.tick(ETH, '101');
    expect(restarted.trades).toMatchObject([
      { positionId: held.id, reason: 'attemptEnd', exitPrice: price('101'), closedAt: restarted.clock.now() },
    ]);
  });

  it('E4 E5 E17 ends by no price that a halt has let grow old: what waits is closed at the next one', async () => {
    const { market, account } = await ofClass({ maxDayLoss: null, maxLeverage: 10, calibration: false });
    await market.tick(ETH, '100');
    const held = await market.open(account, { symbol: ETH, margin: usdt('10'), leverage: 10 });
    await market.open(account, { margin: usdt('150'), leverage: 10 });
    await market.tick(BTC, '90.4', 11_000);
    expect(market.account(account).attempt?.endedAt).toBe(market.clock.now());
    market.host.halt(new Error('the books do not add up'));
    await market.tick(ETH, '89');
    market.clock.advance(3_600_000);
    expect(await market.host.resume()).toBe(true);
    await market.idle();
    expect([...market.store.positions.keys()]).toEqual([held.id]);
    await market.tick(ETH, '99');
    expect(market.trades.at(-1)).toMatchObject({
      ...{ positionId: held.id, reason: 'attemptEnd', exitPrice: price('99'), closedAt: market.clock.now() },
    });
  });

  it.each([
    { what: 'liquidates it', to: '89', reason: 'liquidation' },
    { what: 'does not', to: '97', reason: 'attemptEnd' },
  ])('E5 E17 after a halt ends by a price of it that is still fresh, where that $what', async ({ to, reason }) => {
    const { market, account } = await ofClass({ maxDayLoss: null, maxLeverage: 10, calibration: false });
    await market.tick(ETH, '100');
    const held = await market.open(account, { symbol: ETH, margin: usdt('10'), leverage: 10 });
    await market.open(account, { margin: usdt('150'), leverage: 10 });
    await market.tick(BTC, '90.4', 11_000);
    market.host.halt(new Error('the books do not add up'));
    await market.tick(ETH, to);
    expect(await market.host.resume()).toBe(true);
    await market.idle();
    expect(market.trades.at(-1)).toMatchObject({ positionId: held.id, reason, exitPrice: price(to) });
  });

  it('E17 is nothing outside classes', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { margin: usdt('900'), leverage: 10 });
    await market.tick(BTC, '90');
    expect(market.account(account)).toMatchObject({ attempt: null });
    expect(linesOf(market)).toEqual([]);
  });
});
