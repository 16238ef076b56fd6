import type { PositionState } from '@plecho/contract';
import {
  accountWorth,
  parsePrice,
  parseUsdt,
  profitAndLoss,
  profitAndLossBasisPoints,
  type AccountWorth,
  type Exposure,
  type Price,
  type Usdt,
} from '@plecho/domain';
import type { Balances } from './account-store.ts';
import { exitQuote, type LiveTicker } from './ticker-store.ts';

interface ParsedPosition extends Exposure {
  margin: Usdt;
}

const parsed = new WeakMap<PositionState, ParsedPosition | null>();

function parse(position: PositionState): ParsedPosition | null {
  const known = parsed.get(position);
  if (known !== undefined) return known;
  const margin = parseUsdt(position.amount);
  const notional = parseUsdt(position.size);
  const entryPrice = parsePrice(position.entryPrice);
  const value =
    margin === null || notional === null || entryPrice === null || entryPrice <= 0n || margin <= 0n
      ? null
      : { side: position.type, margin, notional, entryPrice };
  parsed.set(position, value);
  return value;
}

/** What a position is worth now; null without a price. */
export interface PositionFigures {
  currentPrice: Price | null;
  pnl: Usdt | null;
  /** PnL in hundredths of a percent of the margin. */
  pnlBp: bigint | null;
}

const UNKNOWN: PositionFigures = { currentPrice: null, pnl: null, pnlBp: null };

export function positionFigures(position: PositionState, price: Price | undefined): PositionFigures {
  const numbers = parse(position);
  if (numbers === null || price === undefined) return UNKNOWN;
  const pnl = profitAndLoss(numbers, price);
  return { currentPrice: price, pnl, pnlBp: profitAndLossBasisPoints(pnl, numbers.margin) };
}

/** Section 5 of the product's contract: everything an account amounts to at the newest prices. */
export interface AccountTotals extends AccountWorth {
  available: Usdt;
  inPositions: Usdt;
  inOrders: Usdt;
  locked: Usdt;
}

export function accountTotals(balances: Balances, pnl: Usdt): AccountTotals {
  const { available, inPositions, inOrders, locked, realisedPnl } = balances;
  const books = { available, orders: inOrders, margin: inPositions, locked };
  return { available, inPositions, inOrders, locked, ...accountWorth({ ...books, realisedPnl }, pnl) };
}

/** PnL of all positions; one without a price counts as zero. */
export function openPnl(
  positions: readonly PositionState[],
  quotesOf: (symbol: string) => Pick<LiveTicker, 'ask' | 'bid'> | undefined,
): Usdt {
  return positions.reduce((sum, position) => {
    const quotes = quotesOf(position.symbol);
    const price = quotes === undefined ? undefined : exitQuote(quotes, position.type);
    return sum + (positionFigures(position, price).pnl ?? 0n);
  }, 0n);
}
