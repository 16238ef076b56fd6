import type { Pair } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';

/** The pairs that the product knows. A symbol that people see is one of them, never what somebody typed (rule M1). */
export const LISTED_PAIRS: readonly Pair[] = SYNTHETIC_PAIRS.map(
  ({ symbol, baseAsset, quoteAsset, priceDecimals }) => ({ symbol, baseAsset, quoteAsset, priceDecimals }),
);

const SYMBOLS: ReadonlySet<string> = new Set(LISTED_PAIRS.map(({ symbol }) => symbol));

export const isListed = (symbol: string): boolean => SYMBOLS.has(symbol);
