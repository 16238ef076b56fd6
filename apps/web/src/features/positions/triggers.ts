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
  /** The stop loss would never get its turn. */
  stopBeyondLiquidation: boolean;
}

const isUnreadable = (text: string, price: Price | null): boolean =>
  text.trim() !== '' && (price === null || price <= 0n);

/** Checks levels as typed against the market's price; an empty text means no level. */
export function checkTriggerDraft(draft: TriggerDraft, position: PositionState, market: Price | null): TriggerCheck {
  const takeProfit = parsePriceInput(draft.takeProfit);
  const stopLoss = parsePriceInput(draft.stopLoss);
  const errors: TriggerCheck['errors'] = {};
  if (isUnreadable(draft.takeProfit, takeProfit)) errors.takeProfit = texts.invalidPrice;
  else if (market !== null && checkTriggers(position.type, market, takeProfit, null) !== null) {
    errors.takeProfit = texts.takeProfitWrongSide;
  }
  if (isUnreadable(draft.stopLoss, stopLoss)) errors.stopLoss = texts.invalidPrice;
  else if (market !== null && checkTriggers(position.type, market, null, stopLoss) !== null) {
    errors.stopLoss = texts.stopLossWrongSide;
  }
  const liquidation = position.liquidationPrice === null ? null : parsePrice(position.liquidationPrice);
  const sign = position.type === 'long' ? 1n : -1n;
  const stopBeyondLiquidation = stopLoss !== null && liquidation !== null && (stopLoss - liquidation) * sign <= 0n;
  return { takeProfit, stopLoss, errors, stopBeyondLiquidation };
}

/** PnL before fees if the position closed at `price`; null when the position carries no valid figures. */
export function pnlAt({ type: side, size, entryPrice }: PositionState, price: Price): Usdt | null {
  const notional = parseUsdt(size);
  const entry = parsePrice(entryPrice);
  return notional === null || entry === null ? null : profitAndLoss({ side, notional, entryPrice: entry }, price);
}
