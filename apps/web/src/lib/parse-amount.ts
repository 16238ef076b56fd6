import { parsePrice, parseUsdt, type Price, type Usdt } from '@plecho/domain';

/** What a person types, as the wire's plain decimal: spaces go, a comma is a dot, «,5» is «0.5». */
export function normaliseDecimalInput(text: string): string {
  return text
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/(?<=\d)\.$/, '')
    .replace(/^0+(?=\d)/, '');
}

/** @returns null for anything that is not a plain number with at most six decimals. */
export const parseAmountInput = (text: string): Usdt | null => parseUsdt(normaliseDecimalInput(text));

/** @returns null for anything that is not a plain number with at most eight decimals. */
export const parsePriceInput = (text: string): Price | null => parsePrice(normaliseDecimalInput(text));
