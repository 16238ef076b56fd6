import { parsePrice } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../harness/database.ts';
import { until, useServer, type Person } from '../support/server.ts';
import { describedRoutes, objectsIn, streamSchemas } from './api-fields.ts';

const database = useDatabase();
const server = useServer(database);

interface Named {
  seq: string;
  price: string;
  time: number;
}

async function expectRecorded(symbol: string, { seq, price, time }: Named): Promise<void> {
  const { rows } = await database.owner.query<{ symbol: string; price: bigint; time: bigint }>(
    `SELECT symbol, price, time FROM price_records WHERE market_id = 'main' AND seq = $1`,
    [seq],
  );
  expect(rows).toEqual([{ symbol, price: parsePrice(price), time: BigInt(time) }]);
}

const order = (change: object): object => ({ symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 10, ...change });

async function tradesOf(
  person: Person,
): Promise<(Record<string, string> & { entryRecord: Named; exitRecord: Named })[]> {
  return (await person.get('/trading/trades')).body['items'] as never;
}

describe('C3 every fill can be checked', () => {
  it('names the recorded price it used, for every way in and out', async () => {
    const person = await server.register();
    const { body: byHand } = await person.post('/trading/positions', order({}));
    await expectRecorded('BTCUSDT', byHand['entryRecord'] as Named);
    server.feed.tick('BTCUSDT', '101.25');
    await person.delete(`/trading/positions/${String(byHand['id'])}?portion=0.5`);
    await person.post('/trading/positions', order({ takeProfit: '103', stopLoss: '99' }));
    await person.post('/trading/orders', order({ limitPrice: '100.5' }));
    server.feed.tick('BTCUSDT', '100.25');
    server.feed.tick('BTCUSDT', '103.5');
    await until(async () => (await tradesOf(person)).length >= 2);
    for (const price of ['100', '97', '94', '91', '88']) server.feed.tick('BTCUSDT', price);
    await until(async () => ((await person.get('/trading/positions')).body['items'] as unknown[]).length === 0);
    const trades = await tradesOf(person);
    expect(new Set(trades.map(({ reason }) => reason))).toEqual(new Set(['user', 'takeProfit', 'liquidation']));
    for (const { symbol = '', entryPrice, exitPrice, entryRecord, exitRecord } of trades) {
      expect([entryRecord.price, exitRecord.price]).toEqual([entryPrice, exitPrice]);
      await expectRecorded(symbol, entryRecord);
      await expectRecorded(symbol, exitRecord);
    }
  });

  it('and so says every answer and message that tells of one', async () => {
    const schemas = [(await describedRoutes()).map(({ operation }) => operation.responses), streamSchemas().server];
    let fills = 0;
    for (const { object } of objectsIn(schemas)) {
      const names = Object.keys(object);
      if (names.includes('entryPrice')) expect(names).toContain('entryRecord');
      if (names.includes('exitPrice')) expect(names).toContain('exitRecord');
      fills += Number(names.includes('entryPrice'));
    }
    expect(fills).toBeGreaterThanOrEqual(6);
  });

  it('a recorded price stays as it was', async () => {
    for (const text of ['UPDATE price_records SET price = 1', 'DELETE FROM price_records', 'TRUNCATE price_records']) {
      await expect(database.pool.query(text)).rejects.toThrow('permission denied');
      await expect(database.owner.query(text)).rejects.toThrow('append-only');
    }
  });
});
