import type {
  AdjustReason,
  CloseReason,
  OperationFailure,
  OrderStatus,
  PathSource,
  Price,
  Side,
  Usdt,
} from '@plecho/domain';
import type { Asset, CoinAmount, Network, PracticeCard } from '@plecho/network';

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
  /** Realised PnL net of fees since the season's start. May be negative. */
  realisedPnl: Usdt;
  /** 1, 2, 3 …: grows with every fresh start. */
  season: number;
  /** Wall clock, ms. */
  seasonStartedAt: number;
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
  status: OrderStatus;
  createdAt: number;
}

/** The best and worst price of a position's life for its side, entry and exit among them (MFE and MAE). */
export interface Extremes {
  best: Price;
  worst: Price;
  /** Every valid tick is in them; or, for a position from before the process, the whole candles of that time. */
  path: PathSource;
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
  /** null when nothing was known of the prices between entry and exit. */
  extremes: Extremes | null;
  /** It was closed with everything else when the person started anew. */
  seasonEnd: boolean;
}

/** What one account has at one moment: its balances, positions and open orders, the last two by id. */
export interface AccountView {
  account: AccountState;
  positions: PositionState[];
  /** Open ones only. */
  orders: OrderState[];
}

/** A withdrawal as it was asked for. Never changed: how it ends is its {@link SettlementState}. */
export interface WithdrawalState {
  id: bigint;
  accountId: bigint;
  userId: bigint;
  asset: Asset;
  /** What the person gives up, fee included. */
  amount: CoinAmount;
  /** What does not arrive. */
  fee: CoinAmount;
  /** null for a card, as is the address. */
  network: Network | null;
  address: string | null;
  memo: string | null;
  /** The practice card that it goes to; null for an address. */
  card: PracticeCard | null;
  /** What was locked for it. */
  value: Usdt;
  /** The price that `value` was reckoned with; null for USDT. */
  record: PriceRecord | null;
  /** Wall clock, ms. */
  createdAt: number;
}

/** How an operation ended: once, and for good. */
export interface SettlementState {
  operationId: bigint;
  failure: OperationFailure | null;
  /** What the account got, or what left it; null when it failed. */
  value: Usdt | null;
  /** The price of a deposited coin; null for USDT, cards and withdrawals. */
  record: PriceRecord | null;
  /** null when nothing moved. */
  transferId: bigint | null;
  /** Wall clock, ms. */
  at: number;
}

/** A season that ended. */
export interface SeasonState {
  accountId: bigint;
  number: number;
  /** Wall clock, ms. */
  startedAt: number;
  endedAt: number;
  /** Trades below this id, and above that of the season before, are of it. */
  endedId: bigint;
  /** What was available when everything had been closed. */
  endBalance: Usdt;
  realisedPnl: Usdt;
}

/** A line of a person's own log, written together with what it tells of (charter rule C4). */
export type LogEntryState = {
  id: bigint;
  userId: bigint;
  /** Wall clock, ms. */
  at: number;
} & (
  | { kind: 'seasonStarted' }
  | { kind: 'adjusted'; operatorId: bigint; reason: AdjustReason; amount: Usdt; transferId: bigint }
);
