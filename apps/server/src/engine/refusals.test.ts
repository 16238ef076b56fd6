import { describe, expect, it } from 'vitest';
import type { Batch } from '../commands/batch.ts';
import { UnavailableError, type Idempotency, type Outcome } from '../commands/command.ts';
import { BTC, ORDER, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';

const INTERNAL = { ok: false, code: 'internal' };
const HALTED = { ok: false, code: 'market_halted' };
/** The storage refuses every batch with a position of this margin. */
const CURSED = usdt('13');
const isCursed = (batch: Batch): boolean => batch.openedPositions.some(({ margin }) => margin === CURSED);

const keyed = (key: string, bodyHash = 'body'): Idempotency => ({
  userId: 1n,
  action: 'openPosition',
  key,
  bodyHash,
});
const open = (market: TestMarket, accountId: bigint, margin: bigint, key?: Idempotency): Promise<Outcome> =>
  market.submit({ type: 'openPosition', accountId, ...ORDER, margin }, key);

/** The storage refuses whatever closes the position. */
const refuseClosing =
  (positionId: bigint) =>
  ({ closedPositions }: Batch): boolean =>
    closedPositions.includes(positionId);

describe('a command that the storage refuses', () => {
  it('E12 costs nobody else anything: the others of its batch go on in their order', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    market.weather.refuses = isCursed;
    const outcomes = await Promise.all([
      open(market, account, usdt('600')),
      open(market, account, CURSED),
      open(market, other, usdt('5')),
      open(market, account, usdt('600')),
      open(market, account, usdt('400')),
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))).toEqual([
      ...['ok', 'internal', 'ok', 'insufficient_funds', 'ok'],
    ]);
    expect(market.account(account)).toMatchObject({ available: 0n, margin: usdt('1000') });
    expect(market.account(other).margin).toBe(usdt('5'));
    expect(market.host.status().ready).toBe(true);
    expect(market.events.filter(({ userId }) => userId === 2n).map(({ account: { version } }) => version)).toEqual([
      1n,
      2n,
    ]);
    await market.open(account, { margin: usdt('1') }).catch(() => undefined);
    expect(await open(market, other, usdt('6'))).toMatchObject({ ok: true });
  });

  it('E12 firings of its batch are carried out', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.weather.refuses = isCursed;
    market.weather.slow = true;
    const first = open(market, account, usdt('1'));
    await market.idle();
    await market.tick(BTC, '89');
    const cursed = open(market, account, CURSED);
    market.weather.slow = false;
    market.journal.release();
    expect([await first, await cursed]).toMatchObject([{ ok: true }, INTERNAL]);
    await market.idle();
    expect(market.trades.map(({ positionId, reason }) => [positionId, reason])).toContainEqual([
      position.id,
      'liquidation',
    ]);
    expect(market.host.status().ready).toBe(true);
  });

  it('E12 L6 its answer is frozen under its key, and its key is not tried again', async () => {
    const { market, account } = await tradingMarket();
    market.weather.refuses = isCursed;
    const [first, second] = await Promise.all([
      open(market, account, CURSED, keyed('a')),
      open(market, account, CURSED, keyed('a')),
    ]);
    expect([first, second]).toEqual([INTERNAL, INTERNAL]);
    market.weather.refuses = () => false;
    expect(await open(market, account, CURSED, keyed('a'))).toEqual(INTERNAL);
    expect(await open(market, account, CURSED, keyed('a', 'other'))).toEqual({
      ok: false,
      code: 'idempotency_conflict',
    });
    expect(market.store.positions.size).toBe(0);
  });

  it('E12 is answered all the same when the storage refuses its key too', async () => {
    const { market, account } = await tradingMarket();
    market.weather.refuses = ({ outcomes }) => outcomes.some(({ idempotency }) => idempotency.key === 'cursed');
    expect(await open(market, account, usdt('1'), keyed('cursed'))).toEqual(INTERNAL);
    expect(market.store.positions.size).toBe(0);
    expect(await open(market, account, usdt('1'), keyed('b'))).toMatchObject({ ok: true });
  });

  it('E12 L6 is answered as unavailable when the storage goes away before the answer is frozen', async () => {
    const { market, account } = await tradingMarket();
    market.weather.refuses = (batch) => isCursed(batch) && (market.weather.fates = ['lost']).length > 0;
    await expect(open(market, account, CURSED, keyed('a'))).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '100');
    market.weather.refuses = isCursed;
    expect(await open(market, account, CURSED, keyed('a'))).toEqual(INTERNAL);
  });

  it('E12 tells operators everything that is needed to repeat it, and no phone', async () => {
    const { market, account } = await tradingMarket();
    market.weather.refuses = isCursed;
    await open(market, account, CURSED, keyed('+79161234567'));
    expect(market.details).toHaveLength(1);
    const [details = ''] = market.details;
    expect(JSON.parse(details)).toMatchObject({
      command: { type: 'openPosition', accountId: account.toString(), margin: CURSED.toString(), symbol: BTC },
      key: { userId: '1', action: 'openPosition', key: '+7******4567' },
      batch: { openedPositions: [{ margin: CURSED.toString() }], transfers: [{ kind: 'open' }] },
    });
    expect(details).not.toContain('9161234567');
  });

  it('E12 a decision that fails half done is refused in the same way, and nothing of it stays in memory', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    for (let n = 0; n < 3; n++) await market.open(account);
    let asked = 0;
    market.weather.nextId = () => {
      asked++;
      // In the middle of the second position that is closed: among the others, and again alone.
      if (asked === 3 || asked === 6) throw new RangeError('a mistake of the programmer');
    };
    const [failed, opened] = await Promise.all([
      market.submit({ type: 'startSeason', accountId: account }),
      open(market, other, usdt('7')),
    ]);
    expect([failed, opened]).toMatchObject([INTERNAL, { ok: true }]);
    market.weather.nextId = () => {};
    expect(market.account(account)).toMatchObject({ season: 1, margin: usdt('300') });
    expect(await market.submit({ type: 'startSeason', accountId: account })).toMatchObject({ ok: true });
    expect(market.account(account)).toMatchObject({ season: 2, margin: 0n });
  });

  it('E12 a settlement is not frozen, and not tried again before a restart', async () => {
    const { market, account } = await tradingMarket();
    let refused = 0;
    market.weather.refuses = ({ settlements }) => settlements.length > 0 && ++refused > 0;
    const credit = (of: TestMarket): Promise<Outcome> =>
      of.submit(
        { type: 'settleOperation', accountId: account, operationId: 77n, effect: { kind: 'card', amount: usdt('5') } },
        { userId: 1n, action: 'settleOperation', key: '77', bodyHash: 'x' },
      );
    expect([await credit(market), await credit(market), refused]).toEqual([INTERNAL, INTERNAL, 1]);
    market.host.halt(new Error('to look at it'));
    market.weather.refuses = () => false;
    expect(await market.host.resume()).toBe(true);
    expect(await credit(market)).toMatchObject({ ok: true });
    expect(market.account(account).available).toBe(usdt('1005'));
  });

  it('E12 a storage that goes away meanwhile loses nothing that was acknowledged', async () => {
    const { market, account } = await tradingMarket();
    market.weather.refuses = isCursed;
    market.weather.fates = ['committed', 'lost'];
    const outcomes = await Promise.allSettled([
      open(market, account, usdt('1')),
      open(market, account, CURSED),
      open(market, account, usdt('2')),
      open(market, account, usdt('3')),
    ]);
    await market.tick(BTC, '100');
    const acknowledged = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(acknowledged.map((each) => (each as PromiseFulfilledResult<Outcome>).value.ok)).toEqual([true, false]);
    expect(market.account(account).margin).toBe(usdt('1'));
    expect(market.host.status().ready).toBe(true);
  });
});

describe('a firing that the storage refuses', () => {
  it('E12 halts the market with the reason, when all the others are carried out', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    const positions = [await market.open(account), await market.open(account), await market.open(other)];
    const wrong = positions[1]?.id ?? 0n;
    market.weather.refuses = refuseClosing(wrong);
    await market.tick(BTC, '89');
    expect(market.trades.map(({ positionId }) => positionId)).toEqual([positions[0]?.id, positions[2]?.id]);
    expect(market.host.stats()).toMatchObject({
      phase: 'halted',
      halt: {
        at: market.clock.now(),
        reason: `liquidation of position ${wrong} was refused: the storage refuses the batch`,
      },
    });
    expect(market.host.status().halt).not.toBeNull();
    expect(await open(market, account, usdt('1'))).toEqual(HALTED);
    expect(market.host.lastRecord(BTC)?.price).toBe(price('89'));
    expect(JSON.parse(market.details.at(-1) ?? '')).toMatchObject({ firing: { positionId: wrong.toString() } });
  });

  it('E12 a crash that fires more than a batch holds is carried out whole before the halt', async () => {
    const { market, account } = await tradingMarket();
    const positions = [];
    for (let user = 2n; user < 5n; user++) {
      const trader = await market.enter(user);
      positions.push(
        ...(await Promise.all(Array.from({ length: 200 }, () => market.open(trader, { margin: usdt('1') })))),
      );
    }
    market.weather.refuses = refuseClosing(positions[7]?.id ?? 0n);
    market.weather.slow = true;
    const writing = open(market, account, usdt('1'));
    await market.idle();
    await market.tick(BTC, '89');
    const waiting = open(market, account, usdt('1'));
    market.weather.slow = false;
    market.journal.release();
    expect(await writing).toMatchObject({ ok: true });
    expect(await waiting).toMatchObject({ ok: true });
    await expect.poll(() => market.host.stats().phase).toBe('halted');
    // What was opened before the tick went the same way; what was opened after it is still there.
    expect(market.trades.length).toBe(599 + 1);
    expect(market.store.positions.size).toBe(2);
  });

  it('E2 E8 E12 nobody touches the position meanwhile, and a resumption closes it at the price that it crossed', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.weather.refuses = refuseClosing(position.id);
    await market.tick(BTC, '89');
    await market.tick(BTC, '95');
    market.weather.refuses = () => false;
    expect(await market.host.resume()).toBe(true);
    expect(market.trades.map(({ positionId, exitPrice }) => [positionId, exitPrice])).toEqual([
      [position.id, price('89')],
    ]);
    expect(market.host.stats()).toMatchObject({ phase: 'running', halt: null, backlog: 0 });
    await market.tick(BTC, '101');
    expect(await open(market, account, usdt('1'))).toMatchObject({ ok: true });
  });

  it('E12 a resumption that changes nothing leaves the market halted and says so', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.weather.refuses = refuseClosing(position.id);
    await market.tick(BTC, '89');
    await expect(market.host.resume()).rejects.toThrow('was refused');
    expect(market.host.stats().phase).toBe('halted');
    expect(market.store.positions.size).toBe(1);
  });

  it('E2 E12 the end of a market waits for its resumption', async () => {
    const { market, account } = await tradingMarket();
    const positions = [await market.open(account), await market.open(account, { side: 'short' })];
    market.weather.refuses = refuseClosing(positions[0]?.id ?? 0n);
    market.feed.end();
    await market.idle();
    expect(market.trades.map(({ positionId }) => positionId)).toEqual([positions[1]?.id]);
    expect([market.host.stats().phase, market.saved]).toEqual(['halted', 0]);
    market.weather.refuses = () => false;
    expect(await market.host.resume()).toBe(true);
    await market.idle();
    expect(market.trades.map(({ reason }) => reason)).toEqual(['marketEnd', 'marketEnd']);
    expect([market.host.status().life, market.saved]).toEqual(['ended', 1]);
  });
});

describe('a halt and its end', () => {
  it('E12 a stored state that contradicts itself halts the market', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.weather.refuses = (batch) => isCursed(batch) && market.store.accounts.delete(account);
    expect(await open(market, account, CURSED)).toEqual(INTERNAL);
    await market.idle();
    expect(market.host.stats()).toMatchObject({
      phase: 'halted',
      halt: { reason: 'the stored state of the market contradicts itself' },
    });
  });

  it('E12 a market halted by a check goes on, after what it was writing; one that runs needs no resumption', async () => {
    const { market, account } = await tradingMarket();
    expect(await market.host.resume()).toBe(false);
    market.weather.slow = true;
    const writing = open(market, account, usdt('100'));
    await market.idle();
    market.host.halt(new Error('the books do not add up'));
    const resumed = market.host.resume();
    market.weather.slow = false;
    market.journal.release();
    expect(await writing).toMatchObject({ ok: true });
    expect(await resumed).toBe(true);
    expect(market.host.stats()).toMatchObject({ phase: 'running', halt: null });
    await market.open(account, { margin: usdt('1') });
    expect(market.account(account).margin).toBe(usdt('101'));
  });

  it('E12 a market whose state cannot be read stays halted', async () => {
    const { market, account } = await tradingMarket();
    market.host.halt(new Error('the books do not add up'));
    market.weather.loadFails = true;
    await expect(market.host.resume()).rejects.toThrow('the database is gone');
    expect(market.host.stats().halt?.reason).toBe('the books do not add up');
    expect(await open(market, account, usdt('1'))).toEqual(HALTED);
    market.weather.loadFails = false;
    expect(await market.host.resume()).toBe(true);
  });

  it('E12 is known to the next process, which shows everything and decides nothing until somebody lets it go on', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.host.halt(new Error('the books do not add up'));
    const { halt } = market.host.stats();
    await market.idle();
    market.clock.advance(60_000);
    const next = await TestMarket.restarted(market);
    expect(next.host.stats()).toMatchObject({ phase: 'halted', halt });
    await next.tick(BTC, '89');
    expect(await open(next, account, usdt('1'))).toEqual(HALTED);
    expect(next.host.tickers().find(({ pair }) => pair.symbol === BTC)?.last?.price).toBe(price('89'));
    expect([next.trades, next.host.status().members]).toEqual([[], 1]);
    expect(await next.host.resume()).toBe(true);
    await next.tick(BTC, '89');
    expect(next.trades).toMatchObject([{ positionId: position.id, reason: 'liquidation' }]);
    const last = await TestMarket.restarted(next);
    expect(last.host.stats()).toMatchObject({ phase: 'running', halt: null });
  });

  it('E12 is written again and again until the storage takes it, and holds meanwhile', async () => {
    const { market, account } = await tradingMarket();
    market.weather.haltFails = true;
    market.host.halt(new Error('the books do not add up'));
    for (const wait of [100, 200, 400]) {
      await market.idle();
      expect(await open(market, account, usdt('1'))).toEqual(HALTED);
      market.clock.advance(wait);
    }
    await market.idle();
    const tries = market.failures.filter((message) => message.includes('could not be written yet'));
    expect([tries.length, market.store.halt]).toEqual([4, null]);
    // Neither can it be written that the market goes on.
    await expect(market.host.resume()).rejects.toThrow('the database is gone');
    expect(market.host.stats().halt?.reason).toBe('the books do not add up');
    market.weather.haltFails = false;
    market.clock.advance(5_000);
    await market.idle();
    expect(market.store.halt).toEqual(market.host.stats().halt);
    expect([await market.host.resume(), market.store.halt]).toEqual([true, null]);
  });

  it('E12 is not written any more when the market goes on first, or the process ends', async () => {
    const { market } = await tradingMarket();
    market.weather.haltFails = true;
    market.host.halt(new Error('the books do not add up'));
    await market.idle();
    market.weather.haltFails = false;
    expect(await market.host.resume()).toBe(true);
    market.clock.advance(60_000);
    await market.idle();
    expect(market.store.halt).toBeNull();
    market.weather.haltFails = true;
    market.host.halt(new Error('once more'));
    await market.idle();
    await market.host.stop();
    market.weather.haltFails = false;
    market.clock.advance(60_000);
    await market.idle();
    expect(market.store.halt).toBeNull();
  });

  it('E12 that another process has written is found when the state is read again', async () => {
    const { market, account } = await tradingMarket();
    market.store.halt = { at: 1, reason: 'found elsewhere' };
    market.weather.fates.push('lost');
    await expect(open(market, account, usdt('1'))).rejects.toThrow(UnavailableError);
    await market.idle();
    market.clock.advance(100);
    await market.idle();
    expect(market.host.stats()).toMatchObject({ phase: 'halted', halt: { at: 1, reason: 'found elsewhere' } });
  });

  it('E12 a state that contradicts itself stands halted after a restart too', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.store.accounts.delete(account);
    market.host.halt(new Error('the books do not add up'));
    await market.idle();
    const next = await TestMarket.restarted(market);
    expect(next.host.stats().halt?.reason).toBe('the books do not add up');
    await expect(next.host.resume()).rejects.toThrow('contradicts itself');
    expect(next.host.stats().phase).toBe('halted');
  });
});
