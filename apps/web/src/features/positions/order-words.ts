import type { Order } from '@plecho/contract';
import { distanceWords } from '@/lib/trail.ts';
import { formatPrice } from '@/lib/format.ts';
import { deskTexts as texts } from './desk-texts.ts';

/** What an order waits for: its limit, its stop, or where its trailing stop stands now. */
export function conditionWords(order: Order, decimals: number): string {
  const { kind, limitPrice, stopPrice, level } = order;
  const price = (value: string | null): string => (value === null ? '—' : formatPrice(value, decimals));
  switch (kind) {
    case 'limit':
      return price(limitPrice);
    case 'stopMarket':
      return price(stopPrice);
    case 'stopLimit':
      return `${price(stopPrice)} → ${price(limitPrice)}`;
    case 'trailingStop':
      return price(level);
  }
}

/** The kind of an order, and how far a trailing one stays behind the best price. */
export function kindWords({ kind, callback }: Order, decimals: number): string {
  const name = texts.kindName[kind];
  return callback === null ? name : `${name} ${distanceWords(callback, decimals)}`;
}

/** The part that a reduce-only order closes, in words; null for an order that opens. */
export function reducesWords({ reduces, portion }: Order): string | null {
  if (reduces === null) return null;
  if (portion === null || portion === '1') return texts.reduces;
  return texts.reducesPart(String(Math.round(Number(portion) * 1e4) / 100).replace('.', ','));
}
