import type { ReactNode } from 'react';
import { formatMoney, formatPercent, formatPrice, formatRate, formatSignedMoney } from '@/lib/format.ts';
import { cx } from '@/lib/class-names.ts';
import { MONEY_UNIT, Term } from '@/ui/index.ts';
import type { Outcome } from './preview.ts';
import { ticketTexts as texts } from './texts.ts';
import type { OrderTicket } from './use-order-ticket.ts';

const NOTHING = '—';

function Row({
  name,
  children,
  tone,
}: {
  name: ReactNode;
  children: ReactNode;
  tone?: 'down' | 'up' | 'warn' | undefined;
}) {
  const colour = tone === undefined ? 'text-primary' : { down: 'text-down', up: 'text-up', warn: 'text-warn' }[tone];
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-secondary">{name}</dt>
      <dd className={cx('text-right tabular whitespace-nowrap', colour)}>{children}</dd>
    </div>
  );
}

const Unit = () => <span className="text-muted"> {MONEY_UNIT}</span>;

function OutcomeRow({ name, outcome }: { name: string; outcome: Outcome | null }) {
  if (outcome === null) return null;
  return (
    <Row name={name} tone={outcome.pnl < 0n ? 'down' : 'up'}>
      {formatSignedMoney(outcome.pnl)} <span className="text-muted">({formatPercent(outcome.basisPoints)})</span>
    </Row>
  );
}

function LiquidationRow({ ticket }: { ticket: OrderTicket }) {
  const { preview, priceDecimals } = ticket;
  return (
    <Row
      name={<Term explanation={texts.explain.liquidation}>{texts.liquidation}</Term>}
      tone={preview?.liquidation == null ? undefined : 'warn'}
    >
      {preview === null ? (
        NOTHING
      ) : preview.liquidation === null ? (
        texts.noLiquidation
      ) : (
        <>
          {formatPrice(preview.liquidation, priceDecimals)}{' '}
          <span className="text-muted">({formatPercent(preview.liquidationMove)})</span>
        </>
      )}
    </Row>
  );
}

/** Both prices of a pair that has a spread; what this order would fill at stands out. */
function QuotesRow({ ticket: { quotes, draft, priceDecimals } }: { ticket: OrderTicket }) {
  if (quotes === null) return null;
  const tone = (side: 'long' | 'short'): string => (draft.side === side ? 'font-semibold' : 'text-muted');
  return (
    <Row name={<Term explanation={texts.explain.spread(formatRate(quotes.spreadPercent))}>{texts.quotes}</Term>}>
      <span className={tone('long')}>{formatPrice(quotes.ask, priceDecimals)}</span>
      <span className="text-muted"> / </span>
      <span className={tone('short')}>{formatPrice(quotes.bid, priceDecimals)}</span>
    </Row>
  );
}

/** Of two orders the figures are those of the stop: it opens at the worse price. */
export function OfStop({ ticket: { draft } }: { ticket: OrderTicket }) {
  return draft.kind === 'oco' ? <p className="text-xs text-muted">{texts.ofStop}</p> : null;
}

/** Where it ends, and what it loses on the way. */
function RiskRows({ ticket }: { ticket: OrderTicket }) {
  const { preview } = ticket;
  const tone = preview === null ? undefined : 'down';
  return (
    <>
      <LiquidationRow ticket={ticket} />
      <Row name={texts.lossAt1} tone={tone}>
        {preview === null ? NOTHING : formatSignedMoney(preview.lossAt1)}
      </Row>
      <Row name={texts.lossAt5} tone={tone}>
        {preview === null ? NOTHING : formatSignedMoney(preview.lossAt5)}
      </Row>
    </>
  );
}

interface OfTicket {
  ticket: OrderTicket;
  /** Says nothing of what a person is asked to guess first. */
  isConcealed: boolean;
}

/** What is risked, for beside the button: there it is in sight wherever the ticket is scrolled to. */
export function Risks({ ticket, isConcealed }: OfTicket) {
  if (isConcealed) return null;
  return (
    <div>
      <OfStop ticket={ticket} />
      <dl className="space-y-0.5 text-xs">
        <RiskRows ticket={ticket} />
      </dl>
    </div>
  );
}

/**
 * What the order would mean, before it is sent: size, results at its levels, fee, and how likely its liquidation is.
 * @param isWhole with what {@link Risks} says, where that does not stand beside it
 */
export function OrderPreview({ ticket, isConcealed, isWhole = false }: OfTicket & { isWhole?: boolean }) {
  const { preview, frequency } = ticket;
  return (
    <div className="text-xs">
      <OfStop ticket={ticket} />
      <dl className="space-y-1">
        <QuotesRow ticket={ticket} />
        <Row name={<Term explanation={texts.explain.size}>{texts.size}</Term>}>
          {preview === null ? (
            NOTHING
          ) : (
            <>
              {formatMoney(preview.size)}
              <Unit />
            </>
          )}
        </Row>
        {isWhole && !isConcealed ? <RiskRows ticket={ticket} /> : null}
        <OutcomeRow name={texts.takeProfitResult} outcome={preview?.takeProfit ?? null} />
        <OutcomeRow name={texts.stopLossResult} outcome={preview?.stopLoss ?? null} />
      </dl>
      <p className="mt-1.5 text-secondary">
        <Term explanation={texts.explain.fee}>{texts.fee(ticket.openingFeePercent, ticket.takerFeePercent)}</Term>
        {preview === null || preview.openFee === 0n ? null : (
          <span className="tabular"> {texts.openFee(formatMoney(preview.openFee))}</span>
        )}
      </p>
      {frequency === null || isConcealed || preview?.liquidation == null ? null : (
        <p className="mt-2 text-muted">{frequency}</p>
      )}
    </div>
  );
}
