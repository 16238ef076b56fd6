import type { ReactNode } from 'react';
import { coinsOf, COIN_DECIMALS, formatDecimal, type Side } from '@plecho/domain';
import { formatR } from '@/lib/trade-risk.ts';
import { formatLoss, formatMoney, formatPrice } from '@/lib/format.ts';
import { useExpiryClock, usePair } from '@/live/index.ts';
import { ExpiryField } from '@/ui/expiry-field.tsx';
import { SegmentedControl, Term, TextField } from '@/ui/index.ts';
import { TrailField } from '@/ui/trail-field.tsx';
import { hasStopPrice, isPlainKind, MORE_KINDS, type TicketKind } from './kinds.ts';
import { LeverageField } from './leverage-field.tsx';
import { OfStop } from './order-preview.tsx';
import { moreTexts as texts } from './more-texts.ts';
import { isSize, takeOpposite, type RiskSizes, type Sized } from './sizing.ts';
import { ticketTexts } from './texts.ts';
import type { OrderTicket } from './use-order-ticket.ts';
import { readTicket, RISK_UNITS, SIZINGS } from './validate.ts';

interface OfTicket {
  ticket: OrderTicket;
}

/** A distance of the ticket: its figure and its unit. */
function TicketTrail({ ticket, name, label }: OfTicket & { name: 'callback' | 'trailing'; label: ReactNode }) {
  const unitKey = `${name}Unit` as const;
  return (
    <TrailField
      label={label}
      value={ticket.draft[name]}
      unit={ticket.draft[unitKey]}
      disabled={ticket.pending}
      error={ticket.errors[name]}
      onValue={(value) => ticket.set({ [name]: value })}
      onUnit={(unit) => ticket.set({ [unitKey]: unit })}
    />
  );
}

/** The kinds beyond market and limit, and the prices that are theirs alone. */
export function MoreKinds({ ticket }: OfTicket) {
  const { draft, priceDecimals, price } = ticket;
  return (
    <>
      <SegmentedControl<TicketKind>
        stretch
        label={texts.otherKinds}
        value={draft.kind}
        disabled={ticket.pending}
        onChange={(kind) => ticket.set({ kind })}
        options={MORE_KINDS.map((kind) => ({ value: kind, label: ticketTexts.kindName[kind] }))}
        className="*:px-1"
      />
      {isPlainKind(draft.kind) ? null : <p className="text-xs text-muted">{texts.explainKind[draft.kind]}</p>}
      {hasStopPrice(draft.kind) ? (
        <TextField
          numeric
          dense
          label={ticketTexts.stopPrice}
          value={draft.stopPrice}
          placeholder={price === null ? undefined : formatPrice(price, priceDecimals)}
          disabled={ticket.pending}
          error={ticket.errors.stopPrice}
          onChange={(event) => ticket.set({ stopPrice: event.target.value })}
          suffix="USDT"
        />
      ) : null}
      {draft.kind === 'trailingStop' ? (
        <TicketTrail ticket={ticket} name="callback" label={ticketTexts.callback} />
      ) : null}
    </>
  );
}

function CoinsField({ ticket }: OfTicket) {
  const { draft, entry, preview } = ticket;
  const asset = usePair(ticket.symbol)?.baseAsset ?? '';
  const coins = preview === null || entry === null ? null : coinsOf(preview.size, entry);
  return (
    <>
      <TextField
        numeric
        dense
        label={texts.coins(asset)}
        value={draft.coins}
        disabled={ticket.pending}
        error={ticket.errors.coins}
        onChange={(event) => ticket.set({ coins: event.target.value })}
        suffix={asset}
        hint={
          coins === null || ticket.errors.coins !== undefined
            ? undefined
            : `${ticketTexts.margin} ${formatMoney(readTicket(draft).margin)} · ${formatDecimal(coins, COIN_DECIMALS).replace('.', ',')} ${asset}`
        }
      />
      <LeverageField ticket={ticket} />
    </>
  );
}

/** One direction by risk: margin and leverage, or why there is none. */
function SizedLine({ side, stop, sized, children }: { side: Side; stop: string; sized: Sized; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-secondary">{texts.atStop(side, stop)}</span>
      <span className="flex items-baseline gap-2 tabular">
        {isSize(sized) ? texts.sized(formatMoney(sized.margin), sized.leverage) : texts.impossible}
        {children}
      </span>
    </li>
  );
}

/** Why the chosen direction has no size, unless a field says it already. */
function NoSize({ ticket: { errors }, sizes: { own } }: OfTicket & { sizes: RiskSizes }) {
  if (isSize(own) || errors.risk !== undefined || errors.stopLoss !== undefined) return null;
  return <p className="text-xs text-warn">{ticketTexts.sizing.problem(own)}</p>;
}

function BothDirections({ ticket, sizes }: OfTicket & { sizes: RiskSizes }) {
  const { draft, priceDecimals } = ticket;
  const other: Side = draft.side === 'long' ? 'short' : 'long';
  return (
    <ul className="flex flex-col gap-1 text-xs">
      <SizedLine side={draft.side} stop={formatPrice(readTicket(draft).stopLoss, priceDecimals)} sized={sizes.own} />
      <SizedLine side={other} stop={formatPrice(sizes.oppositeStop, priceDecimals)} sized={sizes.opposite}>
        {isSize(sizes.opposite) ? (
          <button
            type="button"
            className="text-accent hover:underline"
            onClick={() => ticket.set(takeOpposite(draft, sizes))}
          >
            {texts.takeOver(other)}
          </button>
        ) : null}
      </SizedLine>
    </ul>
  );
}

function RiskField({ ticket }: OfTicket) {
  const { draft, riskSizes } = ticket;
  return (
    <>
      <TextField
        numeric
        dense
        label={<Term explanation={texts.explainRisk}>{texts.risk}</Term>}
        value={draft.risk}
        disabled={ticket.pending}
        error={ticket.errors.risk}
        onChange={(event) => ticket.set({ risk: event.target.value })}
        hint={riskSizes === null || draft.riskUnit === 'usdt' ? undefined : texts.ofEquity(formatMoney(riskSizes.risk))}
        aside={
          <SegmentedControl
            label={texts.unit}
            value={draft.riskUnit}
            disabled={ticket.pending}
            onChange={(riskUnit) => ticket.set({ riskUnit })}
            options={RISK_UNITS.map((unit) => ({ value: unit, label: texts.riskUnitName[unit] }))}
          />
        }
      />
      {riskSizes === null ? (
        <p className="text-xs text-warn">{draft.stopLoss === '' ? ticketTexts.sizing.stopNeeded : null}</p>
      ) : (
        <>
          <BothDirections ticket={ticket} sizes={riskSizes} />
          <NoSize ticket={ticket} sizes={riskSizes} />
        </>
      )}
    </>
  );
}

/** How the size is said. */
export function SizingChoice({ ticket }: OfTicket) {
  return (
    <div className="flex items-center justify-between gap-2">
      <span className="text-xs text-secondary">{texts.sizing}</span>
      <SegmentedControl
        label={texts.sizing}
        value={ticket.draft.sizing}
        disabled={ticket.pending}
        onChange={(sizing) => ticket.set({ sizing })}
        options={SIZINGS.map((value) => ({ value, label: texts.sizingName[value] }))}
      />
    </div>
  );
}

/** The fields of a size that is not said as margin. */
export function OtherSize({ ticket }: OfTicket) {
  return ticket.draft.sizing === 'coins' ? <CoinsField ticket={ticket} /> : <RiskField ticket={ticket} />;
}

/** Trailing stop and expiry, and what is risked for what. */
export function MoreLevels({ ticket }: OfTicket) {
  const clock = useExpiryClock();
  return (
    <>
      <TicketTrail
        ticket={ticket}
        name="trailing"
        label={<Term explanation={texts.explainTrailing}>{ticketTexts.trailing}</Term>}
      />
      {ticket.draft.kind === 'market' ? null : (
        <ExpiryField
          value={ticket.draft.expiry}
          clock={clock}
          disabled={ticket.pending}
          error={ticket.errors.expiry}
          onChange={(expiry) => ticket.set({ expiry })}
        />
      )}
      <RiskReward ticket={ticket} />
    </>
  );
}

/** «2,00R»: what can be gained has no sign. */
const inR = (hundredths: bigint): string => formatR(hundredths).replace('+', '');

/** What a stop loss makes of the ticket: its risk in money, and the target as a multiple of it. */
function RiskReward({ ticket }: OfTicket) {
  const { preview } = ticket;
  if (preview === null) return null;
  const { risk, reward, multiple, lossAtLiquidation } = preview.riskReward;
  if (risk === null) {
    return (
      <p className="text-xs text-warn">
        {lossAtLiquidation === null ? texts.unlimitedNoLiquidation : texts.unlimited(formatLoss(lossAtLiquidation))}
      </p>
    );
  }
  return (
    <div>
      <OfStop ticket={ticket} />
      <p className="flex flex-wrap justify-between gap-x-3 text-xs">
        <Term explanation={texts.explainR}>{texts.riskReward}</Term>
        <span className="tabular">
          {texts.atRisk(formatLoss(risk))}
          {reward === null || multiple === null ? null : ` · ${texts.reward(formatMoney(reward), inR(multiple))}`}
        </span>
      </p>
    </div>
  );
}
