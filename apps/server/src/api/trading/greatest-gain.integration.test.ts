import type { Balance, Position, Trade } from '@plecho/contract';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { until, useServer, type Answer } from '../../../test/support/server.ts';
import { checkLedger } from '../../storage/ledger-check/ledger-check.ts';

const database = useDatabase();
const server = useServer(database);
/** The longest that an impossible level is waited for, and more. */
const CONFIRMED_MS = 31_000;

function good<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body)).toBe(200);
  return body as T;
}

async function price(text: string): Promise<void> {
  const { feed, context } = server;
  const market = context.markets.running(context.markets.mainId);
  const wanted = BigInt(text.replace('.', ''));
  feed.tick('BTCUSDT', text);
  feed.skip(CONFIRMED_MS);
  feed.tick('BTCUSDT', text);
  await until(async () => (await market?.lastPrices(['BTCUSDT']))?.get('BTCUSDT')?.price === wanted);
}

it('E5 E7 L1 prices that grow beyond all measure are paid as far as there is money to count, and halt nothing', async () => {
  await price('0.00000100');
  const [long, short] = [await server.register(), await server.register()];
  const open = { symbol: 'BTCUSDT', amount: '900', leverage: 10 };
  const { id } = good<Position>(await long.post('/trading/positions', { ...open, type: 'long' }));
  good(await short.post('/trading/positions', { ...open, type: 'short' }));
  // From a millionth to a thousand million: what the long gains and the short is short of have more than 64 bits.
  await price('1000000000.00000000');
  const trades = async (): Promise<Trade[]> => good<{ items: Trade[] }>(await short.get('/trading/trades')).items;
  await until(async () => (await trades()).length > 0);
  expect((await trades())[0]).toMatchObject({ reason: 'liquidation', pnl: '-900' });
  const trade = good<Trade>(await long.delete(`/trading/positions/${id}`));
  expect(trade).toMatchObject({ pnl: '10000000000' });
  expect(good<Balance>(await long.get('/trading/balance')).available).toMatch(/^\d{11}/);
  expect((await checkLedger(database.owner)).violations).toEqual([]);
});
