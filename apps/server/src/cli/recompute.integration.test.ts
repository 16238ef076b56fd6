import { randomBytes } from 'node:crypto';
import { randomnessOf, startOf, SYNTHETIC_PAIRS, SyntheticMarket } from '@plecho/synthetic';
import { afterEach, expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import type { SharedMarket } from '../config.ts';
import { PUBLIC_DATA } from '../feeds/binance/hosts.ts';
import { MarketStore } from '../storage/market-store.ts';
import { ensureSharedMarkets, publicSeed } from '../wiring/main-market.ts';
import { recomputeDay } from './recompute.ts';

const DAY = 60;
const [BTC = ''] = SYNTHETIC_PAIRS.map(({ symbol }) => symbol);
const SEED = 'beside';
const db = useDatabase();

afterEach(() => vi.restoreAllMocks());

async function startWith(names: SharedMarket[]): Promise<void> {
  const options = { names, seed: SEED, entropy: randomBytes, binance: PUBLIC_DATA, now: Date.now() };
  await ensureSharedMarkets(db.target, new MarketStore(db.pool), options);
}

/** @returns the exit code and what is printed */
async function recompute(): Promise<{ code: number; out: string }> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const code = await recomputeDay(['recompute', '2024-03-01'], { symbol: BTC, key: undefined }, (work) =>
    work({ target: db.target, release: () => Promise.resolve() }),
  );
  return { code, out: said.mock.calls.flat().join('\n') };
}

it('M4 a day of the synthetic market is made anew, be it the main market or not; without one it says so', async () => {
  await expect(recompute()).rejects.toThrow('there is no market yet');
  await startWith(['binance']);
  await expect(recompute()).rejects.toThrow(/^there is no synthetic market here, [^\n]+$/);

  await startWith(['binance', 'synthetic']);
  const time = startOf(DAY) * 1000;
  const price = new SyntheticMarket(randomnessOf({ seed: publicSeed(SEED) }), SYNTHETIC_PAIRS).priceAt(BTC, time);
  // The price of the exchange at that time is none of its own.
  for (const [market, used] of [
    ['synthetic', price],
    ['main', 1n],
  ]) {
    await db.owner.query('INSERT INTO price_records (market_id, seq, symbol, price, time) VALUES ($1, 1, $2, $3, $4)', [
      ...[market, BTC, used, time],
    ]);
  }
  expect(await recompute()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`all 1 prices of ${BTC} that fills used`),
  });
});
