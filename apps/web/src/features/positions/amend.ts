import type { AmendOrder, Order } from '@plecho/contract';
import { formatPrice as plainPrice, formatUsdt, parseTrail, type TrailUnit } from '@plecho/domain';
import { expiresAt, type Expiry } from '@/lib/expiry.ts';
import { wireTrail } from '@/lib/trail.ts';
import { normaliseDecimalInput, parseAmountInput, parsePriceInput } from '@/lib/parse-amount.ts';

/** An order as it is edited; '' stands for no level. */
export interface AmendDraft {
  amount: string;
  limitPrice: string;
  stopPrice: string;
  callback: string;
  unit: TrailUnit;
  takeProfit: string;
  stopLoss: string;
  /** null leaves it as it is. */
  expiry: Expiry | null;
}
export type AmendField = 'amount' | 'limitPrice' | 'stopPrice' | 'callback' | 'takeProfit' | 'stopLoss';

const typed = (value: string | null): string => value?.replace('.', ',') ?? '';

export const draftOf = (order: Order): AmendDraft => ({
  amount: typed(order.amount),
  limitPrice: typed(order.limitPrice),
  stopPrice: typed(order.stopPrice),
  callback: typed(order.callback?.value ?? null),
  unit: order.callback?.unit ?? 'percent',
  takeProfit: typed(order.takeProfit),
  stopLoss: typed(order.stopLoss),
  expiry: null,
});

/** The fields that can be changed, by what the order is: one that closes a position has neither size nor levels. */
export function fieldsOf({ kind, reduces }: Order): AmendField[] {
  const prices: Record<Order['kind'], AmendField[]> = {
    limit: ['limitPrice'],
    stopMarket: ['stopPrice'],
    stopLimit: ['stopPrice', 'limitPrice'],
    trailingStop: ['callback'],
  };
  return reduces === null ? ['amount', ...prices[kind], 'takeProfit', 'stopLoss'] : prices[kind];
}

const OF_LEVELS: ReadonlySet<AmendField> = new Set(['takeProfit', 'stopLoss']);

/** What one field says on the wire; undefined when it is no number. */
function valueOf(field: AmendField, draft: AmendDraft): AmendOrder[AmendField] {
  if (field === 'callback') {
    const trail = parseTrail(draft.unit, normaliseDecimalInput(draft.callback));
    return trail === null ? undefined : wireTrail(trail);
  }
  if (OF_LEVELS.has(field) && draft[field].trim() === '') return null;
  if (field === 'amount') {
    const amount = parseAmountInput(draft.amount);
    return amount === null || amount <= 0n ? undefined : formatUsdt(amount);
  }
  const price = parsePriceInput(draft[field]);
  return price === null || price <= 0n ? undefined : plainPrice(price);
}

export interface Amendment {
  /** The fields that are no numbers, if there are any. */
  wrong: AmendField[];
  body: AmendOrder;
}

/**
 * What has to be asked for to make the order what was typed: the changed fields alone.
 * @param now by the market's clock, seconds
 */
export function amendmentOf(order: Order, draft: AmendDraft, now: number): Amendment {
  const before = draftOf(order);
  const changed = fieldsOf(order).filter(
    (field) => draft[field] !== before[field] || (field === 'callback' && draft.unit !== before.unit),
  );
  const values = changed.map((field) => [field, valueOf(field, draft)] as const);
  return {
    wrong: values.flatMap(([field, value]) => (value === undefined ? [field] : [])),
    body: {
      ...Object.fromEntries(values),
      ...(draft.expiry === null ? {} : { expiresAt: expiresAt(draft.expiry, now) }),
    },
  };
}
