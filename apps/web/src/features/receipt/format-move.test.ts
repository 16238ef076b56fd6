import fc from 'fast-check';
import { parseUsdt } from '@plecho/domain';
import { expect, it } from 'vitest';
import { formatMove } from './format-move.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const plain = (text: string): string => text.replaceAll('\u00a0', '~');

it('a move and what leverage makes of it are a hundredth and a half apart at most, and the same at 1x', () => {
  const hundredths = (text: string): number => Number(text.replace(/[^\d,]/g, '').replace(',', '.')) * 100;
  const cases = fc.record({
    side: fc.constantFrom('long' as const, 'short' as const),
    leverage: fc.integer({ min: 1, max: 10 }),
    margin: fc.bigInt(1_000_000n, 10n ** 12n),
    pnl: fc.bigInt(-(10n ** 12n), 10n ** 12n),
  });
  fc.assert(
    fc.property(cases, (position) => {
      const { distance, result } = formatMove(position);
      const { leverage } = position;
      const [times, told] = [hundredths(distance) * leverage, hundredths(result)].map((n) => Math.round(n * 10) / 10);
      // Half a thousandth of the move, ten times, and what the result is floored by.
      expect(Math.abs((times ?? 0) - (told ?? 0))).toBeLessThan(leverage === 1 ? 0.01 : 1.5);
    }),
  );
});

it('a move is the nearest, in a loss as in a gain', () => {
  // 132 324.02 → 132 227.17 is a move of −0.07319 %.
  const loss = { side: 'long', leverage: 10, margin: usdt('100'), pnl: usdt('-0.731915') } as const;
  expect(plain(formatMove(loss).move)).toBe('−0,073~%');
  expect(plain(formatMove(loss).result)).toBe('−0,74~%');
  expect(plain(formatMove({ ...loss, side: 'short', pnl: usdt('0.739') }).move)).toBe('−0,074~%');
});
