import {
  divide,
  formatPrice as plainPrice,
  marginForCoins,
  sizeByRisk,
  SIZING_STEP,
  type Ppm,
  type Price,
  type RiskSize,
  type SizingProblem,
  type Usdt,
} from '@plecho/domain';
import { amountText } from './ticket-state.ts';
import { ticketTexts as texts } from './texts.ts';
import { readTicket, type TicketDraft, type TicketErrors } from './validate.ts';

export interface SizingContext {
  /** Where it would open at worst; null while that is not known. */
  entry: Price | null;
  available: Usdt;
  /** What a percentage is of. */
  equity: Usdt;
  /** Of the market, or of its class. */
  maxLeverage: number;
  openingFee: Ppm;
  takerFee: Ppm;
  maintenance: Ppm;
}

/** What a size by risk is for one direction, or why there is none. */
export type Sized = RiskSize | SizingProblem;
export const isSize = (sized: Sized): sized is RiskSize => 'margin' in sized;

/** A size by risk for the ticket's direction, and for the other with the stop loss as far on the other side. */
export interface RiskSizes {
  /** What may be lost, USDT. */
  risk: Usdt;
  own: Sized;
  opposite: Sized;
  /** The other direction's stop loss. */
  oppositeStop: Price;
}

const HUNDREDTHS_OF_PERCENT = 10_000n;

/** Whole cents: the loss is never shown as more than what was agreed to. */
const inCents = (money: Usdt): Usdt => money - (money % SIZING_STEP);

/** Both directions by risk; null while entry, stop loss or risk are no numbers. */
export function riskSizes(draft: TicketDraft, context: SizingContext): RiskSizes | null {
  const { risk, stopLoss } = readTicket(draft);
  const { entry, equity } = context;
  if (risk === null || risk <= 0n || stopLoss === null || stopLoss <= 0n || entry === null) return null;
  const money = draft.riskUnit === 'usdt' ? risk : inCents(divide(equity * risk, HUNDREDTHS_OF_PERCENT, 'floor'));
  if (money <= 0n) return null;
  const { available, maxLeverage, openingFee, takerFee, maintenance } = context;
  const rates = { risk: money, entry, available, maxLeverage, openFee: openingFee, closeFee: takerFee, maintenance };
  const oppositeStop = 2n * entry - stopLoss;
  const other = draft.side === 'long' ? 'short' : 'long';
  return {
    risk: money,
    own: sizeByRisk({ ...rates, side: draft.side, stopLoss }),
    // Where one direction would rest, the other is filled at once.
    opposite:
      oppositeStop > 0n
        ? sizeByRisk({ ...rates, openFee: takerFee, side: other, stopLoss: oppositeStop })
        : OUT_OF_REACH,
    oppositeStop,
  };
}

const OUT_OF_REACH: SizingProblem = { problem: 'stop_loss_wrong_side' };

/** The draft with the margin, and by risk the leverage, that its way of sizing gives. */
export function sizedDraft(draft: TicketDraft, context: SizingContext, sizes: RiskSizes | null): TicketDraft {
  if (draft.sizing === 'margin') return draft;
  if (draft.sizing === 'risk') {
    if (sizes === null || !isSize(sizes.own)) return { ...draft, amount: '' };
    return { ...draft, amount: amountText(sizes.own.margin), leverage: sizes.own.leverage };
  }
  const { coins } = readTicket(draft);
  if (coins === null || coins <= 0n || context.entry === null) return { ...draft, amount: '' };
  return { ...draft, amount: amountText(marginForCoins(coins, context.entry, draft.leverage)) };
}

/** Why there is no size by risk. The stop loss and the risk each say what is missing beside themselves. */
export function sizingErrors(draft: TicketDraft, sizes: RiskSizes | null): TicketErrors {
  if (draft.sizing !== 'risk') return {};
  const { risk, stopLoss } = readTicket(draft);
  if (risk === null || risk <= 0n) return { risk: texts.sizing.enterRisk };
  if (stopLoss === null) return { risk: texts.sizing.stopNeeded, stopLoss: texts.sizing.stopNeeded };
  if (sizes === null || isSize(sizes.own)) return {};
  return { risk: texts.sizing.problem(sizes.own) };
}

/** What changes when the other direction is taken over. */
export const takeOpposite = (draft: TicketDraft, { oppositeStop }: RiskSizes): Partial<TicketDraft> => ({
  side: draft.side === 'long' ? 'short' : 'long',
  stopLoss: plainPrice(oppositeStop).replace('.', ','),
  takeProfit: '',
});
