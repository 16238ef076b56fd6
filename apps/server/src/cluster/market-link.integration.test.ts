import { describe, expect, it } from 'vitest';
import { useNats } from '../../test/harness/nats.ts';
import { BTC, ETH, ORDER, price, tradingMarket, type TestMarket } from '../../test/test-market.ts';
import { UnavailableError, type Command } from '../commands/command.ts';
import { localSide } from '../engine/local-side.ts';
import type { MarketSide } from '../engine/market-port.ts';
import { decodeAccountEvent } from './account-messages.ts';
import { accountsSubject, askSubject, pricesSubject } from './subjects.ts';
import { hearing, flushed, until, useProcesses, withAnswers } from './test/processes.ts';

const nats = useNats();
const startProcess = useProcesses(nats);

/** A market of one process and the side of it in another. */
async function twoProcesses(side: (market: TestMarket) => MarketSide = ({ host }) => localSide(host)) {
  const { market, account } = await tradingMarket({ series: () => Promise.resolve([CANDLE]) });
  const [owner, edge] = await Promise.all([startProcess('owner'), startProcess('edge')]);
  market.host.listen(owner.link);
  const local = side(market);
  const stop = owner.link.serve(local, 1n);
  const remote = edge.link.remote(local.definition, local.pairs);
  await flushed(owner, edge);
  return { market, account, owner, edge, local, remote, stop };
}

const CANDLE = { time: 60, open: 1n, high: 9n, low: 1n, close: 5n, volume: 2n ** 70n };

const open = (accountId: bigint): Command => ({ type: 'openPosition', accountId, ...ORDER });
const key = (name: string) => ({ userId: 1n, action: 'openPosition', key: name, bodyHash: name }) as const;

describe('a market of another process', () => {
  it('answers every question as it answers in its own process', async () => {
    const { market, account, owner, local, remote } = await twoProcesses((each) =>
      withAnswers(localSide(each.host), {
        openCandle: (symbol) => Promise.resolve(symbol === BTC ? CANDLE : null),
        moveFrequency: () => Promise.resolve({ hours: 9, exceedances: new Map([[10, 3]]) } as never),
      }),
    );
    await market.open(account, { takeProfit: price('120') });
    await market.place(account, '90');
    market.feed.tick({ symbol: ETH, price: 0n, time: market.clock.now() });
    const ask = (side: MarketSide) =>
      Promise.all([
        ...[side.status(), side.quotes(), side.account(account), side.account(404n), side.lastPrices([BTC, ETH, '?'])],
        ...[side.candles(BTC, '5m', 10, 1_700_000_000), side.candles(BTC, '1d', 1, null)],
        ...[side.openCandle(BTC, '1m'), side.openCandle(ETH, '1h'), side.moveFrequency(BTC), side.stats()],
      ]);
    const answers = await ask(remote);
    expect(answers).toEqual(await ask(local));
    expect(answers[2]).toMatchObject({ account: { id: account }, positions: [{ takeProfit: price('120') }] });
    expect(answers[4]).toBeInstanceOf(Map);
    expect([remote.id, remote.isRunning, remote.definition, remote.pairs]).toEqual([
      local.id,
      local.isRunning,
      local.definition,
      local.pairs,
    ]);
    expect(owner.errors).toEqual([]);
  });

  it('carries out commands, refuses what the market refuses, and is halted and resumed', async () => {
    const { market, account, local, remote } = await twoProcesses();
    expect(await remote.submit(open(account))).toMatchObject({ ok: true, result: { type: 'position' } });
    expect(await remote.submit(open(404n))).toEqual(await local.submit(open(404n)));
    expect(await remote.resume()).toBe(false);
    await remote.halt('the books do not add up');
    expect((await remote.status()).halt?.reason).toBe('the books do not add up');
    expect(await remote.submit(open(account))).toEqual({ ok: false, code: 'market_halted' });
    market.weather.loadFails = true;
    const inTheWay = await local.resume().catch((error: unknown) => String((error as Error).message));
    await expect(remote.resume()).rejects.toThrow(inTheWay);
    market.weather.loadFails = false;
    expect([await remote.resume(), market.store.positions.size]).toEqual([true, 1]);
    await market.host.stop();
    await expect(remote.submit(open(account))).rejects.toThrow(new UnavailableError('the market is stopping'));
  });

  it('is asked once for all the candles that are wanted in one turn, and answers many questions at once', async () => {
    const { owner, edge, account, market, remote } = await twoProcesses((each) =>
      withAnswers(localSide(each.host), {
        openCandle: (symbol, interval) => Promise.resolve({ ...CANDLE, time: symbol.length + interval.length }),
      }),
    );
    const asked = await hearing(owner, askSubject('main'));
    const candles = await Promise.all(
      (['1m', '15m'] as const).flatMap((interval) => [
        remote.openCandle(BTC, interval),
        remote.openCandle(ETH, interval),
      ]),
    );
    expect(candles.map((candle) => candle?.time)).toEqual([9, 9, 10, 10]);
    expect(await asked.from(edge)).toHaveLength(1);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => [
        await remote.submit(open(account), key(`${n}`)),
        await remote.status(),
      ]),
    );
    const taken = outcomes.filter(([outcome]) => outcome !== undefined && 'ok' in outcome && outcome.ok);
    expect([taken.length, market.store.positions.size]).toEqual([10, 10]);
    expect(new Set(outcomes.map(([, status]) => JSON.stringify(status))).size).toBe(1);
  });

  it('L7 commands of one turn cross together, each has its own outcome, and one that is not known costs the others nothing', async () => {
    const { owner, edge, account, market, remote } = await twoProcesses((each) => {
      const local = localSide(each.host);
      return withAnswers(local, {
        submit: (command, idempotency) =>
          idempotency?.key === 'lost'
            ? Promise.reject(new UnavailableError('it is not known'))
            : local.submit(command, idempotency),
      });
    });
    const asked = await hearing(owner, askSubject('main'));
    const outcomes = await Promise.allSettled([
      remote.submit(open(account), key('first')),
      remote.submit(open(404n), key('nobody')),
      remote.submit(open(account), key('lost')),
      remote.submit(open(account), key('last')),
    ]);
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: expect.objectContaining({ ok: true }) as unknown },
      { status: 'fulfilled', value: expect.objectContaining({ ok: false }) as unknown },
      { status: 'rejected', reason: new UnavailableError('it is not known') },
      { status: 'fulfilled', value: expect.objectContaining({ ok: true }) as unknown },
    ]);
    expect(market.store.positions.size).toBe(2);
    expect(await asked.from(edge)).toHaveLength(1);
  });

  it('the action of a key crosses under the name that earlier versions read it by, and arrives as it was', async () => {
    const submitted: unknown[] = [];
    const { owner, edge, account, remote } = await twoProcesses((each) => {
      const local = localSide(each.host);
      return withAnswers(local, {
        submit: (command, idempotency) => {
          submitted.push(idempotency);
          return local.submit(command, idempotency);
        },
      });
    });
    const asked = await hearing(owner, askSubject('main'));
    await Promise.all([remote.submit(open(account), key('first')), remote.submit(open(account))]);
    const sent = { userId: 1n, operation: 'openPosition', key: 'first', bodyHash: 'first' };
    const [ask] = (await asked.from(edge)) as { commands: { idempotency?: unknown }[] }[];
    expect(ask?.commands.map(({ idempotency }) => idempotency)).toEqual([sent, undefined]);
    expect(submitted).toEqual([key('first'), undefined]);
  });

  it('commands that come while others are on their way cross together when all of those are answered, or after 4 ms', async () => {
    const answers: (() => void)[] = [];
    const { owner, edge, account, remote } = await twoProcesses((each) => {
      const local = localSide(each.host);
      return withAnswers(local, {
        submit: async (command) => {
          await new Promise<void>((resolve) => answers.push(resolve));
          return local.submit(command);
        },
      });
    });
    const asked = await hearing(owner, askSubject('main'));
    const heard = async () => (await asked.from(edge)).map((ask) => (ask as { commands: unknown[] }).commands.length);
    const submit = async () => {
      const outcome = remote.submit(open(account));
      await new Promise((resolve) => setImmediate(resolve));
      return { outcome };
    };
    const first = await submit();
    await until(() => answers.length === 1);
    expect(await heard()).toEqual([1]);
    const second = [await submit(), await submit()];
    edge.clock.advance(3);
    expect(await heard()).toEqual([]);
    edge.clock.advance(1);
    expect(await heard()).toEqual([2]);
    const third = [await submit(), await submit(), await submit()];
    await until(() => answers.length === 3);
    answers[0]?.();
    expect(await first.outcome).toMatchObject({ ok: true });
    expect(await heard()).toEqual([]);
    for (const answer of answers) answer();
    for (const { outcome } of second) expect(await outcome).toMatchObject({ ok: true });
    expect(await heard()).toEqual([3]);
    await until(() => answers.length === 6);
    for (const answer of answers) answer();
    for (const { outcome } of third) expect(await outcome).toMatchObject({ ok: true });
  });

  it('L7 an answer that is short of an outcome is none: every command of it counts as unknown', async () => {
    const [owner, edge] = await Promise.all([startProcess('owner'), startProcess('edge')]);
    const { market, account } = await tradingMarket();
    const local = localSide(market.host);
    owner.bus.answer(askSubject('main'), () =>
      Promise.resolve({ term: 1n, answer: [{ outcome: { ok: true, result: { type: 'done' } } }] }),
    );
    await flushed(owner);
    const remote = edge.link.remote(local.definition, local.pairs);
    const outcomes = await Promise.allSettled([remote.submit(open(account)), remote.submit(open(account))]);
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason instanceof UnavailableError)).toEqual([
      true,
      true,
    ]);
  });
});

describe('what happens in a market', () => {
  it('is told to processes that show it: the prices of 20 ms in one message, and none when nobody does', async () => {
    const { market, owner, edge, stop } = await twoProcesses();
    const told = await hearing(edge, pricesSubject('main'));
    await market.tick(BTC, '101');
    owner.clock.advance(20);
    edge.interest.show('main');
    await until(() => owner.interest.isWatched('main'));
    await market.tick(BTC, '102');
    await market.tick(ETH, '50');
    owner.clock.advance(19);
    await market.tick(BTC, '103');
    expect(await told.from(owner)).toEqual([]);
    owner.clock.advance(1);
    expect(await told.from(owner)).toMatchObject([{ term: 1n, records: [{}, {}, {}] }]);
    expect(edge.prices.map(({ marketId, record }) => [marketId, record.symbol, record.price])).toEqual([
      ['main', BTC, price('102')],
      ['main', ETH, price('50')],
      ['main', BTC, price('103')],
    ]);
    expect(edge.prices.at(-1)?.record).toEqual(market.host.lastRecord(BTC));
    await market.tick(BTC, '104');
    stop();
    owner.clock.advance(20);
    await market.tick(BTC, '105');
    owner.clock.advance(20);
    expect(await told.from(owner)).toEqual([]);
  });

  it('is told of every account to whoever follows it, whether the market is shown or not', async () => {
    const { market, account, owner, edge } = await twoProcesses();
    await market.enter(2n);
    await flushed(owner);
    const told = await hearing(edge, accountsSubject('main'));
    await market.enter(3n);
    await market.open(account);
    const messages = (await told.from(owner)) as { term: bigint; events: [bigint, Uint8Array][] }[];
    expect(messages.map(({ term }) => term)).toEqual(messages.map(() => 1n));
    const events = messages.flatMap((message) => message.events);
    expect(events.map(([userId]) => userId)).toEqual([3n, 1n]);
    expect(events.map(([userId, bytes]) => decodeAccountEvent('main', userId, bytes))).toEqual(market.events.slice(-2));
  });
});

describe('the interest of processes in a market', () => {
  it('is known at once, said again every 2 s, and forgotten 6 s after the last word', async () => {
    const [owner, edge] = await Promise.all([startProcess('owner'), startProcess('edge')]);
    const isWatched = (): boolean => owner.interest.isWatched('main');
    edge.interest.show('main');
    await until(isWatched);
    expect([owner.interest.isWatched('other'), edge.interest.isWatched('main')]).toEqual([false, false]);
    owner.clock.advance(5_999);
    expect(isWatched()).toBe(true);
    owner.clock.advance(1);
    expect(isWatched()).toBe(false);
    edge.clock.advance(2_000);
    await until(isWatched);
    edge.interest.hide('main');
    await until(() => !isWatched());
  });
});
