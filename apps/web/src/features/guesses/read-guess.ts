import type { NewGuess } from '@plecho/contract';
import { formatPrice, formatUsdt, type Side, type Usdt } from '@plecho/domain';
import { parseAmountInput, parsePriceInput } from '@/lib/parse-amount.ts';

/** The position that a guess is about, as the order ticket has it. */
export interface About {
  symbol: string;
  side: Side;
  leverage: number;
  margin: Usdt;
}

/** As typed. */
export interface TypedGuess {
  liquidation: string;
  isNone: boolean;
  loss: string;
}

export const NOTHING_TYPED: TypedGuess = { liquidation: '', isNone: false, loss: '' };

/** What a guess about is asked for once: the margin changes nothing that would be hard to guess. */
export const nameOf = ({ symbol, side, leverage }: Omit<About, 'margin'>, market: string): string =>
  [market, symbol, side, leverage].join(' ');

/** @returns the request, or which of the two fields is no number that could be meant */
export function readGuess(
  { symbol, side, leverage, margin }: About,
  typed: TypedGuess,
): { body: NewGuess } | { wrong: 'liquidation' | 'loss' } {
  const liquidation = typed.isNone ? null : parsePriceInput(typed.liquidation);
  if (!typed.isNone && (liquidation === null || liquidation <= 0n)) return { wrong: 'liquidation' };
  const loss = parseAmountInput(typed.loss);
  if (loss === null || loss < 0n) return { wrong: 'loss' };
  const amount = formatUsdt(margin);
  const about = { symbol, type: side, leverage, amount };
  return {
    body: { ...about, liquidation: liquidation === null ? null : formatPrice(liquidation), loss: formatUsdt(loss) },
  };
}
