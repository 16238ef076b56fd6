import {
  formatDecimal,
  marginOfPortion,
  parseDecimal,
  parsePortion,
  PORTION_DECIMALS,
  type Usdt,
} from '@plecho/domain';
import { normaliseDecimalInput } from '@/lib/parse-amount.ts';

export const PORTION_CHOICES = ['25', '50', '75', '100'] as const;

/** Percent have two decimals less than portions. */
const PERCENT_DECIMALS = PORTION_DECIMALS - 2;

/**
 * Reads percent as typed («12,5») into a portion of the wire («0.125»).
 * @returns null outside (0, 100] or with more than two decimals
 */
export function portionOfPercent(text: string): string | null {
  const hundredths = parseDecimal(normaliseDecimalInput(text).replace('%', ''), PERCENT_DECIMALS);
  if (hundredths === null) return null;
  const portion = formatDecimal(hundredths, PORTION_DECIMALS);
  return parsePortion(portion) === null ? null : portion;
}

/** Margin that closing `portion` releases and what stays open; null when the part is too small. */
export function splitMargin(margin: Usdt, portion: string): { closes: Usdt; stays: Usdt } | null {
  const share = parsePortion(portion);
  const closes = share === null ? null : marginOfPortion(margin, share);
  return closes === null ? null : { closes, stays: margin - closes };
}
