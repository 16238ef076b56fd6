import { isLiquidatable, notionalOf, ONE_PRICE, ONE_USDT } from '@plecho/domain';
import type { FrameRecord } from '../frame.ts';
import type { ProvenTrade } from '../proof-file.ts';
import { TestMarket } from './test-market.ts';

const START_MS = 1_795_003_600_000;
const FRAMES = 40;
const TICKS = 8;
const OPENED_IN = 5;

/** A market that falls by a thousandth a second, and a long at ten times in it until it is liquidated: `trade` of `market`. */
export function liquidatedLong(...of: ConstructorParameters<typeof TestMarket>): {
  market: TestMarket;
  trade: ProvenTrade;
} {
  const market = new TestMarket(...of);
  const { maintenance } = market.definition.rules;
  const margin = 100n * ONE_USDT;
  const [leverage, side] = [10, 'long'] as const;
  let [price, entry, exit]: [bigint, FrameRecord | null, FrameRecord | null] = [60_000n * ONE_PRICE, null, null];
  for (let second = 0; second < FRAMES; second++) {
    for (let tick = 0; tick < TICKS; tick++) {
      const time = START_MS + second * 1000 + tick * 100;
      price = (price / 100_000_000n) * 99_950_000n;
      market.tick('ETHUSDT', price / 20n, time);
      const taken = market.tick('BTCUSDT', price, time);
      if (second === OPENED_IN && tick === 3) entry = market.fill(taken, side, 'entry');
      const sold = market.fill(taken, side, 'exit');
      const exposure = entry && { side, margin, notional: notionalOf(margin, leverage), entryPrice: entry.price };
      if (exposure && exit === null && isLiquidatable(exposure, sold.price, maintenance)) exit = sold;
    }
    market.closeFrame(START_MS + second * 1000 + 900);
  }
  if (entry === null || exit === null) throw new Error('nothing was liquidated');
  return { market, trade: market.trade({ side, margin, leverage, reason: 'liquidation', entry, exit }) };
}
