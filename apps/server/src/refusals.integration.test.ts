import { beforeAll, describe, expect, it } from 'vitest';
import { namedKey } from '../../../tools/product/request-key.ts';
import { useDatabase } from '../test/harness/database.ts';
import { OPERATOR_SECRET, setOperatorSecret, steppedUpOperator } from '../test/support/operator.ts';
import { useServer, type Answer, type Person } from '../test/support/server.ts';
import { createLogger } from './lib/logger.ts';

const lines: string[] = [];
const database = useDatabase();
const server = useServer(database, { log: createLogger('error', { write: (line) => void lines.push(line) }) });
const MAIN = 'main';
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 10 };
/** The owner has forbidden positions of this margin. */
const CURSED = '7';

const open = (person: Person, amount: string, key?: string): Promise<Answer> =>
  person.post(
    '/trading/positions',
    { ...LONG, amount },
    key === undefined ? {} : { headers: { 'idempotency-key': namedKey(key) } },
  );

async function forbid(table: 'positions' | 'trades', condition: string): Promise<() => Promise<void>> {
  await database.owner.query(`ALTER TABLE ${table} ADD CONSTRAINT cursed CHECK (NOT (${condition})) NOT VALID`);
  return async () => {
    await database.owner.query(`ALTER TABLE ${table} DROP CONSTRAINT cursed`);
  };
}

beforeAll(() => setOperatorSecret(database, OPERATOR_SECRET));

describe('a command that the database refuses', () => {
  it('E12 L6 costs the one who gave it an error, frozen under its key, and nobody else anything', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server.register()));
    const [culprit, ...others] = people;
    if (culprit === undefined) throw new Error('six were asked for');
    const allow = await forbid('positions', 'margin = 7000000');
    const [refused, ...opened] = await Promise.all([
      open(culprit, CURSED, 'cursed'),
      ...others.map((person) => open(person, '10')),
    ]);
    expect([refused?.status, refused?.body['code']]).toEqual([500, 'internal']);
    expect(opened.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect((await open(culprit, '8')).status).toBe(200);
    await allow();
    expect((await open(culprit, CURSED, 'cursed')).body['code']).toBe('internal');
    expect((await open(culprit, CURSED, 'other')).status).toBe(200);
    expect((await culprit.get('/trading/positions')).body['items']).toHaveLength(2);
  });

  it('E12 S8 is in the log with all that is needed to repeat it, and without the phone of whoever gave it', async () => {
    lines.length = 0;
    const person = await server.register();
    const allow = await forbid('positions', 'margin = 7000000');
    await open(person, CURSED, `key of ${person.phone}`);
    await allow();
    const line = lines.find((each) => each.includes('a command was refused')) ?? '{}';
    const said = JSON.parse(line) as { market: string; err: { message: string }; details: string };
    expect(said.market).toBe(MAIN);
    expect(said.err.message).toContain('new row for relation "positions" violates check constraint "cursed"');
    expect(JSON.parse(said.details)).toMatchObject({
      command: { type: 'openPosition', margin: '7000000', symbol: 'BTCUSDT' },
      key: { action: 'openPosition', bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      batch: { openedPositions: [{ margin: '7000000' }], transfers: [{ kind: 'open' }] },
    });
    expect(lines.join('')).not.toContain(person.phone.slice(-10));
  });
});

describe('a firing that the database refuses', () => {
  it('E12 halts the market after everything else of its batch, says why, and goes on when it is put right', async () => {
    const [ann, bob, operator] = [
      await server.register(),
      await server.register(),
      await steppedUpOperator(database, server),
    ];
    const [wrong, right] = [await open(ann, '10'), await open(bob, '10')];
    const allow = await forbid('trades', `position_id = ${String(wrong.body['id'])}`);
    server.feed.tick('BTCUSDT', '89');
    await expect.poll(async () => (await server.context.markets.running(MAIN)?.stats())?.phase).toBe('halted');
    expect((await bob.get('/trading/trades')).body['items']).toMatchObject([
      { positionId: right.body['id'], reason: 'liquidation' },
    ]);
    expect((await open(bob, '10')).body['code']).toBe('market_halted');
    const reason = `liquidation of position ${String(wrong.body['id'])} was refused: new row for relation "trades" violates check constraint "cursed"`;
    const { feeds } = (await operator.get('/admin/health')).body as { feeds: unknown[] };
    expect(feeds).toMatchObject([{ market: MAIN, halt: { at: expect.any(Number), reason } }]);
    await expect(server.context.markets.running(MAIN)?.resume()).rejects.toThrow(reason);
    await allow();
    expect(await server.context.markets.running(MAIN)?.resume()).toBe(true);
    const trades = (await ann.get('/trading/trades')).body['items'];
    expect(trades).toMatchObject([{ positionId: wrong.body['id'], reason: 'liquidation', exitPrice: '89' }]);
    server.feed.tick('BTCUSDT', '89');
    expect((await open(ann, '10')).status).toBe(200);
  });
});
