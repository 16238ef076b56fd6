import type { AccountState, Extremes, OrderState, PositionState, TradeState } from '../../commands/batch.ts';
import { rowOf, type Row } from './table.ts';
import { ACCOUNTS, ORDERS, POSITIONS, TRADES } from './tables.ts';

/** A row as it is read: every value as text, in the order of the columns of its table. */
type Texts = readonly (string | null)[];

export function readAccount(texts: Texts): AccountState {
  const row = rowOf(ACCOUNTS, texts);
  return {
    id: row('id'),
    userId: row('user_id'),
    version: row('version'),
    available: row('available'),
    orders: row('orders'),
    margin: row('margin'),
    locked: row('locked'),
    realisedPnl: row('realised_pnl'),
    season: row('season'),
    seasonStartedAt: row('season_started_at'),
  };
}

/** `symbols` holds one string per symbol, so that a hundred thousand rows share a hundred of them. */
export function readPosition(texts: Texts, symbols?: Map<string, string>): PositionState {
  const row = rowOf(POSITIONS, texts);
  const symbol = shared(row('symbol'), symbols);
  const entryPrice = row('entry_price');
  return {
    id: row('id'),
    accountId: row('account_id'),
    symbol,
    side: row('side'),
    margin: row('margin'),
    leverage: row('leverage'),
    notional: row('notional'),
    entryPrice,
    liquidationPrice: row('liquidation_price'),
    takeProfit: row('take_profit'),
    stopLoss: row('stop_loss'),
    openFee: row('open_fee'),
    openedAt: row('opened_at'),
    entryRecord: { seq: row('entry_seq'), symbol, price: entryPrice, time: row('entry_time') },
  };
}

function shared(symbol: string, symbols: Map<string, string> | undefined): string {
  if (symbols === undefined) return symbol;
  const known = symbols.get(symbol);
  if (known !== undefined) return known;
  symbols.set(symbol, symbol);
  return symbol;
}

export function readOrder(texts: Texts): OrderState {
  const row = rowOf(ORDERS, texts);
  return {
    id: row('id'),
    accountId: row('account_id'),
    symbol: row('symbol'),
    side: row('side'),
    margin: row('margin'),
    leverage: row('leverage'),
    limitPrice: row('limit_price'),
    takeProfit: row('take_profit'),
    stopLoss: row('stop_loss'),
    reserved: row('reserved'),
    status: row('status'),
    createdAt: row('created_at'),
  };
}

export function readTrade(texts: Texts): TradeState {
  const row = rowOf(TRADES, texts);
  const [symbol, entryPrice, exitPrice] = [row('symbol'), row('entry_price'), row('exit_price')];
  return {
    id: row('id'),
    positionId: row('position_id'),
    accountId: row('account_id'),
    symbol,
    side: row('side'),
    margin: row('margin'),
    leverage: row('leverage'),
    notional: row('notional'),
    entryPrice,
    exitPrice,
    liquidationPrice: row('liquidation_price'),
    takeProfit: row('take_profit'),
    stopLoss: row('stop_loss'),
    fee: row('fee'),
    pnl: row('pnl'),
    insurance: row('insurance'),
    reason: row('reason'),
    openedAt: row('opened_at'),
    closedAt: row('closed_at'),
    entryRecord: { seq: row('entry_seq'), symbol, price: entryPrice, time: row('entry_time') },
    exitRecord: { seq: row('exit_seq'), symbol, price: exitPrice, time: row('exit_time') },
    extremes: extremesOf(row),
    seasonEnd: row('season_end'),
  };
}

/** Trades from before they were kept have none. */
function extremesOf(row: Row<typeof TRADES.columns>): Extremes | null {
  const [best, worst, path] = [row('best_price'), row('worst_price'), row('path')];
  return best === null || worst === null || path === null ? null : { best, worst, path };
}
