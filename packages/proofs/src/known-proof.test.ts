import { expect, it } from 'vitest';
import { isLiquidatable, notionalOf, ONE_USDT } from '@plecho/domain';
import type { FrameRecord } from './frame.ts';
import { knownProof, knownTicks } from './known-proof.ts';
import { formatProof } from './proof-file.ts';
import { TestKey, TestMarket } from './testing/index.ts';

const SECONDS = 3;
const OPENED_AT = 5;

it('T2 the known proof is what a market with its prices hands out for the first long that they liquidate', async () => {
  const origin = 'plecho.log/00000000-0000-4000-8000-000000000000/self-check';
  const market = new TestMarket(
    {
      ...{ origin, symbols: ['BTCUSDT', 'ETHUSDT'], priceDecimals: [2, 2], parameters: {} },
      ...{ market: { id: 'self-check', kind: 'synthetic', label: 'Известный ответ', startAt: 1_790_000_000 } },
      spreads: new Map([['BTCUSDT', 1_000n]]),
    },
    new TestKey('self-check'),
  );
  const [side, leverage, margin] = ['long', 10, 100n * ONE_USDT] as const;
  let [entry, exit]: [FrameRecord | null, FrameRecord | null] = [null, null];
  for (let second = 0; second < SECONDS; second += 1) {
    const ticks = knownTicks(second);
    for (const [n, { bitcoin, ether, time }] of ticks.entries()) {
      market.tick('ETHUSDT', ether, time);
      const taken = market.tick('BTCUSDT', bitcoin, time);
      if (second === 0 && n === OPENED_AT) entry = market.fill(taken, side, 'entry');
      const sold = market.fill(taken, side, 'exit');
      const exposure = entry && { side, margin, notional: notionalOf(margin, leverage), entryPrice: entry.price };
      if (exposure && exit === null && isLiquidatable(exposure, sold.price, market.definition.rules.maintenance))
        exit = sold;
    }
    market.closeFrame((ticks[0]?.time ?? 0) + 999);
  }
  if (entry === null || exit === null) throw new Error('nothing was liquidated');
  const trade = market.trade({ side, margin, leverage, reason: 'liquidation', entry, exit });
  expect(formatProof(knownProof())).toBe(formatProof(await market.prove(trade)));
});
