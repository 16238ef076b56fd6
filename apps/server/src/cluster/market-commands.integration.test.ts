import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { createMarket, insertUsers, MARKET } from '../../test/harness/trading.ts';
import { BTC, ORDER, TestMarket } from '../../test/test-market.ts';
import type { Journal } from '../commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../commands/command.ts';
import { KeyRegister } from '../engine/key-register.ts';
import { localSide } from '../engine/local-side.ts';
import { openIdSource } from '../storage/id-source.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import { newestOfEngines } from '../wiring/newest-of-engines.ts';
import { flushed, useProcesses } from './test/processes.ts';

const db = useDatabase();
const startProcess = useProcesses(useNats());

const CONFLICT = { ok: false, code: 'idempotency_conflict' };

/** Of both markets: ids are the database's. */
let ids: Awaited<ReturnType<typeof openIdSource>>;

/** A running market on the database, whose batches are written when `mayWrite` has resolved. */
async function marketOn(id: string, mayWrite: () => Promise<void>, keys = new KeyRegister()) {
  await createMarket(db.target, { ...MARKET, id });
  const journal = new PgJournal(db.target, id);
  let reads = 0;
  const gated: Journal = {
    get isHeld() {
      return journal.isHeld;
    },
    load: () => {
      reads += 1;
      return journal.load();
    },
    outcomes: (keys) => journal.outcomes(keys),
    keepHalt: (halt, since) => journal.keepHalt(halt, since),
    endHalt: (time) => journal.endHalt(time),
    append: (batch) => mayWrite().then(() => journal.append(batch)),
  };
  const market = new TestMarket({ id, keys, storage: { journal: gated, ids } });
  await market.host.start();
  await market.tick(BTC, '100');
  const stop = async (): Promise<void> => {
    await market.host.stop();
    await journal.close();
  };
  return { market, stop, reads: () => reads };
}

const countOpen = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ open: number }>('SELECT count(*)::int AS open FROM positions');
  return rows[0]?.open ?? 0;
};
const keyed = (key: string, body: string, userId = 1n): Idempotency => ({
  ...{ userId, action: 'openPosition', key, bodyHash: body },
});
const open = (accountId: bigint): Command => ({ type: 'openPosition', accountId, ...ORDER });

beforeAll(async () => {
  await insertUsers(db.pool, 3);
  ids = await openIdSource(db.pool);
});

describe('commands from several processes', () => {
  it('L6 one key sent through two edges at once has one outcome; with another body it is refused', async () => {
    const { market, stop } = await marketOn('main', () => Promise.resolve());
    const account = await market.enter(1n);
    const [owner, ...edges] = await Promise.all(['owner', 'edge-1', 'edge-2'].map(startProcess));
    if (owner === undefined) throw new Error('there is no owner');
    const local = localSide(market.host);
    owner.link.serve(local, 1n);
    await flushed(owner);
    const sides = edges.map(({ link }) => link.remote(local.definition, local.pairs));
    const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`);
    const outcomes = await Promise.all(
      keys.map((key) => Promise.all(sides.map((side) => side.submit(open(account), keyed(key, 'body'))))),
    );
    expect(outcomes.map(([one]) => one?.ok)).toEqual(keys.map(() => true));
    expect(outcomes.map(([one]) => one)).toEqual(outcomes.map(([, other]) => other));
    expect(await countOpen()).toBe(keys.length);
    const conflicts = await Promise.all(sides.map((side) => side.submit(open(account), keyed('key-0', 'other'))));
    expect(conflicts).toEqual(sides.map(() => CONFLICT));
    await stop();
  });

  it('L6 one key at once in two markets of two processes has one effect, and costs nobody else anything', async () => {
    let mayWrite = (): Promise<void> => Promise.resolve();
    const first = await marketOn('first', () => Promise.resolve());
    const second = await marketOn('second', () => mayWrite());
    const [here, there] = [await first.market.enter(1n), await second.market.enter(1n)];
    const neighbour = await second.market.enter(2n);
    const before = await countOpen();
    const decided = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    mayWrite = () => {
      decided.resolve();
      return gate.promise;
    };
    const late = second.market.submit(open(there), keyed('shared', 'second'));
    const others = second.market.submit(open(neighbour));
    await decided.promise;
    expect(await first.market.submit(open(here), keyed('shared', 'first'))).toMatchObject({ ok: true });
    gate.resolve();
    expect([await late, (await others).ok]).toEqual([CONFLICT, true]);
    expect([await countOpen(), second.market.failures]).toEqual([
      before + 2,
      ['a batch was refused; what is in it is tried one by one'],
    ]);
    expect(await second.market.submit(open(there), keyed('shared', 'second'))).toEqual(CONFLICT);
    await first.stop();
    await second.stop();
  });

  it('L6 one key in two markets of two processes, one after the other, is a conflict for which no market is read anew', async () => {
    const processes = await Promise.all(['one', 'other'].map(startProcess));
    const news = processes.map(({ bus, clock }, n) => newestOfEngines({ bus, clock, process: `${n}` }));
    await flushed(...processes);
    const atOnce = (): Promise<void> => Promise.resolve();
    const [first, second] = await Promise.all(
      news.map((newest, n) => marketOn(`engine-${n}`, atOnce, new KeyRegister(newest))),
    );
    if (first === undefined || second === undefined) throw new Error('two markets');
    // All keys of this person carry their time.
    const userId = 3n;
    const accounts = [await first.market.enter(userId), await second.market.enter(userId)] as const;
    const key = (n: number): string => `00000000-000${n}-7000-8000-000000000000`;
    const openIn = ({ market }: typeof first, n: number, body: string): Promise<Outcome> =>
      market.submit(open(market === first.market ? accounts[0] : accounts[1]), keyed(key(n), body, userId));
    // Both have asked for the keys of this person.
    await openIn(first, 1, 'first');
    await openIn(second, 2, 'second');
    const before = await countOpen();
    expect(await openIn(first, 3, 'first')).toMatchObject({ ok: true });
    // What the one has said has come to the other.
    for (const process of processes) await flushed(process);
    expect(await openIn(second, 3, 'second')).toEqual(CONFLICT);
    expect(await openIn(second, 4, 'second')).toMatchObject({ ok: true });
    expect([await countOpen(), first.reads(), second.reads()]).toEqual([before + 2, 1, 1]);
    await first.stop();
    await second.stop();
  });
});
