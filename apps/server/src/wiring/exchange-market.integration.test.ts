import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { fillMarket } from '../../test/harness/trading.ts';
import { ConfigError, loadConfig, type SharedMarket } from '../config.ts';
import { asOwner } from '../storage/connection.ts';
import { MarketStore } from '../storage/market-store.ts';
import { openExchange, pairsToKeep } from './exchange-market.ts';
import { ensureSharedMarkets } from './main-market.ts';

const NOW = 1_790_035_205_000;
const { binance } = loadConfig({});
const standIn = { restUrl: new URL('http://127.0.0.1:9'), streamUrl: new URL('ws://127.0.0.1:9') };
const database = useDatabase();

const ensure = (names: SharedMarket[] | undefined, urls = standIn) =>
  ensureSharedMarkets(database.target, new MarketStore(database.pool), {
    ...{ names, binance: urls, seed: undefined, entropy: randomBytes, now: NOW },
  });
const stored = async () =>
  (await new MarketStore(database.pool).list()).map(({ id, kind, label, parameters }) => [
    ...[id, kind, label, Object.keys(parameters)[0]],
  ]);

describe('the shared markets of an installation', () => {
  it('M1: the first named is the main one; what is there stays, and another main market is refused', async () => {
    expect(await ensure(['binance'])).toMatchObject({ id: 'main', kind: 'exchange', label: 'Подставная биржа' });
    await ensure(['binance', 'synthetic']);
    await ensure(undefined);
    await ensure(['binance']);
    const both = [
      ['main', 'exchange', 'Подставная биржа', 'source'],
      ['synthetic', 'synthetic', 'Синтетический рынок', 'anchor'],
    ];
    expect(await stored()).toEqual(both.map(([id, kind, label]) => [id, kind, label, expect.any(String)]));
    await expect(ensure(['synthetic', 'binance'])).rejects.toThrow(ConfigError);
    await expect(ensure(['synthetic'])).rejects.toThrow(
      /MARKETS: the main market in this database is of the kind exchange/,
    );
    expect(await stored()).toHaveLength(2);
  });

  it('C2 M1: a market of the stand-in never takes its prices from elsewhere, and the database holds its name to its source', async () => {
    const market = await new MarketStore(database.pool).find('main');
    if (market === null) throw new Error('no market');
    const clock = { now: () => 0, monotonic: () => 0, every: () => () => {}, after: () => () => {}, soon: () => {} };
    expect(() => openExchange(market, new Set(), { binance, clock, entropy: randomBytes })).toThrow(/never changes/);
    const lie = { ...market, id: 'lie', title: 'Биржа: Binance', label: 'Биржа: Binance' };
    const create = (made: typeof lie) => asOwner(database.target, (owner) => new MarketStore(owner).create(made, NOW));
    await expect(create(lie)).rejects.toThrow(/name_follows_source/);
    await expect(create({ ...market, id: 'lie', parameters: {} })).rejects.toThrow(/name_follows_source/);
    expect(await create({ ...lie, id: 'true', parameters: { source: 'binance' } })).toBe(true);
  });
});

describe('a pair of an exchange market', () => {
  const filled = useDatabase();

  it('E2: is kept while something is open in it, though the server was killed before it had any candle', async () => {
    await fillMarket(filled);
    expect(await pairsToKeep(filled.pool, 'main')).toEqual(new Set(['BTCUSDT']));
    expect(await pairsToKeep(filled.pool, 'other')).toEqual(new Set());
  });

  it('E2: and while something is open in it in a scenario over the market alone', async () => {
    await filled.owner.query(
      `INSERT INTO scenarios (market_id, recipe, salt, blind) VALUES ('main', '{"base": "other", "stages": []}', $1, true)`,
      [randomBytes(32).toString('hex')],
    );
    expect(await pairsToKeep(filled.pool, 'other')).toEqual(new Set(['BTCUSDT']));
  });
});
