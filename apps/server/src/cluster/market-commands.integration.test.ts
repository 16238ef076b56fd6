import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { createMarket, insertUsers, MARKET } from '../../test/harness/trading.ts';
import { BTC, ORDER, TestMarket } from '../../test/test-market.ts';
import { localSide } from '../engine/local-side.ts';
import { openIdSource } from '../storage/id-source.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import { settled, useProcesses } from './test/processes.ts';

const db = useDatabase();
const startProcess = useProcesses(useNats());

describe('commands from several processes', () => {
  it('L6 one key sent through two edges at once has one outcome; with another body it is refused', async () => {
    await createMarket(db.target);
    await insertUsers(db.pool, 1);
    const journal = new PgJournal(db.target, MARKET.id);
    const market = new TestMarket({ storage: { journal, ids: await openIdSource(db.pool) } });
    await market.host.start();
    await market.tick(BTC, '100');
    const account = await market.enter(1n);
    const [owner, ...edges] = await Promise.all(['owner', 'edge-1', 'edge-2'].map(startProcess));
    if (owner === undefined) throw new Error('there is no owner');
    const local = localSide(market.host);
    owner.link.serve(local, 1n);
    await settled(owner);
    const sides = edges.map(({ link }) => link.remote(local.definition, local.pairs));
    const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`);
    const openUnder = (side: (typeof sides)[number], key: string, leverage: number) =>
      side.submit(
        { type: 'openPosition', accountId: account, ...ORDER, leverage },
        { userId: 1n, operation: 'openPosition', key, bodyHash: `leverage ${leverage}` },
      );
    const outcomes = await Promise.all(keys.map((key) => Promise.all(sides.map((side) => openUnder(side, key, 2)))));
    expect(outcomes.map(([one]) => one?.ok)).toEqual(keys.map(() => true));
    expect(outcomes.map(([one]) => one)).toEqual(outcomes.map(([, other]) => other));
    const { rows } = await db.pool.query('SELECT count(*)::int AS open FROM positions');
    expect(rows).toEqual([{ open: keys.length }]);
    const conflicts = await Promise.all(sides.map((side) => openUnder(side, 'key-0', 3)));
    expect(conflicts).toEqual(sides.map(() => ({ ok: false, code: 'idempotency_conflict' })));
    await market.host.stop();
    await journal.close();
  });
});
