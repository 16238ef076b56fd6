import { describe, expect, it } from 'vitest';
import { UnavailableError, type Idempotency, type Outcome } from '../commands/command.ts';
import { KeyRegister } from './key-register.ts';
import { NewestKeys } from './newest-keys.ts';
import { BTC, ORDER, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';

const keyed = (key: string, bodyHash = 'body', userId = 1n): Idempotency => ({
  userId,
  action: 'openPosition',
  key,
  bodyHash,
});

describe('batches', () => {
  it('E2 commands that wait together are written together, and answered after the commit', async () => {
    const { market, account } = await tradingMarket();
    market.weather.slow = true;
    let answered = 0;
    const batches = market.host.stats().batches;
    const first = market.open(account, { margin: usdt('1') }).then(() => answered++);
    await market.idle();
    const rest = Array.from({ length: 100 }, () => market.open(account, { margin: usdt('1') }).then(() => answered++));
    await market.idle();
    expect(answered).toBe(0);
    expect(market.account(account).margin).toBe(0n);
    market.journal.release();
    await market.idle();
    expect(answered).toBe(1);
    market.journal.release();
    await Promise.all([first, ...rest]);
    expect(market.host.stats().batches - batches).toBe(2);
    expect(market.account(account)).toMatchObject({ margin: usdt('101'), version: 3n });
  });

  it('a crash of hundreds of positions keeps nobody waiting: commands go into the next batch', async () => {
    const { market } = await tradingMarket();
    for (let user = 10n; user < 16n; user++) {
      const account = await market.enter(user);
      await Promise.all(Array.from({ length: 200 }, () => market.open(account, { margin: usdt('1') })));
    }
    const bystander = await market.enter(99n);
    const before = market.host.stats().batches;
    market.weather.slow = true;
    await market.tick(BTC, '89');
    const opened = market.open(bystander);
    market.journal.release();
    await market.idle();
    market.journal.release();
    await opened;
    expect(market.host.stats().batches - before).toBe(2);
    expect(market.trades.length).toBe(500);
    for (let n = 0; n < 5; n++) {
      market.journal.release();
      await market.idle();
    }
    expect(market.trades.length).toBe(1200);
    expect(new Set(market.trades.map(({ positionId }) => positionId)).size).toBe(1200);
  });

  it('answers what changes nothing without writing anything', async () => {
    const { market, account } = await tradingMarket();
    const before = market.host.stats().batches;
    expect(await market.submit({ type: 'openPosition', accountId: account, ...ORDER, margin: 0n })).toEqual({
      ok: false,
      code: 'invalid_amount',
    });
    expect(market.host.stats().batches).toBe(before);
  });

  it('publishes one event for each account and batch, whatever changed in it', async () => {
    const { market, account } = await tradingMarket();
    market.events.length = 0;
    await Promise.all([market.open(account), market.place(account, '95'), market.open(account)]);
    expect(
      market.events.map(({ fromVersion, account: { version }, positions, orders }) => [
        fromVersion,
        version,
        positions.length,
        orders.length,
      ]),
    ).toEqual([[1n, 2n, 2, 1]]);
  });
});

describe('a crowd', () => {
  const crowd = async (market: TestMarket, account: bigint): Promise<void> => {
    await Promise.all(Array.from({ length: 4 }, () => market.open(account, { margin: usdt('1'), leverage: 10 })));
    await market.idle();
  };

  it('what is asked just after many were answered goes into one batch, and no later than the moment is over', async () => {
    const { market, account } = await tradingMarket({ gatherMs: 1 });
    await crowd(market, account);
    const { batches } = market.host.stats();
    const first = market.open(account, { margin: usdt('1') });
    await market.idle();
    expect(market.host.stats().batches).toBe(batches);
    const second = market.open(account, { margin: usdt('1') });
    market.clock.advance(1);
    await Promise.all([first, second]);
    expect(market.host.stats().batches).toBe(batches + 1);
  });

  it('nobody waits for others who is alone', async () => {
    const { market, account } = await tradingMarket({ gatherMs: 1 });
    for (let n = 0; n < 3; n += 1) await market.open(account, { margin: usdt('1') });
    expect(market.store.positions.size).toBe(3);
  });

  it('E5 a liquidation waits for nobody', async () => {
    const { market, account } = await tradingMarket({ gatherMs: 1_000 });
    await crowd(market, account);
    await market.tick(BTC, '80', 0);
    expect(market.trades.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'liquidation'));
  });

  it('S10 a market that stops waits for nobody either', async () => {
    const { market, account } = await tradingMarket({ gatherMs: 1_000 });
    await crowd(market, account);
    const last = market.open(account, { margin: usdt('1') });
    await market.host.stop();
    expect(await last).toMatchObject({ accountId: account });
  });
});

describe('idempotency', () => {
  const open = (market: TestMarket, accountId: bigint, key: Idempotency, margin = usdt('100')): Promise<unknown> =>
    market.submit({ type: 'openPosition', accountId, ...ORDER, margin }, key);

  it('L6 the same key has one effect and one answer, also while the first is in flight', async () => {
    const { market, account } = await tradingMarket();
    const [first, second] = await Promise.all([open(market, account, keyed('a')), open(market, account, keyed('a'))]);
    expect(second).toEqual(first);
    await market.tick(BTC, '103');
    expect(await open(market, account, keyed('a'))).toEqual(first);
    expect(market.store.positions.size).toBe(1);
  });

  it('L6 the same key with another body is refused, in flight and later', async () => {
    const { market, account } = await tradingMarket();
    const conflict = { ok: false, code: 'idempotency_conflict' };
    const [, second] = await Promise.all([
      open(market, account, keyed('a')),
      open(market, account, keyed('a', 'other')),
    ]);
    expect(second).toEqual(conflict);
    expect(await open(market, account, keyed('a', 'other'))).toEqual(conflict);
    expect(market.store.positions.size).toBe(1);
  });

  it('L6 a refusal is frozen too', async () => {
    const { market, account } = await tradingMarket();
    const refused = { ok: false, code: 'insufficient_funds' };
    expect(await open(market, account, keyed('a'), usdt('1001'))).toEqual(refused);
    await market.open(account, { side: 'short', leverage: 1, margin: usdt('1000') });
    await market.tick(BTC, '90');
    await market.close([...market.store.positions.values()][0] ?? (await market.open(account)));
    expect(market.account(account).available).toBeGreaterThan(usdt('1001'));
    expect(await open(market, account, keyed('a'), usdt('1001'))).toEqual(refused);
  });

  it('L6 keys belong to a user and an action', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    await open(market, account, keyed('a'));
    await open(market, other, keyed('a', 'body', 2n));
    await market.submit(
      { type: 'placeOrder', accountId: account, ...ORDER, limitPrice: price('95') },
      { ...keyed('a'), action: 'placeOrder' },
    );
    expect([market.store.positions.size, market.store.orders.size]).toEqual([2, 1]);
  });

  it.each([
    ['lost', 1],
    ['unknown', 1],
  ] as const)('L6 a repeat after a batch that was %s has one effect', async (fate, positions) => {
    const { market, account } = await tradingMarket();
    market.weather.fates = [fate];
    await expect(open(market, account, keyed('a'))).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '100');
    expect(await open(market, account, keyed('a'))).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(positions);
    expect(market.account(account).margin).toBe(usdt('100'));
  });
});

describe('markets of one process', () => {
  it('L6 one key at once in two of them has one effect, and the other writes nothing for it', async () => {
    const keys = new KeyRegister();
    const [first, second] = [await tradingMarket({ keys }), await tradingMarket({ keys, id: 'second' })];
    const open = ({ market, account }: typeof first, body: string): Promise<Outcome> =>
      market.submit({ type: 'openPosition', accountId: account, ...ORDER }, keyed('a', body));
    first.market.weather.slow = true;
    const opened = open(first, 'first');
    await first.market.idle();
    expect(await open(second, 'second')).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect([second.market.store.positions.size, second.market.batches.at(-1)?.outcomes]).toEqual([0, []]);
    first.market.weather.slow = false;
    first.market.journal.release();
    expect(await opened).toMatchObject({ ok: true });
  });

  it('S10 one that stops waits for its own answers only', async () => {
    const keys = new KeyRegister();
    const [first, second] = [await tradingMarket({ keys }), await tradingMarket({ keys, id: 'second' })];
    first.market.weather.slow = true;
    const opened = first.market.submit({ type: 'openPosition', accountId: first.account, ...ORDER }, keyed('a'));
    await first.market.idle();
    await second.market.host.stop();
    first.market.weather.slow = false;
    first.market.journal.release();
    expect(await opened).toMatchObject({ ok: true });
  });
});

describe('look-ups', () => {
  const open = (market: TestMarket, accountId: bigint, key: Idempotency): Promise<Outcome> =>
    market.submit({ type: 'openPosition', accountId, ...ORDER }, key);

  it('L6 that were under way when the market was halted begin nothing, and the key is new when it goes on', async () => {
    const { market, account } = await tradingMarket();
    market.weather.lookUpsSlow = true;
    const first = open(market, account, keyed('a'));
    await market.idle();
    market.host.halt(new Error('the ledger does not add up'));
    market.weather.lookUpsSlow = false;
    market.journal.release();
    await expect(first).rejects.toThrow(UnavailableError);
    expect(await market.host.resume()).toBe(true);
    expect(await open(market, account, keyed('a'))).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(1);
  });

  it('S10 that are under way are waited for by a market that stops', async () => {
    const { market, account } = await tradingMarket();
    const first = await open(market, account, keyed('a'));
    market.weather.lookUpsSlow = true;
    const asked = [open(market, account, keyed('a')), open(market, account, keyed('b'))];
    await market.idle();
    const stopped = market.host.stop();
    market.journal.release();
    expect(await Promise.all(asked)).toMatchObject([first, { ok: true }]);
    await stopped;
  });

  it('that fail are answered as unavailable, and the next ones go on', async () => {
    const { market, account } = await tradingMarket();
    market.weather.lookUpsFail = true;
    await expect(open(market, account, keyed('a'))).rejects.toThrow(UnavailableError);
    market.weather.lookUpsFail = false;
    expect(await open(market, account, keyed('a'))).toMatchObject({ ok: true });
  });
});

describe('keys that are newer than all others of their person and action', () => {
  const open = (market: TestMarket, accountId: bigint, n: number, body?: string): Promise<Outcome> =>
    market.submit(
      { type: 'openPosition', accountId, ...ORDER },
      keyed(`00000000-000${n}-7000-8000-000000000000`, body),
    );

  it('L6 are looked up by nobody; what was asked under them is, if it is asked again', async () => {
    const { market, account } = await tradingMarket({ keys: new KeyRegister(new NewestKeys()) });
    await open(market, account, 1);
    market.weather.lookUpsFail = true;
    const third = await open(market, account, 3);
    expect(third).toMatchObject({ ok: true });
    await expect(open(market, account, 3)).rejects.toThrow(UnavailableError);
    await expect(open(market, account, 2)).rejects.toThrow(UnavailableError);
    market.weather.lookUpsFail = false;
    expect(await open(market, account, 3)).toEqual(third);
    expect(await open(market, account, 3, 'other')).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(await open(market, account, 2)).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(3);
  });

  it('L6 have one answer while they are in flight', async () => {
    const { market, account } = await tradingMarket({ keys: new KeyRegister(new NewestKeys()) });
    await open(market, account, 1);
    const [first, again, other] = await Promise.all([
      open(market, account, 2),
      open(market, account, 2),
      open(market, account, 2, 'other'),
    ]);
    expect([again, other]).toEqual([first, { ok: false, code: 'idempotency_conflict' }]);
    expect(market.store.positions.size).toBe(2);
  });

  it.each(['lost', 'unknown'] as const)('L6 are looked up after a batch that was %s', async (fate) => {
    const { market, account } = await tradingMarket({ keys: new KeyRegister(new NewestKeys()) });
    await open(market, account, 1);
    market.weather.fates = [fate];
    await expect(open(market, account, 2)).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '100');
    expect(await open(market, account, 2)).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(2);
  });

  it('L6 are known anew when a market is read: others may have answered in it', async () => {
    const keys = new KeyRegister(new NewestKeys());
    const { market, account } = await tradingMarket({ keys });
    await open(market, account, 1);
    const other = await TestMarket.restarted(market);
    await other.tick(BTC, '100');
    const answer = await open(other, account, 2);
    const after = await TestMarket.restarted(other, { keys });
    await after.tick(BTC, '100');
    expect(await open(after, account, 2)).toEqual(answer);
    expect(after.store.positions.size).toBe(2);
  });

  it('L6 are known of that are answered after the market was read again, and waited before', async () => {
    const { market, account } = await tradingMarket({ keys: new KeyRegister(new NewestKeys()) });
    await open(market, account, 1);
    market.weather.slow = true;
    market.weather.refuses = (batch) => batch.openedPositions.some(({ margin }) => margin === usdt('7'));
    const refused = market.open(account, { margin: usdt('7') });
    await market.idle();
    const third = open(market, account, 3);
    const again = open(market, account, 1);
    market.weather.slow = false;
    market.journal.release();
    await expect(refused).rejects.toThrow('internal');
    expect(await Promise.all([third, again])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await open(market, account, 3, 'other')).toEqual({ ok: false, code: 'idempotency_conflict' });
    expect(market.store.positions.size).toBe(2);
  });

  it('L6 are known anew when a market is read again, too', async () => {
    const { market, account } = await tradingMarket({ keys: new KeyRegister(new NewestKeys()) });
    await open(market, account, 1);
    market.weather.fates = ['lost'];
    market.weather.loadFails = true;
    await expect(open(market, account, 2)).rejects.toThrow(UnavailableError);
    const other = new TestMarket({ store: market.store, clock: market.clock });
    await other.host.start();
    await other.tick(BTC, '100');
    const answer = await open(other, account, 3);
    market.weather.loadFails = false;
    await market.tick(BTC, '100', 10_000);
    expect(await open(market, account, 3)).toEqual(answer);
    expect(market.store.positions.size).toBe(2);
  });
});

describe('faults', () => {
  it('L7 a batch that is not known to be committed is answered as unavailable, and the state is read again', async () => {
    const { market, account } = await tradingMarket();
    market.weather.fates = ['lost'];
    market.weather.loadFails = true;
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '100');
    expect(market.host.status().ready).toBe(false);
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    market.weather.loadFails = false;
    await market.tick(BTC, '100', 10_000);
    expect(market.host.status().ready).toBe(true);
    expect(market.account(account).margin).toBe(0n);
    await market.open(account);
    expect(market.account(account).margin).toBe(usdt('100'));
  });

  it('waits longer and longer for a database that can be read and not written to', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { stopLoss: price('95') });
    market.weather.fates = Array.from({ length: 1_000 }, () => 'lost' as const);
    await market.tick(BTC, '94');
    for (let n = 0; n < 600; n++) {
      market.clock.advance(100);
      await market.idle();
    }
    const attempts = 1_000 - market.weather.fates.length;
    expect(attempts).toBeGreaterThan(10);
    expect(attempts).toBeLessThan(25);
    market.weather.fates = [];
    await market.tick(BTC, '94', 10_000);
    expect(market.store.positions.has(id)).toBe(false);
  });

  it('waits longer and longer for a database that is gone', async () => {
    const { market, account } = await tradingMarket();
    market.weather.fates = ['lost'];
    market.weather.loadFails = true;
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    for (let n = 0; n < 600; n++) {
      market.clock.advance(100);
      await market.idle();
    }
    const attempts = market.failures.filter((message) => message.includes('could not be loaded')).length;
    expect(attempts).toBeGreaterThan(10);
    expect(attempts).toBeLessThan(25);
  });

  it('a check from outside can stop the market; what it was writing is still answered', async () => {
    const { market, account } = await tradingMarket();
    market.weather.slow = true;
    const writing = market.open(account);
    await market.idle();
    const waiting = market.submit({ type: 'openPosition', accountId: account, ...ORDER });
    market.host.halt(new Error('the books do not add up'));
    market.journal.release();
    expect(await writing).toMatchObject({ margin: usdt('100') });
    expect(await waiting).toEqual({ ok: false, code: 'market_halted' });
  });
});

describe('stopping', () => {
  it('S10 finishes what is in flight and accepts nothing more', async () => {
    const { market, account } = await tradingMarket();
    market.weather.slow = true;
    const inFlight = market.open(account);
    const waiting = market.submit({ type: 'openPosition', accountId: account, ...ORDER }, keyed('a'));
    await market.idle();
    const stopped = market.host.stop();
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    market.weather.slow = false;
    market.journal.release();
    await stopped;
    await inFlight;
    expect(await waiting).toMatchObject({ ok: true });
    expect(market.account(account).margin).toBe(usdt('200'));
  });

  it('S10 does not wait for a database that is gone', async () => {
    const { market, account } = await tradingMarket();
    market.weather.fates = ['lost'];
    market.weather.loadFails = true;
    await expect(market.open(account)).rejects.toThrow(UnavailableError);
    await market.host.stop();
    expect(market.host.stats().phase).toBe('stopped');
  });

  it('S10 carries out what ticks have fired', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.clock.advance(100);
    market.feed.tick({ symbol: BTC, price: price('89'), time: market.clock.now() });
    await market.host.stop();
    expect(market.trades.map(({ reason }) => reason)).toEqual(['liquidation']);
  });
});
