import type { PositionState } from '@plecho/contract';
import { checkTriggers, parsePrice, parseUsdt, profitAndLoss, type Price, type Usdt } from '@plecho/domain';
import { parsePriceInput } from '@/lib/parse-amount.ts';
import { positionTexts as texts } from './texts.ts';

export interface TriggerDraft {
  takeProfit: string;
  stopLoss: string;
}

export interface TriggerCheck {
  takeProfit: Price | null;
  stopLoss: Price | null;
  errors: { takeProfit?: string; stopLoss?: string };
}

const isUnreadable = (text: string, price: Price | null): boolean =>
  text.trim() !== '' && (price === null || price <= 0n);

/** Checks levels as typed against the market's price; an empty text means no level. */
export function checkTriggerDraft(draft: TriggerDraft, position: PositionState, market: Price | null): TriggerCheck {
  const takeProfit = parsePriceInput(draft.takeProfit);
  const stopLoss = parsePriceInput(draft.stopLoss);
  const errors: TriggerCheck['errors'] = {};
  if (isUnreadable(draft.takeProfit, takeProfit)) errors.takeProfit = texts.invalidPrice;
  if (isUnreadable(draft.stopLoss, stopLoss)) errors.stopLoss = texts.invalidPrice;
  if (market !== null) {
    const gain = checkTriggers(position.type, market, takeProfit, null, null);
    const loss = checkTriggers(position.type, market, null, stopLoss, liquidationBefore(position, stopLoss));
    if (gain !== null) errors.takeProfit ??= texts.refused[gain];
    if (loss !== null) errors.stopLoss ??= texts.refused[loss];
  }
  return { takeProfit, stopLoss, errors };
}

const priceOf = (text: string | null): Price | null => (text === null ? null : parsePrice(text));

/** What a stop loss has to come before. One that stays where it is was accepted once, and is not asked again. */
export function liquidationBefore(position: PositionState, stopLoss: Price | null): Price | null {
  return stopLoss === priceOf(position.stopLoss) ? null : priceOf(position.liquidationPrice);
}

/** PnL before fees if the position closed at `price`; null when the position carries no valid figures. */
export function pnlAt({ type: side, size, entryPrice }: PositionState, price: Price): Usdt | null {
  const notional = parseUsdt(size);
  const entry = parsePrice(entryPrice);
  return notional === null || entry === null ? null : profitAndLoss({ side, notional, entryPrice: entry }, price);
}
