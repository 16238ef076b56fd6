import { MIN_LEVERAGE } from '@plecho/domain';
import { Slider, Term } from '@/ui/index.ts';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket as Ticket } from './use-order-ticket.ts';

const MARKS = [1, 5];

const leverageText = (leverage: number): string => `${leverage}x`;

/** How many times larger than the margin the position is. */
export function LeverageField({ ticket }: { ticket: Ticket }) {
  return (
    <div data-tour="leverage">
      <Slider
        label={<Term explanation={texts.explain.leverage}>{texts.leverage}</Term>}
        value={ticket.draft.leverage}
        min={MIN_LEVERAGE}
        max={ticket.maxLeverage}
        marks={[...MARKS.filter((mark) => mark < ticket.maxLeverage), ticket.maxLeverage]}
        format={leverageText}
        disabled={ticket.pending}
        onChange={(leverage) => ticket.set({ leverage })}
      />
    </div>
  );
}
