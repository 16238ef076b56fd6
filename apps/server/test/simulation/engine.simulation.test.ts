import { describe, expect, it } from 'vitest';
import { simulate, type RunResult } from './world.ts';

/** SEED=n runs one seed alone; SEEDS=n changes how many are run. */
const only = process.env['SEED'];
const seeds = Number(process.env['SEEDS'] ?? '2500');
const first = only === undefined ? 0 : Number(only);
const count = only === undefined ? seeds : 1;

/** What the runs together must have met, or they prove nothing about it. */
const EVENTS = [
  'closed by user',
  'closed by takeProfit',
  'closed by stopLoss',
  'closed by trailingStop',
  'closed by order',
  'closed by attemptEnd',
  'closed by marketEnd',
  'beyond bankruptcy',
  'order filled',
  'order cancelled',
  'order expired',
  'limit filled',
  'stopMarket filled',
  'trailingStop filled',
  'reducing limit filled',
  'amended',
  'activated',
  'ended in weather',
  'end saved',
  'market_ended',
  'crash',
  'restart',
  'account read',
  'account kept back',
  'step',
  'internal',
  'failures',
  'unavailable',
  'ok openPosition',
  'ok placeOrder',
  'ok placePair',
  'ok reduceOrder',
  'ok amendOrder',
  'ok cancelOrder',
  'ok setTriggers',
  'ok closePosition',
  'ok addToPosition',
  'ok reversePosition',
  'ok closeAll',
  'ok cancelAll',
  'funding paid',
  'ok openAccount',
  'ok withdraw',
  'ok withdrawToCard',
  'ok settleOperation',
  'ok adjustBalance',
  'ok startSeason',
  'moved by deposit',
  'moved by card',
  'moved by withdraw',
  'moved by withdrawPaid',
  'moved by cardPayout',
  'moved by withdrawRefund',
  'moved by adjustment',
  'moved by seasonEnd',
  'failed: bankDeclined',
  'withdrawal_below_minimum',
  'asset_not_on_network',
  'adjustment_below_zero',
  'expiry_in_the_past',
  'invalid_trailing',
  'invalid_order_kind',
  'stop_price_wrong_side',
  'oco_symbols',
  'insufficient_funds',
  'class_leverage',
  'class_share',
  'class_attempt_over',
  'class_calibration',
  'class_day_loss',
  'told attemptEnded',
  'price_unavailable',
  'position_closed',
  'order_closed',
  'idempotency_conflict',
  'tick notANumber',
  'tick notPositive',
  'tick absurd',
  'tick future',
  'tick stale',
  'tick old',
  'tick duplicate',
  'tick jump',
  'tick unknownSymbol',
  'logged',
  'signed',
  'log failures',
  'halt',
  'halted while writing',
  'market_halted',
  'resumed: true',
  'resumed: failed',
  'started halted',
  'bar',
  'unbar',
  'read with orders of the barred',
  'ok cancelEntries',
  'told entriesCancelled',
  'pair ended',
];

/** What takes several things to come together: a tenth of the others is enough. */
const RARE = [
  'season_busy',
  'closed by liquidation',
  'killed at the end',
  'stopLimit filled',
  'funding waived',
  'told orderRefused',
  'told attemptPassed',
  'halted while loading',
  'halted while going on',
  'ended in a halt',
  'pair ended in a halt',
];

async function runAll(): Promise<{ seed: number; result: RunResult }[]> {
  const results: { seed: number; result: RunResult }[] = [];
  for (let seed = first; seed < first + count; seed++) results.push({ seed, result: await simulate(seed) });
  return results;
}

describe('the engine under a hostile workload, watched by an independent auditor', async () => {
  const results = await runAll();

  it(`L1 L2 L3 L4 L6 L7 L9 E1 E2 E3 E4 E5 E6 E7 E8 E10 E11 E12 E13 E14 E15 E16 E17 S1 P1 P2 P3 C4 T1 hold for ${count} seeds`, () => {
    const broken = results.filter(({ result }) => result.violations.length > 0);
    const report = broken
      .slice(0, 5)
      .map(({ seed, result }) => `SEED=${seed}: ${result.violations.slice(0, 3).join('\n  ')}`);
    expect(report.join('\n')).toBe('');
  });

  it('E9 the same seed gives the same events, byte for byte', async () => {
    for (const { seed, result } of results.filter((_, n) => n % 10 === 0)) {
      expect((await simulate(seed)).hash, `SEED=${seed}`).toBe(result.hash);
    }
  });

  it('different seeds are different runs', () => {
    expect(new Set(results.map(({ result }) => result.hash)).size).toBeGreaterThan(count * 0.99);
  });

  it.runIf(count >= 2_000)('has met everything that it is meant to check', () => {
    const counts = new Map<string, number>();
    for (const { result } of results) {
      for (const [what, n] of Object.entries(result.counts)) counts.set(what, (counts.get(what) ?? 0) + n);
    }
    const met = (what: string): number => counts.get(what) ?? 0;
    expect(EVENTS.filter((what) => met(what) < count / 50)).toEqual([]);
    expect(RARE.filter((what) => met(what) < count / 500)).toEqual([]);
  });
});
