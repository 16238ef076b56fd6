import { CARD_MAX_RUB, CARD_MIN_RUB } from '@plecho/network';
import { normaliseDecimalInput } from '@/lib/parse-amount.ts';
import { texts } from './texts.ts';

/** Whole roubles as typed; null for anything else. */
export function parseRubles(text: string): number | null {
  const plain = normaliseDecimalInput(text);
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/** What is wrong with an amount of roubles; null when nothing is. */
export function rublesError(text: string): string | null {
  if (text.trim() === '') return texts.form.required;
  const rubles = parseRubles(text);
  if (rubles === null) return texts.form.wholeRoubles;
  if (rubles < CARD_MIN_RUB) return texts.form.belowMinimum;
  return rubles > CARD_MAX_RUB ? texts.form.aboveMaximum : null;
}
