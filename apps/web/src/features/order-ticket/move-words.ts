import type { MoveFrequency } from '@plecho/contract';
import type { Side } from '@plecho/domain';
import { plural } from '@/lib/format.ts';

/**
 * How often the market moved to the liquidation price within a day, in words a person can picture.
 * @returns null when the market has no history to count in, or nothing is known for the leverage.
 */
export function moveWords(frequency: MoveFrequency, side: Side, leverage: number): string | null {
  const { starts, windowHours } = frequency;
  const hits = frequency[side][String(leverage)];
  if (hits === undefined || starts === 0) return null;
  const days = Math.max(1, Math.round((starts + windowHours) / 24));
  const counted = `${plural(days, 'последний', 'последние', 'последние')} ${days} ${plural(days, 'день', 'дня', 'дней')}`;
  const past = `За ${days === 1 ? 'последний день' : counted}`;
  if (hits === 0) return `${past} такого движения за сутки не было ни разу.`;
  const tenths = Math.round((hits / starts) * 10);
  const often = hits * 3 >= starts ? `в ${tenths} случаях из 10` : `в одном случае из ${Math.round(starts / hits)}`;
  return `${past} такое движение за сутки бывало ${often}.`;
}
