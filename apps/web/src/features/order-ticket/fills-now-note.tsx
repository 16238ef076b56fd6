import { formatPrice } from '@/lib/format.ts';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket } from './use-order-ticket.ts';

/** Says before sending that a limit order would not rest. */
export function FillsNowNote({ ticket: { fillsNow, priceDecimals } }: { ticket: OrderTicket }) {
  if (fillsNow === null) return null;
  return (
    <p role="status" className="text-xs text-warn tabular">
      {texts.fillsNow(formatPrice(fillsNow, priceDecimals))}
    </p>
  );
}
