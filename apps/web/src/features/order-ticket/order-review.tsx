import { firstFocus } from '@/lib/first-focus.ts';
import { formatMoney } from '@/lib/format.ts';
import { Button, Dialog, MONEY_UNIT, SideBadge } from '@/ui/index.ts';
import { FillsNowNote } from './fills-now-note.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderPreview } from './order-preview.tsx';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket } from './use-order-ticket.ts';
import { readTicket } from './validate.ts';

interface OrderReviewProps {
  ticket: OrderTicket;
  open: boolean;
  onClose: () => void;
  /** It was refused: something is wrong in the form that the dialog stands in. */
  onWrong: (form: HTMLFormElement | null) => void;
  /** As in the ticket. */
  isConcealed: boolean;
}

/** The order once more before it is sent: Enter sends, Esc goes back. */
export function OrderReview({ ticket, open, onClose, onWrong, isConcealed }: OrderReviewProps) {
  const { draft, symbol, pending, checking } = ticket;
  const { margin } = readTicket(draft);
  const send = async (form: HTMLFormElement | null): Promise<void> => {
    const isAccepted = await ticket.submit();
    onClose();
    // Beneath a dialog nothing can have the focus.
    if (!isAccepted) onWrong(form);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.review}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.back}
          </Button>
          <Button
            // The dialog was opened by a key: the same key held down must not confirm it.
            ref={firstFocus}
            variant={draft.side}
            pending={pending}
            checking={checking}
            disabled={ticket.disabledReason !== null}
            onKeyDown={(event) => {
              if (event.repeat) event.preventDefault();
            }}
            onClick={({ currentTarget }) => void send(currentTarget.form)}
          >
            {pending ? texts.pending : texts.submit(draft.side, draft.kind)}
          </Button>
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2 text-base font-semibold">
        {symbol}
        <SideBadge side={draft.side} />
        <span className="tabular">{draft.leverage}x</span>
        <span className="ml-auto tabular">
          {formatMoney(margin)} <span className="text-xs font-normal text-muted">{MONEY_UNIT}</span>
        </span>
      </div>
      <OrderFacts ticket={ticket} />
      <FillsNowNote ticket={ticket} />
      <OrderPreview ticket={ticket} isConcealed={isConcealed} isWhole />
    </Dialog>
  );
}
