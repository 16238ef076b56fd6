import { ERRORS, type ErrorCode } from '@plecho/contract';
import {
  checkTriggers,
  expectedEntry,
  liquidationPrice,
  MAX_LEVERAGE,
  MAX_MARGIN,
  MIN_LEVERAGE,
  MIN_MARGIN,
  notionalOf,
  tradingFee,
  type Ppm,
  type Price,
  type Side,
  type Usdt,
} from '@plecho/domain';
import { parseAmountInput, parsePriceInput } from '@/lib/parse-amount.ts';

export type OrderKind = 'market' | 'limit';

/** The ticket as typed. */
export interface TicketDraft {
  side: Side;
  kind: OrderKind;
  amount: string;
  leverage: number;
  limitPrice: string;
  takeProfit: string;
  stopLoss: string;
}

export type TicketField = 'amount' | 'leverage' | 'limitPrice' | 'takeProfit' | 'stopLoss';

export interface TicketContext {
  /** What the order would open at now; null when there is no price or it is stale. */
  price: Price | null;
  /** What it would close at now: another price where the pair has a spread. */
  exit: Price | null;
  /** null until the account is known: then the server alone decides. */
  available: Usdt | null;
  takerFee: Ppm;
  maintenance: Ppm;
}

/** The ticket's numbers; null where the text is empty or no number. */
export interface TicketNumbers {
  margin: Usdt | null;
  limitPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
}

export type TicketErrors = Partial<Record<TicketField | 'form', string>>;

const text = (code: ErrorCode): string => ERRORS[code].text;

/** Reads the typed texts; comma and dot both separate decimals. */
export function readTicket(draft: TicketDraft): TicketNumbers {
  return {
    margin: parseAmountInput(draft.amount),
    limitPrice: draft.kind === 'limit' ? parsePriceInput(draft.limitPrice) : null,
    takeProfit: parsePriceInput(draft.takeProfit),
    stopLoss: parsePriceInput(draft.stopLoss),
  };
}

function amountError(margin: Usdt | null, draft: TicketDraft, { available, takerFee }: TicketContext): string | null {
  if (margin === null || margin <= 0n) return text('invalid_amount');
  if (margin < MIN_MARGIN) return text('amount_too_small');
  if (margin > MAX_MARGIN) return text('amount_too_large');
  const required = margin + tradingFee(notionalOf(margin, draft.leverage), takerFee);
  return available !== null && required > available ? text('insufficient_funds') : null;
}

/** Where the position would be liquidated if the ticket were sent; null when it would not, or that can't be said. */
function liquidationOf({ side, leverage }: TicketDraft, entry: Price, maintenance: Ppm): Price | null {
  const isLeverage = Number.isInteger(leverage) && leverage >= MIN_LEVERAGE;
  return isLeverage ? liquidationPrice(side, entry, leverage, maintenance) : null;
}

function levelErrors(draft: TicketDraft, numbers: TicketNumbers, context: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  const unreadable = (typed: string, value: Price | null): boolean =>
    typed.trim() !== '' && (value === null || value <= 0n);
  if (unreadable(draft.takeProfit, numbers.takeProfit)) errors.takeProfit = text('invalid_price');
  if (unreadable(draft.stopLoss, numbers.stopLoss)) errors.stopLoss = text('invalid_price');
  const { side } = draft;
  const reference = draft.kind === 'limit' ? numbers.limitPrice : context.exit;
  if (reference === null || reference <= 0n) return errors;
  const market = context.price ?? reference;
  const entry = draft.kind === 'limit' ? expectedEntry(side, reference, market) : market;
  const liquidation = liquidationOf(draft, entry, context.maintenance);
  const gain = checkTriggers(side, reference, numbers.takeProfit, null, null);
  const loss = checkTriggers(side, reference, null, numbers.stopLoss, liquidation);
  if (gain !== null) errors.takeProfit ??= text(gain);
  if (loss !== null) errors.stopLoss ??= text(loss);
  return errors;
}

/**
 * Checks a ticket before it is sent. The server checks again and has the last word.
 * @returns {} when it may be sent.
 */
export function validateTicket(draft: TicketDraft, context: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  const numbers = readTicket(draft);
  const { leverage } = draft;
  if (!Number.isInteger(leverage) || leverage < MIN_LEVERAGE || leverage > MAX_LEVERAGE) {
    errors.leverage = text('invalid_leverage');
  }
  const amount = errors.leverage === undefined ? amountError(numbers.margin, draft, context) : null;
  if (amount !== null) errors.amount = amount;
  if (draft.kind === 'limit' && (numbers.limitPrice === null || numbers.limitPrice <= 0n)) {
    errors.limitPrice = text('invalid_price');
  }
  if (context.price === null) errors.form = text('price_unavailable');
  return { ...errors, ...levelErrors(draft, numbers, context) };
}

const FIELD_OF_CODE: Partial<Record<ErrorCode, TicketField>> = {
  invalid_amount: 'amount',
  amount_too_small: 'amount',
  amount_too_large: 'amount',
  insufficient_funds: 'amount',
  invalid_leverage: 'leverage',
  limit_price_too_far: 'limitPrice',
  take_profit_wrong_side: 'takeProfit',
  stop_loss_wrong_side: 'stopLoss',
  stop_loss_beyond_liquidation: 'stopLoss',
};

/** Where a refusal of the server belongs: beside the field it is about, otherwise the whole form. */
export function fieldOfRefusal(code: string): TicketField | 'form' {
  return FIELD_OF_CODE[code as ErrorCode] ?? 'form';
}
