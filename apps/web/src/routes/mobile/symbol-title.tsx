import type { OrderTicket } from '@/features/order-ticket/use-order-ticket.ts';
import { PriceText } from '@/ui/price-text.tsx';

/** The pair and its price now, for the head of a sheet. */
export function SymbolTitle({ ticket }: { ticket: OrderTicket }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {ticket.symbol}
      <PriceText value={ticket.price} decimals={ticket.priceDecimals} flash className="font-normal text-secondary" />
    </span>
  );
}
