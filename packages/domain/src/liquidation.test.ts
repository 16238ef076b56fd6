import { mustLiquidate, type SeenRules } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice } from './decimal.ts';
import { isLiquidatable, liquidationPrice } from './liquidation.ts';
import { DEFAULT_RULES } from './market.ts';

const price = (text: string): bigint => parsePrice(text) ?? 0n;

const cases = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  entryPrice: fc.bigInt(1n, 10n ** 16n),
  leverage: fc.integer({ min: 1, max: 10 }),
  maintenance: fc.bigInt(0n, 90_000n),
  margin: fc.bigInt(1n, 10n ** 14n),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const liquidatableAt = ({ side, entryPrice, leverage, maintenance, margin }: Case, at: bigint): boolean =>
  isLiquidatable({ side, entryPrice, margin, notional: margin * BigInt(leverage) }, at, maintenance);

describe('liquidationPrice', () => {
  it('a 10x long on 60 000 at half a percent ends at 54 271.35678391, a short at 65 671.6417911', () => {
    expect(liquidationPrice('long', price('60000'), 10, 5_000n)).toBe(price('54271.35678391'));
    expect(liquidationPrice('short', price('60000'), 10, 5_000n)).toBe(price('65671.64179105'));
  });

  it('a 1x long has none, a 1x short has one', () => {
    expect(liquidationPrice('long', price('60000'), 1, 5_000n)).toBeNull();
    expect(liquidationPrice('short', price('60000'), 1, 5_000n)).toBe(price('119402.98507463'));
  });

  it('E5 is the first price at which margin + PnL ≤ maintenance margin, to the last unit', () => {
    fc.assert(
      fc.property(cases, (position) => {
        const at = liquidationPrice(position.side, position.entryPrice, position.leverage, position.maintenance);
        if (at === null) {
          expect(liquidatableAt(position, 1n)).toBe(false);
          return;
        }
        const before = position.side === 'long' ? at + 1n : at - 1n;
        expect(liquidatableAt(position, at)).toBe(true);
        if (before > 0n) expect(liquidatableAt(position, before)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('E5 the rule holds at every price beyond it and at none before it', () => {
    fc.assert(
      fc.property(cases, fc.bigInt(1n, 2n * 10n ** 16n), (position, at) => {
        const level = liquidationPrice(position.side, position.entryPrice, position.leverage, position.maintenance);
        const reached = level !== null && (position.side === 'long' ? at <= level : at >= level);
        expect(liquidatableAt(position, at)).toBe(reached);
      }),
      { numRuns: 1000 },
    );
  });

  it('E5 agrees with the rule in exact fractions', () => {
    fc.assert(
      fc.property(cases, fc.bigInt(1n, 2n * 10n ** 16n), (position, at) => {
        const rules: SeenRules = { ...DEFAULT_RULES, maintenance: position.maintenance };
        expect(liquidatableAt(position, at)).toBe(mustLiquidate(position, at, rules));
      }),
    );
  });

  it('does not depend on the margin: two positions with the same leverage share it', () => {
    fc.assert(
      fc.property(cases, fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 2n * 10n ** 16n), (position, margin, at) => {
        expect(liquidatableAt({ ...position, margin }, at)).toBe(liquidatableAt(position, at));
      }),
    );
  });
});
