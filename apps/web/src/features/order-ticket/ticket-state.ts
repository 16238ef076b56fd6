import { formatDecimal, MAX_LEVERAGE, MIN_LEVERAGE, ONE_USDT, USDT_DECIMALS, type Usdt } from '@plecho/domain';
import { parseAmountInput } from '@/lib/parse-amount.ts';
import type { TicketDraft } from './validate.ts';

export const AMOUNT_STEP: Usdt = 10n * ONE_USDT;

export const EMPTY_DRAFT: TicketDraft = {
  side: 'long',
  kind: 'market',
  amount: '100',
  leverage: 1,
  limitPrice: '',
  takeProfit: '',
  stopLoss: '',
};

/** What this device remembers of the ticket. Prices are not among it: tomorrow they mean something else. */
export type RememberedDraft = Pick<TicketDraft, 'kind' | 'amount' | 'leverage'>;

const MAX_AMOUNT_LENGTH = 30;

export const rememberedOf = ({ kind, amount, leverage }: TicketDraft): RememberedDraft => ({ kind, amount, leverage });

/** Whether something read back can be a ticket: storage holds what anything in the browser wrote. */
export function isRemembered(value: unknown): value is RememberedDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, amount, leverage } = value as Record<keyof RememberedDraft, unknown>;
  if (kind !== 'market' && kind !== 'limit') return false;
  if (typeof leverage !== 'number' || !Number.isInteger(leverage)) return false;
  if (leverage < MIN_LEVERAGE || leverage > MAX_LEVERAGE) return false;
  if (typeof amount !== 'string' || amount.length > MAX_AMOUNT_LENGTH) return false;
  const margin = parseAmountInput(amount);
  return margin !== null && margin > 0n;
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
  return { ...draft, limitPrice: '', takeProfit: '', stopLoss: '' };
}
