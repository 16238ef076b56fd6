import { connect } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { useNats } from '../../test/harness/nats.ts';
import { BTC, ORDER, tradingMarket } from '../../test/test-market.ts';
import { UnavailableError, type Command } from '../commands/command.ts';
import { localSide } from '../engine/local-side.ts';
import type { MarketSide } from '../engine/market-port.ts';
import { encodeMessage } from './message.ts';
import { INTEREST_SUBJECT, askSubject, pricesSubject } from './subjects.ts';
import { hearing, flushed, until, useProcesses, withAnswers, type TestProcess } from './test/processes.ts';

const nats = useNats();
const startProcess = useProcesses(nats);

const open = (accountId: bigint): Command => ({ type: 'openPosition', accountId, ...ORDER });
const key = { userId: 1n, action: 'openPosition', key: 'k', bodyHash: 'h' } as const;
const ASK = { question: 'status', args: [], term: 0n };
const record = (seq: bigint) => ({ record: { seq, symbol: BTC, price: 5n, time: 1 }, volume: 0n });

/** A market, an edge that shows it, and a process that owns it. */
async function world() {
  const { market, account } = await tradingMarket();
  const [owner, edge] = await Promise.all([startProcess('owner'), startProcess('edge')]);
  const local = localSide(market.host);
  const remote = edge.link.remote(local.definition, local.pairs);
  const serve = (process: TestProcess, term: bigint, side: MarketSide = local) => process.link.serve(side, term);
  await flushed(edge);
  return { market, account, owner, edge, local, remote, serve };
}

describe('a market that changes owners', () => {
  it('is unavailable while it has none, and is found again', async () => {
    const { owner, remote, serve } = await world();
    await expect(remote.status()).rejects.toThrow(UnavailableError);
    await expect(remote.openCandle(BTC, '1m')).rejects.toThrow(UnavailableError);
    const stop = serve(owner, 1n);
    await flushed(owner);
    expect((await remote.status()).life).toBe('running');
    stop();
    await flushed(owner);
    await expect(remote.quotes()).rejects.toThrow(UnavailableError);
    serve(owner, 2n);
    await flushed(owner);
    expect((await remote.status()).life).toBe('running');
  });

  it('is unavailable when its owner dies while it is asked', async () => {
    const { owner, remote, serve, local } = await world();
    const asked = Promise.withResolvers<void>();
    const dying = withAnswers(local, { status: () => (asked.resolve(), new Promise<never>(() => undefined)) });
    serve(owner, 1n, dying);
    await flushed(owner);
    const answer = remote.status().catch((error: unknown) => error);
    await asked.promise;
    await owner.bus.close();
    expect(await answer).toBeInstanceOf(UnavailableError);
    await expect(remote.status()).rejects.toThrow(UnavailableError);
  });

  it('O1 an owner of before that can do nothing any more does not say so in the place of the newer one', async () => {
    const { owner, edge, local, remote, serve } = await world();
    const cutOff = await startProcess('cut off');
    serve(cutOff, 1n, withAnswers(local, { status: () => Promise.reject(new UnavailableError('loading')) }));
    await flushed(cutOff);
    await expect(remote.status()).rejects.toThrow('loading');
    const slow = withAnswers(local, {
      status: async () => {
        // Whatever the other one has to say to the question is there by then.
        for (let n = 0; n < 10; n += 1) await flushed(cutOff, edge, owner);
        return local.status();
      },
    });
    serve(owner, 2n, slow);
    // What the one has sent has reached NATS before the other asks for what is there.
    await flushed(owner);
    await flushed(edge);
    expect((await remote.status()).life).toBe('running');
  });

  it('O1 an owner of before is not believed: neither its answers nor its prices', async () => {
    const { owner, edge, local, remote, serve } = await world();
    const paused = await startProcess('paused');
    const stale = withAnswers(local, { status: () => Promise.reject(new Error('of before')) });
    serve(paused, 1n, stale);
    await flushed(paused);
    await expect(remote.status()).rejects.toThrow(UnavailableError);
    const isTold = (seq: bigint): boolean => edge.prices.some((told) => told.record.seq === seq);
    paused.bus.publish(pricesSubject('main'), { term: 1n, records: [record(1n)] });
    await until(() => isTold(1n));
    serve(owner, 2n);
    owner.bus.publish(pricesSubject('main'), { term: 2n, records: [record(2n)] });
    await until(() => isTold(2n));
    paused.bus.publish(pricesSubject('main'), { term: 1n, records: [record(3n)] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => remote.status()));
    expect(new Set(answers.map(({ life }) => life))).toEqual(new Set(['running']));
    await (await hearing(edge, pricesSubject('main'))).from(paused);
    expect(edge.prices.map((told) => told.record.seq)).toEqual([1n, 2n]);
    // One that answers although it was told of a newer owner.
    const deaf = await startProcess('deaf');
    const other = edge.link.remote({ ...local.definition, id: 'other' }, local.pairs);
    edge.bus.publish(pricesSubject('other'), { term: 9n, records: [record(9n)] });
    await until(() => isTold(9n));
    deaf.bus.answer(askSubject('other'), () => Promise.resolve({ term: 8n, answer: null }));
    await flushed(deaf);
    await expect(other.account(1n)).rejects.toThrow('has changed owners');
  });
});

describe('messages', () => {
  it('L6 a command whose message is doubled is carried out once, also without a key; two commands are two', async () => {
    const { owner, edge, market, account, serve } = await world();
    serve(owner, 1n);
    await flushed(owner);
    const send = (id: string): Promise<unknown> =>
      edge.bus.request(
        askSubject('main'),
        { question: 'submit', term: 0n, commands: [{ id, command: open(account) }] },
        5_000,
      );
    const [first, again] = await Promise.all([send('a'), send('a')]);
    expect([again, await send('a'), market.store.positions.size]).toEqual([first, first, 1]);
    await send('b');
    expect(market.store.positions.size).toBe(2);
  });

  it('L6 NATS stands still: a command is answered as unavailable, and repeated under its key it is carried out once', async () => {
    const { owner, market, account, remote, serve } = await world();
    serve(owner, 1n);
    await flushed(owner);
    await nats.pause();
    const answers = await Promise.allSettled([remote.submit(open(account), key), remote.status()]);
    nats.resume();
    expect(answers.map((each) => each.status === 'rejected' && each.reason instanceof UnavailableError)).toEqual([
      true,
      true,
    ]);
    await until(() => market.store.positions.size === 1);
    expect(await remote.submit(open(account), key)).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(1);
  });

  it('NATS is gone and comes back: everybody answers and is heard again, and knows what may have been missed', async () => {
    const { owner, edge, market, remote, serve } = await world();
    market.host.listen(owner.link);
    serve(owner, 1n);
    edge.interest.show('main');
    await until(() => owner.interest.isWatched('main'));
    const back = Promise.all([owner, edge].map(({ bus }) => new Promise<void>((resolve) => bus.onBack(resolve))));
    await nats.stop();
    await expect(remote.status()).rejects.toThrow(UnavailableError);
    await market.tick(BTC, '101');
    owner.clock.advance(20);
    await market.enter(2n);
    await nats.start();
    await back;
    await flushed(owner, edge);
    expect((await remote.status()).members).toBe(2);
    await market.tick(BTC, '102');
    owner.clock.advance(20);
    await until(() => edge.prices.some((told) => told.record.price === market.host.lastRecord(BTC)?.price));
  });

  it('that make no sense are dropped and reported, and nothing else suffers', async () => {
    const { owner, edge, remote, serve, market, account } = await world();
    serve(owner, 1n);
    edge.interest.show('main');
    await until(() => owner.interest.isWatched('main'));
    const stranger = await connect({ servers: new URL(nats.url).host });
    const whole = (subject: string): string => `${owner.prefix}${subject}`;
    for (const subject of [askSubject('main'), pricesSubject('main'), INTEREST_SUBJECT]) {
      stranger.publish(whole(subject), 'not a message');
      stranger.publish(whole(subject), new Uint8Array(0));
    }
    await stranger.drain();
    const ask = (body: unknown): Promise<unknown> => edge.bus.request(askSubject('main'), body, 5_000);
    const bad: unknown[] = [
      null,
      5,
      {},
      { ...ASK, question: 'toString' },
      { ...ASK, question: 'account', args: ['1'] },
    ];
    bad.push(
      { ...ASK, args: 'none' },
      { ...ASK, term: 1 },
      { ...ASK, question: 'submit', commands: [{ id: 'a', command: { type: 'pay' } }] },
    );
    const answers = await Promise.allSettled(bad.map(ask));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    const worse = [null, { term: 7n }, { term: 7n, records: [{ record: { ...record(1n), seq: 1 } }] }];
    for (const body of worse) {
      owner.bus.publish(pricesSubject('main'), body);
      edge.bus.publish(INTEREST_SUBJECT, body);
    }
    owner.bus.publish(INTEREST_SUBJECT, new Uint8Array(2 << 20));
    // Both hear of interest; questions are the owner's to read, prices the edge's.
    await until(() => owner.errors.length === 2 + 2 + bad.length + worse.length + 1);
    await until(() => edge.errors.length === 2 + 2 + 2 * worse.length);
    expect([(await remote.status()).members, edge.prices, owner.interest.isWatched('main')]).toEqual([1, [], true]);
    expect(await remote.submit(open(account), key)).toMatchObject({ ok: true });
    expect(market.store.positions.size).toBe(1);
  });

  it('that come back as something else than an answer leave the question unanswered', async () => {
    const { owner, edge, remote } = await world();
    for (const answer of [null, { term: 1 }, { answer: 1 }, new Uint8Array(2 << 20)]) {
      const stop = owner.bus.answer(askSubject('main'), () => Promise.resolve(answer));
      await flushed(owner);
      await expect(remote.status()).rejects.toThrow(UnavailableError);
      stop();
    }
    const stranger = await connect({ servers: new URL(nats.url).host });
    const odd = [5, {}, { problem: 5 }].map(encodeMessage);
    for (const bytes of ['not an answer', new Uint8Array(0), ...odd]) {
      const subject = `${owner.prefix}${askSubject('main')}`;
      const stop = stranger.subscribe(subject, { callback: (_error, message) => void message.respond(bytes) });
      await stranger.flush();
      await expect(remote.status()).rejects.toThrow(UnavailableError);
      stop.unsubscribe();
    }
    await stranger.close();
    expect(edge.errors).toEqual([]);
  });
});
