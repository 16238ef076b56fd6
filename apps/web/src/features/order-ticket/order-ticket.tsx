import { useState, type SyntheticEvent, type ReactNode, type Ref } from 'react';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatPrice } from '@/lib/format.ts';
import { Button, Icon, MONEY_UNIT, PriceText, SegmentedControl, Skeleton, Term, TextField } from '@/ui/index.ts';
import { Spinner } from '@/ui/spinner.tsx';
import { FillsNowNote } from './fills-now-note.tsx';
import { hasLimitPrice, PLAIN_KINDS, type TicketKind } from './kinds.ts';
import { LeverageField } from './leverage-field.tsx';
import { OrderPreview, Risks } from './order-preview.tsx';
import { OrderReview } from './order-review.tsx';
import { useIsComing, useIsUnfolded, useMoreFields } from './more-code.ts';
import { SideSwitch } from './side-switch.tsx';
import { ticketTexts as texts } from './texts.ts';
import { useShowWrong } from './use-show-wrong.ts';
import type { OrderTicket as Ticket } from './use-order-ticket.ts';

/** The market's newest price: where a market order would open. */
function CurrentPrice({ ticket }: { ticket: Ticket }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-secondary">{texts.price}</span>
      <PriceText value={ticket.price} decimals={ticket.priceDecimals} flash className="font-semibold" />
    </p>
  );
}

/** Amount in steps of 10 with MAX. */
export function AmountField({ ticket }: { ticket: Ticket }) {
  return (
    <TextField
      numeric
      dense
      label={<Term explanation={texts.explain.margin}>{texts.amount}</Term>}
      value={ticket.draft.amount}
      disabled={ticket.pending}
      error={ticket.errors.amount}
      onChange={(event) => ticket.set({ amount: event.target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        ticket.step(event.key === 'ArrowUp' ? 1 : -1);
      }}
      suffix={MONEY_UNIT}
      hint={ticket.maxSharePercent === null ? undefined : texts.classShare(ticket.maxSharePercent)}
      aside={
        <span className="flex items-baseline gap-2 text-xs text-muted tabular">
          {ticket.available === null ? null : `${texts.available} ${formatMoney(ticket.available)}`}
          <button
            type="button"
            className="relative font-semibold text-accent after:absolute after:-inset-1 hover:underline disabled:opacity-45"
            aria-label={texts.maxName}
            disabled={ticket.pending || ticket.available === null}
            onClick={() => ticket.setShare(100)}
          >
            {texts.max}
          </button>
        </span>
      }
    />
  );
}

/** Take profit and stop loss, both optional. */
export function TriggerFields({ ticket }: { ticket: Ticket }) {
  const field = (key: 'takeProfit' | 'stopLoss'): ReactNode => (
    <TextField
      key={key}
      numeric
      dense
      label={<Term explanation={texts.explain[key]}>{texts[key]}</Term>}
      placeholder={texts.optional}
      value={ticket.draft[key]}
      disabled={ticket.pending}
      error={ticket.errors[key]}
      onChange={(event) => ticket.set({ [key]: event.target.value })}
    />
  );
  const more = useMoreFields(ticket.isMoreOpen);
  return (
    <>
      <div className="grid grid-cols-2 gap-2">{(['takeProfit', 'stopLoss'] as const).map(field)}</div>
      {more === null ? null : <more.MoreLevels ticket={ticket} />}
    </>
  );
}

/** The button that unfolds the rest; what it unfolds follows each field it belongs to. */
function MoreButton({ ticket }: { ticket: Ticket }) {
  const isOpen = useIsUnfolded(ticket);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      disabled={ticket.pending}
      onClick={() => ticket.setMore(!isOpen)}
      className="flex items-center gap-1 rounded px-2 text-xs text-secondary hover:text-primary disabled:opacity-50 pointer-coarse:min-h-11"
    >
      {isOpen ? texts.less : texts.more}
      {ticket.isMoreOpen && !isOpen ? (
        <Spinner className="size-3.5" />
      ) : (
        <Icon name="chevronDown" className={isOpen ? 'size-3.5 rotate-180' : 'size-3.5'} />
      )}
    </button>
  );
}

/** Market or limit, and the limit price; behind the button the other kinds with their prices. */
export function KindFields({ ticket }: { ticket: Ticket }) {
  const { draft, priceDecimals, price } = ticket;
  const more = useMoreFields(ticket.isMoreOpen);
  return (
    <>
      <div className="flex items-stretch gap-1">
        <SegmentedControl<TicketKind>
          stretch
          label={texts.kind}
          value={draft.kind}
          disabled={ticket.pending}
          onChange={(kind) => ticket.set({ kind })}
          options={PLAIN_KINDS.map((kind) => ({ value: kind, label: texts.kindName[kind] }))}
        />
        <MoreButton ticket={ticket} />
      </div>
      {more === null ? null : <more.MoreKinds ticket={ticket} />}
      {hasLimitPrice(draft.kind) ? (
        <TextField
          numeric
          dense
          label={<Term explanation={texts.explain.limit}>{texts.limitPrice}</Term>}
          value={draft.limitPrice}
          placeholder={price === null ? undefined : formatPrice(price, priceDecimals)}
          disabled={ticket.pending}
          error={ticket.errors.limitPrice}
          onChange={(event) => ticket.set({ limitPrice: event.target.value })}
          suffix="USDT"
        />
      ) : null}
      <FillsNowNote ticket={ticket} />
    </>
  );
}

/** How much: as margin, with what belongs to it, or in another way once the rest is unfolded. */
export function SizeFields({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const more = useMoreFields(ticket.isMoreOpen);
  return (
    <>
      {more === null ? null : <more.SizingChoice ticket={ticket} />}
      {more === null || ticket.draft.sizing === 'margin' ? children : <more.OtherSize ticket={ticket} />}
    </>
  );
}

interface SubmitOrderProps {
  ticket: Ticket;
  isConcealed: boolean;
  onSubmit: (form: HTMLFormElement | null) => Promise<void>;
}

/**
 * What is risked, what stands in the way of sending, and the button. Sending shows on the button and locks the fields.
 * The line above tells that there is more to scroll to.
 */
function SubmitOrder({ ticket, isConcealed, onSubmit }: SubmitOrderProps) {
  const { draft, pending, checking, disabledReason, errors } = ticket;
  const reason = disabledReason ?? errors.form ?? null;
  return (
    <div className="mt-auto flex flex-col gap-2 border-t border-hairline bg-panel pt-2 lg:sticky lg:bottom-0 lg:-mx-3 lg:px-3 lg:pb-3">
      <Risks ticket={ticket} isConcealed={isConcealed} />
      {reason === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-xs text-warn">
          <Icon name="alert" className="size-3.5 translate-y-px" />
          {reason}
        </p>
      )}
      <Button
        variant={draft.side}
        data-tour="open"
        className="h-10 w-full pointer-coarse:h-12"
        pending={pending}
        checking={checking}
        disabled={!ticket.ready || disabledReason !== null}
        onClick={({ currentTarget }) => void onSubmit(currentTarget.form)}
      >
        {pending ? texts[draft.kind === 'market' ? 'pending' : 'pendingOrder'] : texts.submit(draft.side, draft.kind)}
      </Button>
    </div>
  );
}

interface OrderTicketProps {
  ticket: Ticket;
  /** For the key that reviews from anywhere: `requestSubmit()`. */
  formRef?: Ref<HTMLFormElement>;
  className?: string;
  /** What is asked before the figures of the preview are shown. */
  guess: { isConcealed: boolean; panel: ReactNode; option: ReactNode };
}

/**
 * The order panel. Its button sends; Enter in a field first shows what would be sent, so that a
 * key pressed by habit opens nothing.
 */
export function OrderTicket({ ticket, formRef, className, guess }: OrderTicketProps) {
  const [reviewing, setReviewing] = useState(false);
  const showWrong = useShowWrong();
  const review = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (ticket.pending) return;
    if (ticket.check()) setReviewing(true);
    else showWrong(event.currentTarget);
  };
  const submit = async (form: HTMLFormElement | null): Promise<void> => {
    if (!(await ticket.submit())) showWrong(form);
  };
  const isComing = useIsComing(ticket);
  if (isComing) return <Skeleton label={texts.coming} className={cx('min-h-96 flex-1', className)} />;
  return (
    <form ref={formRef} className={cx('flex flex-1 flex-col gap-2', className)} onSubmit={review} noValidate>
      <SideSwitch ticket={ticket} />
      <CurrentPrice ticket={ticket} />
      <KindFields ticket={ticket} />
      <SizeFields ticket={ticket}>
        <AmountField ticket={ticket} />
        <LeverageField ticket={ticket} />
      </SizeFields>
      <TriggerFields ticket={ticket} />
      <OrderPreview ticket={ticket} isConcealed={guess.isConcealed} />
      {guess.panel}
      {guess.option}
      {/* Without a submit button of its own a form with several fields ignores Enter. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      <SubmitOrder ticket={ticket} isConcealed={guess.isConcealed} onSubmit={submit} />
      <OrderReview
        ticket={ticket}
        open={reviewing}
        onClose={() => setReviewing(false)}
        onWrong={showWrong}
        isConcealed={guess.isConcealed}
      />
    </form>
  );
}
