import type { Price, Trail } from '@plecho/domain';
import { expiresAt } from '@/lib/expiry.ts';
import { formatPrice } from '@/lib/format.ts';
import { distanceWords, wireTrail } from '@/lib/trail.ts';
import { useExpiryClock, type ExpiryClock } from '@/live/index.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket } from './use-order-ticket.ts';
import { readTicket, type TicketDraft } from './validate.ts';

type Row = readonly [name: string, value: string | null];

/** Until when a resting order waits; null for one at the market's price, and while the market's time is not known. */
function expiryWords({ kind, expiry }: TicketDraft, { now, time }: ExpiryClock): string | null {
  if (kind === 'market' || now === null) return null;
  const until = expiresAt(expiry, now);
  return until === null ? texts.untilCancelled : texts.until(time.full(until));
}

function rowsOf(draft: TicketDraft, decimals: number, clock: ExpiryClock): Row[] {
  const numbers = readTicket(draft);
  const price = (value: Price | null): string | null => (value === null ? null : formatPrice(value, decimals));
  const distance = (trail: Trail | null): string | null =>
    trail === null ? null : distanceWords(wireTrail(trail), decimals);
  return [
    [texts.kind, texts.kindName[draft.kind]],
    [texts.stopPrice, price(numbers.stopPrice)],
    [texts.callback, distance(numbers.callback)],
    [texts.limitPrice, price(numbers.limitPrice)],
    [texts.takeProfit, price(numbers.takeProfit)],
    [texts.stopLoss, price(numbers.stopLoss)],
    [texts.trailing, distance(numbers.trailing)],
    [texts.expiry, expiryWords(draft, clock)],
  ];
}

/** All that would be sent besides pair, direction, margin and leverage; what is not set is not among it. */
export function OrderFacts({ ticket: { draft, priceDecimals } }: { ticket: OrderTicket }) {
  const clock = useExpiryClock();
  return (
    <FactList className="mb-2 text-xs">
      {rowsOf(draft, priceDecimals, clock).map(([name, value]) =>
        value === null ? null : (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ),
      )}
    </FactList>
  );
}
