import { divide, type Side, type Usdt } from '@plecho/domain';
import { formatPercent, NBSP, written } from '@/lib/format.ts';
import { nearest } from '@/lib/trade-risk.ts';

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const floored = (value: bigint, by: bigint): bigint => divide(value, by, 'floor');

/** What a move of the price did to a position; the PnL is before fees and not cut off at the margin. */
export interface LeveragedMove {
  side: Side;
  leverage: number;
  /** Positive. */
  margin: Usdt;
  pnl: Usdt;
}

/**
 * The two figures of a sentence like «выросла на 0,064 %, при плече 10x это +0,64 %», both from the PnL. The result is
 * money and floored; the move is rounded to the nearest and may have a third decimal: times the leverage it is then at
 * most a hundredth and a half of a percent away from the result. At 1x both are one figure, and floored.
 */
export function formatMove({ side, leverage, margin, pnl }: LeveragedMove) {
  const places = leverage === 1 ? 2 : 3;
  const share = leverage === 1 ? floored : nearest;
  const inFavour = share(pnl * 10n ** BigInt(places + 2), margin * BigInt(leverage));
  const move = side === 'long' ? inFavour : -inFavour;
  const percent = (value: bigint, sign: 'minus' | 'both'): string =>
    `${written(value, places, places, sign).replace(/(,\d\d)0$/, '$1')}${NBSP}%`;
  return {
    /** Whether the move is too small to be written. */
    isZero: move === 0n,
    /** «−9,60 %»: which way the price went. */
    move: percent(move, 'both'),
    /** «9,60 %» */
    distance: percent(abs(move), 'minus'),
    /** «−96,00 %» of the margin. */
    result: formatPercent(floored(pnl * 10_000n, margin)),
  };
}
