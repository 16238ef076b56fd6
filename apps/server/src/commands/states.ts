import type { CloseReason, Price, Side, Usdt } from '@plecho/domain';

/** A valid price of one symbol; the fills that use it name its `seq` (rule E4). */
export interface PriceRecord {
  /** Grows by one with every valid tick of the market; unique in the market. */
  seq: bigint;
  symbol: string;
  price: Price;
  /** Milliseconds by the market's own clock. */
  time: number;
}

export interface AccountState {
  id: bigint;
  userId: bigint;
  /** Grows by one with every change of the account: the sequence number of its stream channel. */
  version: bigint;
  available: Usdt;
  orders: Usdt;
  margin: Usdt;
  locked: Usdt;
  /** Realised PnL net of fees since the account's start. May be negative. */
  realisedPnl: Usdt;
}

export interface PositionState {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  notional: Usdt;
  entryPrice: Price;
  liquidationPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** What is left of the fee paid at the opening; partial closes take their share of it into the trade. */
  openFee: Usdt;
  /** Milliseconds by the market's own clock. */
  openedAt: number;
  entryRecord: PriceRecord;
}

export interface OrderState {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  limitPrice: Price;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Margin and opening fee set aside. */
  reserved: Usdt;
  status: 'open' | 'filled' | 'cancelled';
  createdAt: number;
}

/** A closed part of a position. Never changed. */
export interface TradeState {
  id: bigint;
  positionId: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  notional: Usdt;
  entryPrice: Price;
  exitPrice: Price;
  liquidationPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Share of the opening fee plus the closing or liquidation fee. */
  fee: Usdt;
  pnl: Usdt;
  insurance: Usdt;
  reason: CloseReason;
  openedAt: number;
  closedAt: number;
  entryRecord: PriceRecord;
  exitRecord: PriceRecord;
}
