import { useId, useState, type SyntheticEvent, type ReactNode, type Ref } from 'react';
import { MAX_LEVERAGE, MIN_LEVERAGE, type Side } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatPrice } from '@/lib/format.ts';
import { Button, Icon, MONEY_UNIT, PriceText, SegmentedControl, Slider, Term, TextField } from '@/ui/index.ts';
import { FillsNowNote } from './fills-now-note.tsx';
import { OrderPreview } from './order-preview.tsx';
import { OrderReview } from './order-review.tsx';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket as Ticket } from './use-order-ticket.ts';

export const LEVERAGE_MARKS = [1, 5, 10] as const;

const leverageText = (leverage: number): string => `${leverage}x`;

/** Long or Short, each with its arrow, so that the choice does not hang on a colour. */
export function SideSwitch({ ticket }: { ticket: Ticket }) {
  const name = useId();
  const option = (side: Side): ReactNode => {
    const chosen = ticket.draft.side === side;
    const tone = side === 'long' ? 'bg-up-strong text-on-accent' : 'bg-down-strong text-on-accent';
    return (
      <label
        key={side}
        title={texts.sideHint[side]}
        className={cx(
          'relative flex h-9 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded font-semibold transition-colors duration-150 select-none pointer-coarse:h-12',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent has-disabled:pointer-events-none has-disabled:opacity-50',
          chosen ? tone : 'text-secondary hover:text-primary',
        )}
      >
        <input
          type="radio"
          name={name}
          checked={chosen}
          disabled={ticket.pending}
          onChange={() => ticket.set({ side })}
          className="absolute inset-0 cursor-pointer appearance-none outline-none"
        />
        <Icon name={side === 'long' ? 'arrowUp' : 'arrowDown'} />
        {texts.sideName[side]}
      </label>
    );
  };
  return (
    <div role="radiogroup" aria-label={texts.side} className="flex gap-0.5 rounded-md bg-page p-0.5">
      {(['long', 'short'] as const).map(option)}
    </div>
  );
}

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
      aside={
        <span className="flex items-baseline gap-2 text-xs text-muted tabular">
          {ticket.available === null ? null : `${texts.available} ${formatMoney(ticket.available)}`}
          <button
            type="button"
            className="font-semibold text-accent hover:underline disabled:opacity-45"
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

export function LeverageField({ ticket }: { ticket: Ticket }) {
  return (
    <Slider
      label={<Term explanation={texts.explain.leverage}>{texts.leverage}</Term>}
      value={ticket.draft.leverage}
      min={MIN_LEVERAGE}
      max={MAX_LEVERAGE}
      marks={LEVERAGE_MARKS}
      format={leverageText}
      disabled={ticket.pending}
      onChange={(leverage) => ticket.set({ leverage })}
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
  return <div className="grid grid-cols-2 gap-2">{(['takeProfit', 'stopLoss'] as const).map(field)}</div>;
}

/** Market or limit, and the limit price. */
export function KindFields({ ticket }: { ticket: Ticket }) {
  const { draft, priceDecimals, price } = ticket;
  return (
    <>
      <SegmentedControl
        stretch
        label={texts.kind}
        value={draft.kind}
        disabled={ticket.pending}
        onChange={(kind) => ticket.set({ kind })}
        options={(['market', 'limit'] as const).map((kind) => ({ value: kind, label: texts.kindName[kind] }))}
      />
      {draft.kind === 'limit' ? (
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

/** What stands in the way of sending, and the button. Sending shows on the button and locks the fields. */
export function SubmitOrder({ ticket, className }: { ticket: Ticket; className?: string }) {
  const { draft, pending, checking, disabledReason, errors } = ticket;
  const reason = disabledReason ?? errors.form ?? null;
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      {reason === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-xs text-warn">
          <Icon name="alert" className="size-3.5 translate-y-px" />
          {reason}
        </p>
      )}
      <Button
        variant={draft.side}
        className="h-10 w-full pointer-coarse:h-12"
        pending={pending}
        checking={checking}
        disabled={!ticket.ready || disabledReason !== null}
        onClick={() => void ticket.submit()}
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
}

/**
 * The order panel. Its button sends; Enter in a field first shows what would be sent, so that a
 * key pressed by habit opens nothing.
 */
export function OrderTicket({ ticket, formRef, className }: OrderTicketProps) {
  const [reviewing, setReviewing] = useState(false);
  const review = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!ticket.pending && ticket.check()) setReviewing(true);
  };
  return (
    <form ref={formRef} className={cx('flex flex-1 flex-col gap-2', className)} onSubmit={review} noValidate>
      <SideSwitch ticket={ticket} />
      <CurrentPrice ticket={ticket} />
      <KindFields ticket={ticket} />
      <AmountField ticket={ticket} />
      <LeverageField ticket={ticket} />
      <TriggerFields ticket={ticket} />
      <OrderPreview ticket={ticket} />
      {/* Without a submit button of its own a form with several fields ignores Enter. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      <SubmitOrder ticket={ticket} className="mt-auto bg-panel pt-1 lg:sticky lg:bottom-0 lg:pb-3" />
      <OrderReview ticket={ticket} open={reviewing} onClose={() => setReviewing(false)} />
    </form>
  );
}
