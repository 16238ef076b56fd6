import {
  formatDecimal,
  MAX_LEVERAGE,
  MIN_LEVERAGE,
  ONE_USDT,
  TRAIL_UNITS,
  USDT_DECIMALS,
  type Usdt,
} from '@plecho/domain';
import { EXPIRIES } from '@/lib/expiry.ts';
import { parseAmountInput } from '@/lib/parse-amount.ts';
import { isPlainKind, TICKET_KINDS } from './kinds.ts';
import { RISK_UNITS, SIZINGS, type TicketDraft } from './validate.ts';

export const AMOUNT_STEP: Usdt = 10n * ONE_USDT;

export const EMPTY_DRAFT: TicketDraft = {
  side: 'long',
  kind: 'market',
  amount: '100',
  leverage: 1,
  limitPrice: '',
  takeProfit: '',
  stopLoss: '',
  stopPrice: '',
  callback: '1',
  callbackUnit: 'percent',
  trailing: '',
  trailingUnit: 'percent',
  expiry: 'none',
  sizing: 'margin',
  coins: '',
  risk: '1',
  riskUnit: 'percent',
};

/** What this device remembers of the ticket. Prices are not among it: tomorrow they mean something else. */
export type RememberedDraft = Pick<TicketDraft, 'kind' | 'amount' | 'leverage'>;

const MAX_AMOUNT_LENGTH = 30;

export const rememberedOf = ({ kind, amount, leverage }: TicketDraft): RememberedDraft => ({ kind, amount, leverage });

const isOneOf = <T>(values: readonly T[], value: unknown): value is T => values.includes(value as T);

/** Whether something read back can be a ticket: storage holds what anything in the browser wrote. */
export function isRemembered(value: unknown): value is RememberedDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, amount, leverage } = value as Record<keyof RememberedDraft, unknown>;
  if (!isOneOf(TICKET_KINDS, kind)) return false;
  if (typeof leverage !== 'number' || !Number.isInteger(leverage)) return false;
  if (leverage < MIN_LEVERAGE || leverage > MAX_LEVERAGE) return false;
  if (typeof amount !== 'string' || amount.length > MAX_AMOUNT_LENGTH) return false;
  const margin = parseAmountInput(amount);
  return margin !== null && margin > 0n;
}

/** What this device remembers of the ticket beyond the plain one: whether it is open, and what was chosen in it. */
export type RememberedMore = { isOpen: boolean } & Pick<
  TicketDraft,
  'sizing' | 'riskUnit' | 'risk' | 'expiry' | 'callbackUnit' | 'trailingUnit'
>;

export const moreOf = (isOpen: boolean, draft: TicketDraft): RememberedMore => {
  const { sizing, riskUnit, risk, callbackUnit, trailingUnit } = draft;
  // A moment is over tomorrow.
  const expiry = typeof draft.expiry === 'number' ? EMPTY_DRAFT.expiry : draft.expiry;
  return { isOpen, sizing, riskUnit, risk, expiry, callbackUnit, trailingUnit };
};

export const NO_MORE: RememberedMore = moreOf(false, EMPTY_DRAFT);

export function isMore(value: unknown): value is RememberedMore {
  if (typeof value !== 'object' || value === null) return false;
  const more = value as Record<keyof RememberedMore, unknown>;
  if (typeof more.isOpen !== 'boolean' || typeof more.risk !== 'string') return false;
  if (more.risk.length > MAX_AMOUNT_LENGTH) return false;
  if (!isOneOf(SIZINGS, more.sizing) || !isOneOf(RISK_UNITS, more.riskUnit) || !isOneOf(EXPIRIES, more.expiry))
    return false;
  return isOneOf(TRAIL_UNITS, more.callbackUnit) && isOneOf(TRAIL_UNITS, more.trailingUnit);
}

/** The plain ticket has none of what is folded away, whatever was typed there. */
export function plainDraft(draft: TicketDraft): TicketDraft {
  const { sizing, expiry, trailing } = EMPTY_DRAFT;
  return { ...draft, kind: isPlainKind(draft.kind) ? draft.kind : 'market', sizing, expiry, trailing };
}

/** Money as a person types it: decimal comma, no thousands. */
export const amountText = (amount: Usdt): string => formatDecimal(amount, USDT_DECIMALS).replace('.', ',');

/** The next amount on the grid of 10 above or below what is typed; never below zero. */
export function stepAmount(text: string, direction: 1 | -1): string {
  const current = parseAmountInput(text) ?? 0n;
  const rest = current % AMOUNT_STEP;
  const below = current - rest;
  const next = direction === 1 ? below + AMOUNT_STEP : rest > 0n ? below : below - AMOUNT_STEP;
  return amountText(next > 0n ? next : 0n);
}

/** What another symbol's ticket keeps: prices of one pair mean nothing on another. */
export function draftForSymbol(draft: TicketDraft): TicketDraft {
  return { ...draft, limitPrice: '', stopPrice: '', takeProfit: '', stopLoss: '', trailing: '', coins: '' };
}
