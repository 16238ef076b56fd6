import { COMMAND_ERRORS, type CommandError, type ErrorCode } from '@plecho/contract';
import {
  checkTriggers,
  COIN_DECIMALS,
  entryQuote,
  expectedEntry,
  isAtLiquidation,
  isAtStop,
  liquidationPrice,
  MAX_LEVERAGE,
  MAX_MARGIN,
  MIN_LEVERAGE,
  MIN_MARGIN,
  notionalOf,
  parseDecimal,
  parseTrail,
  tradingFee,
  type Coins,
  type Ppm,
  type Price,
  type Side,
  type Trail,
  type TrailUnit,
  type Usdt,
} from '@plecho/domain';
import type { Expiry } from '@/lib/expiry.ts';
import { normaliseDecimalInput, parseAmountInput, parsePriceInput } from '@/lib/parse-amount.ts';
import { hasLimitPrice, hasStopPrice, type TicketKind } from './kinds.ts';

/** How the size is said: as margin, as coins, or as what may be lost at the stop loss. */
export const SIZINGS = ['margin', 'coins', 'risk'] as const;
export type Sizing = (typeof SIZINGS)[number];
export const RISK_UNITS = ['percent', 'usdt'] as const;
export type RiskUnit = (typeof RISK_UNITS)[number];

/** The ticket as typed. */
export interface TicketDraft {
  side: Side;
  kind: TicketKind;
  amount: string;
  leverage: number;
  limitPrice: string;
  takeProfit: string;
  stopLoss: string;
  stopPrice: string;
  callback: string;
  callbackUnit: TrailUnit;
  trailing: string;
  trailingUnit: TrailUnit;
  expiry: Expiry;
  sizing: Sizing;
  coins: string;
  risk: string;
  riskUnit: RiskUnit;
}

export type TicketField =
  | 'amount'
  | 'leverage'
  | 'limitPrice'
  | 'takeProfit'
  | 'stopLoss'
  | 'stopPrice'
  | 'callback'
  | 'trailing'
  | 'expiry'
  | 'coins'
  | 'risk';

export interface TicketContext {
  /** What the order would open at now; null when there is no price or it is stale. */
  price: Price | null;
  /** What it would close at now: another price where the pair has a spread. */
  exit: Price | null;
  /** null until the account is known: then the server alone decides. */
  available: Usdt | null;
  openingFee: Ppm;
  maintenance: Ppm;
}

/** The ticket's numbers; null where the text is empty, no number, or not of this kind of order. */
export interface TicketNumbers {
  margin: Usdt | null;
  limitPrice: Price | null;
  stopPrice: Price | null;
  callback: Trail | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  trailing: Trail | null;
  coins: Coins | null;
  /** USDT, or hundredths of a percent. */
  risk: bigint | null;
}

export type TicketErrors = Partial<Record<TicketField | 'form', string>>;

const text = (code: CommandError): string => COMMAND_ERRORS[code].text;

const trailOf = (unit: TrailUnit, typed: string): Trail | null => parseTrail(unit, normaliseDecimalInput(typed));
const RISK_PERCENT_DECIMALS = 2;

/** Reads the typed texts; comma and dot both separate decimals. */
export function readTicket(draft: TicketDraft): TicketNumbers {
  const { kind } = draft;
  const risk = normaliseDecimalInput(draft.risk);
  return {
    margin: parseAmountInput(draft.amount),
    limitPrice: hasLimitPrice(kind) ? parsePriceInput(draft.limitPrice) : null,
    stopPrice: hasStopPrice(kind) ? parsePriceInput(draft.stopPrice) : null,
    callback: kind === 'trailingStop' ? trailOf(draft.callbackUnit, draft.callback) : null,
    takeProfit: parsePriceInput(draft.takeProfit),
    stopLoss: parsePriceInput(draft.stopLoss),
    trailing: trailOf(draft.trailingUnit, draft.trailing),
    coins: parseDecimal(normaliseDecimalInput(draft.coins), COIN_DECIMALS),
    risk: draft.riskUnit === 'usdt' ? parseAmountInput(risk) : parseDecimal(risk, RISK_PERCENT_DECIMALS),
  };
}

function amountError(margin: Usdt | null, draft: TicketDraft, { available, openingFee }: TicketContext): string | null {
  if (margin === null || margin <= 0n) return text('invalid_amount');
  if (margin < MIN_MARGIN) return text('amount_too_small');
  if (margin > MAX_MARGIN) return text('amount_too_large');
  const required = margin + tradingFee(notionalOf(margin, draft.leverage), openingFee);
  return available !== null && required > available ? text('insufficient_funds') : null;
}

/** Where the position would be liquidated if the ticket were sent; null when it would not, or that can't be said. */
function liquidationOf({ side, leverage }: TicketDraft, entry: Price, maintenance: Ppm): Price | null {
  const isLeverage = Number.isInteger(leverage) && leverage >= MIN_LEVERAGE;
  return isLeverage ? liquidationPrice(side, entry, leverage, maintenance) : null;
}

/** A price that the levels have to lie around, and where the position would then open. */
interface Opening {
  reference: Price;
  entry: Price;
}

/** Every way in which this order can open. */
function openings(draft: TicketDraft, numbers: TicketNumbers, { price, exit }: TicketContext): Opening[] {
  const at = (reference: Price | null, entry = reference): Opening[] =>
    reference === null || entry === null || reference <= 0n ? [] : [{ reference, entry }];
  const { limitPrice, stopPrice } = numbers;
  const limit = limitPrice === null ? [] : at(limitPrice, expectedEntry(draft.side, limitPrice, price ?? limitPrice));
  switch (draft.kind) {
    case 'market':
      return at(exit, price ?? exit);
    case 'limit':
      return limit;
    case 'stopMarket':
      return at(stopPrice);
    case 'stopLimit':
      return at(limitPrice);
    case 'oco':
      return [...limit, ...at(stopPrice)];
    case 'trailingStop':
      // Where it will open is not known: the server looks at the levels when it does.
      return [];
  }
}

function levelErrors(draft: TicketDraft, numbers: TicketNumbers, context: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  const unreadable = (typed: string, value: Price | null): boolean =>
    typed.trim() !== '' && (value === null || value <= 0n);
  if (unreadable(draft.takeProfit, numbers.takeProfit)) errors.takeProfit = text('invalid_price');
  if (unreadable(draft.stopLoss, numbers.stopLoss)) errors.stopLoss = text('invalid_price');
  if (draft.trailing.trim() !== '' && numbers.trailing === null) errors.trailing = text('invalid_trailing');
  const { side } = draft;
  for (const { reference, entry } of openings(draft, numbers, context)) {
    const liquidation = liquidationOf(draft, entry, context.maintenance);
    const gain = checkTriggers(side, reference, numbers.takeProfit, null, null);
    const loss = checkTriggers(side, reference, null, numbers.stopLoss, liquidation);
    if (gain !== null) errors.takeProfit ??= text(gain);
    if (loss !== null) errors.stopLoss ??= text(loss);
  }
  return errors;
}

/** What an order waits for: each kind has prices of its own. */
function conditionErrors(draft: TicketDraft, numbers: TicketNumbers, { price }: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  const { kind, side } = draft;
  const { limitPrice, stopPrice, callback } = numbers;
  if (hasLimitPrice(kind) && (limitPrice === null || limitPrice <= 0n)) errors.limitPrice = text('invalid_price');
  if (hasStopPrice(kind)) {
    if (stopPrice === null || stopPrice <= 0n) errors.stopPrice = text('invalid_price');
    else if (price !== null && isAtStop(entryQuote(side), stopPrice, price)) {
      errors.stopPrice = text('stop_price_wrong_side');
    }
  }
  if (kind === 'trailingStop' && callback === null) errors.callback = text('invalid_trailing');
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
  if (amount !== null) errors[sizeField(draft.sizing)] = amount;
  const { price, exit } = context;
  if (price === null) errors.form = text('price_unavailable');
  else if (exit !== null && errors.leverage === undefined) {
    // A spread is as far from the liquidation at one price as at any other: it does not matter where an order opens.
    const liquidation = liquidationOf(draft, price, context.maintenance);
    if (isAtLiquidation(draft.side, liquidation, exit)) errors.form = text('liquidation_at_market');
  }
  return { ...errors, ...conditionErrors(draft, numbers, context), ...levelErrors(draft, numbers, context) };
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
  stop_price_wrong_side: 'stopPrice',
  expiry_in_the_past: 'expiry',
};

/** The field that says the size. */
export const sizeField = (sizing: Sizing): 'amount' | 'coins' | 'risk' => (sizing === 'margin' ? 'amount' : sizing);

/** Where a refusal of the server belongs: beside the field it is about, otherwise the whole form. */
export function fieldOfRefusal(
  code: string,
  { kind, sizing }: Pick<TicketDraft, 'kind' | 'sizing'>,
): TicketField | 'form' {
  if (code === 'invalid_trailing') return kind === 'trailingStop' ? 'callback' : 'trailing';
  const field = FIELD_OF_CODE[code as ErrorCode] ?? 'form';
  return field === 'amount' ? sizeField(sizing) : field;
}
