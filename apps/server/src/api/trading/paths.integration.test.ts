import { ERRORS, tradePaths, type TradePaths } from '@plecho/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { until, useServer, type Person } from '../../../test/support/server.ts';

const server = useServer(useDatabase());
let person: Person;

/** Opens 100 USDT at 100, lets prices go by and closes a portion at the last one. @returns id of the trade */
async function traded(leverage: number, prices: string[], portion = '1'): Promise<string> {
  server.feed.tick('BTCUSDT', '100');
  const { body } = await person.post('/trading/positions', {
    symbol: 'BTCUSDT',
    type: 'long',
    amount: '100',
    leverage,
  });
  for (const price of prices) server.feed.tick('BTCUSDT', price);
  await person.delete(`/trading/positions/${String(body['id'])}?portion=${portion}`);
  const { items } = (await person.get('/trading/trades?limit=1')).body as { items: { id: string }[] };
  return items[0]?.id ?? '';
}

/** Once the log has both of its prices. */
async function pathsOf(trade: string): Promise<TradePaths> {
  let paths: TradePaths | undefined;
  await until(async () => {
    paths = tradePaths.parse((await person.get(`/trading/trades/${trade}/paths`)).body);
    return paths.known === 'ticks';
  });
  if (paths === undefined) throw new Error('no paths');
  return paths;
}

describe('the paths of a trade', () => {
  beforeAll(async () => {
    person = await server.register();
  });

  it('say where it would have ended, and take its result apart', async () => {
    const paths = await pathsOf(await traded(5, ['97.5', '89', '104']));
    expect(paths).toMatchObject({ leverage: 5, bestPrice: '104', bestMove: '4', worstPrice: '89', worstMove: '-11' });
    const of = (leverage: number, stop: string | null): unknown =>
      paths.outcomes.find((each) => each.leverage === leverage && each.stop === stop);
    expect(paths.outcomes).toHaveLength(20);
    expect(of(5, null)).toMatchObject({ ending: 'same', price: '104', net: '20', netPercent: '20' });
    expect(of(10, null)).toMatchObject({ ending: 'liquidation', price: '89', net: '-100', netPercent: '-100' });
    expect(of(1, '2')).toMatchObject({ ending: 'stop', price: '97.5', net: '-2.5', netPercent: '-2.5' });
    expect(of(1, null)).toMatchObject({ ending: 'same', net: '4', liquidationPrice: null });
    expect(paths.split).toEqual({
      ...{ direction: '4', leverage: '16', spread: '0', insurance: '0', fee: '0', net: '20' },
    });
  });

  it('say of a liquidation where less leverage would have been', async () => {
    server.feed.tick('BTCUSDT', '100');
    await person.post('/trading/positions', { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 });
    server.feed.tick('BTCUSDT', '90');
    let trade = '';
    await until(async () => {
      const { body } = await person.get('/trading/trades?limit=1&reason=liquidation');
      trade = (body as { items: { id: string }[] }).items[0]?.id ?? '';
      return trade !== '';
    });
    const { outcomes } = await pathsOf(trade);
    const plain = outcomes.filter(({ stop }) => stop === null);
    expect(plain.map(({ leverage, ending, net }) => [leverage, ending, net])).toEqual([
      [1, 'open', '-10'],
      [2, 'open', '-20'],
      [3, 'open', '-30'],
      [5, 'open', '-50'],
      [10, 'liquidation', '-100'],
    ]);
  });

  it('are of the part that was closed', async () => {
    const { leverage, outcomes, split } = await pathsOf(await traded(7, ['103'], '0.4'));
    expect(leverage).toBe(7);
    expect(outcomes.filter(({ stop }) => stop === null).map((each) => each.leverage)).toEqual([1, 2, 3, 5, 7, 10]);
    expect(outcomes.find((each) => each.leverage === 7)).toMatchObject({ ending: 'same', net: split.net });
    expect(split.net).toBe('8.4');
  });

  it('are nobody else’s', async () => {
    const trade = await traded(2, ['101']);
    const other = await server.register();
    for (const id of [trade, '1', 'abc']) {
      const { status, body } = await other.get(`/trading/trades/${id}/paths`);
      expect({ status, code: body['code'] }).toEqual({
        status: ERRORS.trade_not_found.status,
        code: 'trade_not_found',
      });
    }
    expect((await server.stranger().get(`/trading/trades/${trade}/paths`)).status).toBe(401);
  });
});
