import { useRef, useState } from 'react';
import { useGuessFirst } from '@/features/guesses/use-guess-first.tsx';
import { RiskLabel } from '@/features/mobile-order/risk-label.tsx';
import { ShareButtons } from '@/features/mobile-order/share-buttons.tsx';
import { texts as orderTexts } from '@/features/mobile-order/texts.ts';
import { useIsComing, useIsUnfolded } from '@/features/order-ticket/more-code.ts';
import { OrderPreview, Risks } from '@/features/order-ticket/order-preview.tsx';
import { LeverageField } from '@/features/order-ticket/leverage-field.tsx';
import { AmountField, KindFields, SizeFields, TriggerFields } from '@/features/order-ticket/order-ticket.tsx';
import { SideSwitch } from '@/features/order-ticket/side-switch.tsx';
import { ticketTexts } from '@/features/order-ticket/texts.ts';
import type { OrderTicket } from '@/features/order-ticket/use-order-ticket.ts';
import { useShowWrong } from '@/features/order-ticket/use-show-wrong.ts';
import { TourGuide } from '@/features/tour/tour-guide.tsx';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { SymbolTitle } from './symbol-title.tsx';
import { texts } from './texts.ts';

interface OrderSheetProps {
  ticket: OrderTicket;
  open: boolean;
  onClose: () => void;
  /** The order was accepted and will be among these. */
  onAccepted: (among: 'positions' | 'orders') => void;
}

function buttonText({ draft, pending }: OrderTicket): string {
  const isMarket = draft.kind === 'market';
  if (pending) return isMarket ? texts.sending : texts.sendingOrder;
  return isMarket ? orderTexts.submit[draft.side] : ticketTexts.submit(draft.side, draft.kind);
}

interface SubmitBarProps {
  ticket: OrderTicket;
  isConcealed: boolean;
  isComing: boolean;
  onSubmit: () => void;
}

/** What is risked, what stands in the way of sending, and the button; beside each other on a phone that lies. */
function SubmitBar({ ticket, isConcealed, isComing, onSubmit }: SubmitBarProps) {
  const reason = ticket.disabledReason ?? ticket.errors.form ?? null;
  return (
    <div className="flex w-full flex-col gap-2 lying:flex-row lying:items-center lying:gap-4 lying:*:flex-1">
      <Risks ticket={ticket} isConcealed={isConcealed || isComing} />
      {reason !== null && (
        <p role="alert" className="flex items-start gap-1.5 text-xs text-warn">
          <Icon name="alert" className="size-3.5 translate-y-px" />
          {reason}
        </p>
      )}
      <Button
        variant={ticket.draft.side}
        size="lg"
        data-tour="open"
        className="h-14 w-full"
        pending={ticket.pending}
        checking={ticket.checking}
        disabled={ticket.disabledReason !== null || isComing}
        onClick={onSubmit}
      >
        {buttonText(ticket)}
      </Button>
    </div>
  );
}

/** What is set by few, folded; unfolded while something is wrong with it, and stays so. */
function Folded({ ticket }: { ticket: OrderTicket }) {
  const isUnfolded = useIsUnfolded(ticket);
  const [isOpen, setOpen] = useState(isUnfolded);
  const [wasUnfolded, setWasUnfolded] = useState(isUnfolded);
  if (isUnfolded !== wasUnfolded) {
    setWasUnfolded(isUnfolded);
    setOpen(isOpen || isUnfolded);
  }
  const { takeProfit, stopLoss, trailing, expiry } = ticket.errors;
  const isWrong = (takeProfit ?? stopLoss ?? trailing ?? expiry) !== undefined;
  return (
    <details
      className="group"
      open={isOpen || isWrong}
      onToggle={({ currentTarget: details }) => {
        if (isWrong) details.open = true;
        setOpen(details.open);
      }}
    >
      <summary className="flex min-h-11 items-center justify-between gap-2 text-secondary">
        {orderTexts.more}
        <Icon name="chevronDown" className="group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2.5 pt-1">
        <TriggerFields ticket={ticket} />
      </div>
    </details>
  );
}

/** The order form as a sheet: what will be risked is in sight, and the button is under the thumb. */
export function OrderSheet({ ticket, open, onClose, onAccepted }: OrderSheetProps) {
  const isUnfolded = useIsUnfolded(ticket);
  const isComing = useIsComing(ticket);
  const guess = useGuessFirst({ ...ticket, ...ticket.draft, margin: ticket.margin, isMoreOpen: isUnfolded });
  const form = useRef<HTMLFormElement>(null);
  const showWrong = useShowWrong();
  const submit = async (): Promise<void> => {
    const becomesPosition = ticket.draft.kind === 'market' || ticket.fillsNow !== null;
    if (await ticket.submit()) onAccepted(becomesPosition ? 'positions' : 'orders');
    else showWrong(form.current);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<SymbolTitle ticket={ticket} />}
      footer={
        <SubmitBar ticket={ticket} isConcealed={guess.isConcealed} isComing={isComing} onSubmit={() => void submit()} />
      }
    >
      <TourGuide
        place="sheet"
        onReceipt={() => undefined}
        className="mb-2.5 rounded-md lying:sticky lying:-top-4 lying:z-10"
      />
      {isComing ? <Skeleton label={ticketTexts.coming} className="h-[30rem]" /> : null}
      <form
        ref={form}
        noValidate
        hidden={isComing}
        className="flex flex-col gap-2.5 lying:grid lying:grid-cols-2 lying:items-start lying:gap-x-4"
        // Enter on the phone's keyboard only closes the keyboard: the big button sends.
        onSubmit={(event) => {
          event.preventDefault();
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          if (!ticket.check()) showWrong(event.currentTarget);
        }}
      >
        <SideSwitch ticket={ticket} />
        <KindFields ticket={ticket} />
        <SizeFields ticket={ticket}>
          <AmountField ticket={ticket} />
          <ShareButtons onChoose={ticket.setShare} disabled={ticket.pending || ticket.available === null} />
          <LeverageField ticket={ticket} />
        </SizeFields>
        {/* By risk there is no leverage before there is a size. */}
        {ticket.draft.sizing === 'risk' && ticket.draft.amount === '' ? null : (
          <RiskLabel leverage={ticket.draft.leverage} />
        )}
        <OrderPreview ticket={ticket} isConcealed={guess.isConcealed} />
        {guess.panel}
        {guess.option}
        <Folded ticket={ticket} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Sheet>
  );
}
