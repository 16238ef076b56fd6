import type {
  AdjustReason,
  CloseReason,
  OperationFailure,
  OrderKind,
  EntryBar,
  OrderRefusal,
  OrderStatus,
  PathSource,
  Ppm,
  Price,
  Side,
  Trail,
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

/** The best price since a trailing stop was set. */
export interface Peak {
  /** null where it is known from a candle alone. */
  seq: bigint | null;
  price: Price;
  /** Milliseconds by the market's own clock. */
  time: number;
}

/** A trailing stop: of a position, or what an order of that kind waits for. */
export interface TrailingState extends Trail {
  /**
   * A quote, as what it fires is one. In what is stored it is the peak when that was written: the market alone knows the
   * one of now.
   */
  peak: Peak;
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
  /** The season is one in a market with class rules; null outside classes. */
  attempt: AttemptState | null;
}

/** How an attempt of a class stands: a season of an account in its market. Times are the market's own clock, ms. */
export interface AttemptState {
  /** The newest day (UTC) on which something was realised, or on which it began: days since 1970. */
  day: number;
  /** Realised on that day, net of fees and funding. May be negative. */
  dayResult: Usdt;
  /** When it reached its target; null before. It goes on. */
  passedAt: number | null;
  /** When it had lost as much as may be lost; null before. Nothing opens from then on. */
  endedAt: number | null;
}

/** An entry fill after the first, by which its person added to a position. Never changed. */
export interface AddedEntry {
  margin: Usdt;
  /** Margin that was left of the position before it. */
  held: Usdt;
  record: PriceRecord;
  /** Milliseconds by the market's own clock. */
  addedAt: number;
}

/** What nobody has added to has, one for all. */
export const NOTHING_ADDED: readonly AddedEntry[] = [];

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
  /** The first stop loss that it had, whatever became of it: what was at risk is reckoned from there. */
  initialStopLoss: Price | null;
  trailing: TrailingState | null;
  /** What is left of the fee paid at the opening; partial closes take their share of it into the trade. */
  openFee: Usdt;
  /** Its first fill paid the maker fee. */
  maker: boolean;
  /** Milliseconds by the market's own clock. */
  openedAt: number;
  /** Of the first fill. */
  entryRecord: PriceRecord;
  /** The fills after the first; the entry price is the average of all. */
  added: readonly AddedEntry[];
  /** What funding has brought or, negative, cost; partial closes take their share of it into the trade. */
  funding: Usdt;
  /** The hour of the newest round of funding that it has paid, ms; 0 before the first. */
  fundedAt: number;
}

export interface OrderState {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  kind: OrderKind;
  /** Of `limit` and `stopLimit`. */
  limitPrice: Price | null;
  /** Of `stopMarket` and `stopLimit`. */
  stopPrice: Price | null;
  /** Of `trailingStop`. */
  callback: TrailingState | null;
  /** When the stop of a `stopLimit` was reached, which made it a limit order: market time, ms. */
  activatedAt: number | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** What the position that it opens will have. */
  trailing: Trail | null;
  /** Market time, ms; null: it waits until it is cancelled. */
  expiresAt: number | null;
  /** The other of an OCO pair. */
  pairedWith: bigint | null;
  /** The position that a reduce-only order closes; it has that one's side and leverage, and no margin of its own. */
  reduces: bigint | null;
  /** Ten-thousandths of what is left of it. */
  portion: bigint | null;
  /** Margin and opening fee set aside. Of an OCO pair, the larger of both is set aside, by the order whose it is. */
  reserved: Usdt;
  /** The market had not reached its limit when that was set: it rests, and fills at the maker fee. */
  maker: boolean;
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
  /** The first stop loss of the position. */
  initialStopLoss: Price | null;
  /** As it stood at the close. */
  trailing: TrailingState | null;
  /** The reduce-only order that closed it. */
  orderId: bigint | null;
  /** Share of the opening fee plus the closing or liquidation fee. */
  fee: Usdt;
  /** Its share of what funding brought or, negative, cost. */
  funding: Usdt;
  pnl: Usdt;
  insurance: Usdt;
  reason: CloseReason;
  openedAt: number;
  closedAt: number;
  /** @see PositionState */
  maker: boolean;
  entryRecord: PriceRecord;
  added: readonly AddedEntry[];
  exitRecord: PriceRecord;
  /** null when nothing was known of the prices between entry and exit. */
  extremes: Extremes | null;
  /** It was closed with everything else when the person started anew. */
  seasonEnd: boolean;
}

/** What an interval of funding came to in a pair: decided once, at its first valid price at or after the hour. */
export interface FundingRound {
  symbol: string;
  /** The hour that ended the interval, ms by the market's own clock. */
  at: number;
  record: PriceRecord;
  /** Of the interval's one-minute closes, floored. */
  average: Price;
  /** How many minutes had a price. */
  minutes: number;
  /** Positive when longs pay. */
  rate: Ppm;
}

/** What a position received or paid in a round. Never changed. */
export interface FundingPayment {
  /** Of its transfer. */
  id: bigint;
  accountId: bigint;
  positionId: bigint;
  symbol: string;
  side: Side;
  /** Received or, negative, paid. */
  amount: Usdt;
  /** What would have been paid and was not available. */
  waived: Usdt;
  round: FundingRound;
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
  | { kind: 'attemptPassed'; reason: 'target' }
  | { kind: 'attemptEnded'; reason: 'maxLoss' }
  /** An order was not filled but cancelled. */
  | { kind: 'orderRefused'; reason: OrderRefusal }
  /** Entry orders of somebody who may not open positions any more. */
  | { kind: 'entriesCancelled'; reason: EntryBar }
  | { kind: 'adjusted'; operatorId: bigint; reason: AdjustReason; amount: Usdt; transferId: bigint }
);
