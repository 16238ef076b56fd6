/** What the auditor sees of the product, from outside. Shaped like the product's own records, and read only. */
export type Side = 'long' | 'short';

export interface SeenRecord {
  seq: bigint;
  symbol: string;
  price: bigint;
  time: number;
}

export interface SeenTick {
  symbol: string;
  price: bigint | null;
  time: number;
}

export interface SeenRules {
  takerFee: bigint;
  makerFee: bigint;
  /** Every so many hours of the market's clock; parts per million. */
  funding: { intervalHours: number; cap: bigint } | null;
  maintenance: bigint;
  staleAfterMs: number;
  maxJump: bigint;
  jumpConfirmMs: number;
  /** By symbol, parts per million: buys fill half of it above the price, sells half below. */
  spreads: ReadonlyMap<string, bigint>;
  /** null: the market is of no class. */
  classRules: SeenClassRules | null;
}

/** Shares are parts per million; null: there is no such rule. */
export interface SeenClassRules {
  maxLeverage: number;
  maxShare: bigint | null;
  maxDayLoss: bigint | null;
  maxLoss: bigint | null;
  target: bigint | null;
  days: number | null;
  calibration: boolean;
}

export interface SeenAccount {
  id: bigint;
  userId: bigint;
  version: bigint;
  available: bigint;
  orders: bigint;
  margin: bigint;
  locked: bigint;
  realisedPnl: bigint;
  season: number;
  seasonStartedAt: number;
  /** null outside classes. */
  attempt: SeenAttempt | null;
}

export interface SeenAttempt {
  day: number;
  dayResult: bigint;
  passedAt: number | null;
  endedAt: number | null;
}

/** How far a trailing stop stays behind the best price. */
export interface SeenTrail {
  unit: 'percent' | 'price';
  /** Hundredths of a percent, or a difference of prices. */
  value: bigint;
}

export interface SeenTrailing extends SeenTrail {
  peak: { seq: bigint | null; price: bigint; time: number };
}

/** A fill after the first of a position. */
export interface SeenAddition {
  margin: bigint;
  held: bigint;
  record: SeenRecord;
  addedAt: number;
}

export interface SeenFundingRound {
  symbol: string;
  at: number;
  record: SeenRecord;
  average: bigint;
  minutes: number;
  rate: bigint;
}

export interface SeenFundingPayment {
  id: bigint;
  accountId: bigint;
  positionId: bigint;
  amount: bigint;
  waived: bigint;
  round: SeenFundingRound;
}

export interface SeenPosition {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: bigint;
  leverage: number;
  notional: bigint;
  entryPrice: bigint;
  liquidationPrice: bigint | null;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  initialStopLoss: bigint | null;
  trailing: SeenTrailing | null;
  openFee: bigint;
  openedAt: number;
  entryRecord: SeenRecord;
  maker: boolean;
  added: readonly SeenAddition[];
  funding: bigint;
  fundedAt: number;
}

export interface SeenOrder {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: bigint;
  leverage: number;
  kind: 'limit' | 'stopMarket' | 'stopLimit' | 'trailingStop';
  limitPrice: bigint | null;
  stopPrice: bigint | null;
  callback: SeenTrailing | null;
  activatedAt: number | null;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  trailing: SeenTrail | null;
  expiresAt: number | null;
  pairedWith: bigint | null;
  reduces: bigint | null;
  portion: bigint | null;
  reserved: bigint;
  status: 'open' | 'filled' | 'cancelled' | 'expired';
  createdAt: number;
  maker: boolean;
}

export interface SeenTrade {
  id: bigint;
  positionId: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: bigint;
  leverage: number;
  entryPrice: bigint;
  exitPrice: bigint;
  liquidationPrice: bigint | null;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  initialStopLoss: bigint | null;
  trailing: SeenTrailing | null;
  orderId: bigint | null;
  fee: bigint;
  pnl: bigint;
  insurance: bigint;
  reason: string;
  openedAt: number;
  closedAt: number;
  entryRecord: SeenRecord;
  exitRecord: SeenRecord;
  extremes: { best: bigint; worst: bigint; path: string } | null;
  seasonEnd: boolean;
  maker: boolean;
  added: readonly SeenAddition[];
  funding: bigint;
}

export interface SeenWithdrawal {
  id: bigint;
  accountId: bigint;
  userId: bigint;
  asset: string;
  amount: bigint;
  fee: bigint;
  network: string | null;
  card: string | null;
  value: bigint;
  record: SeenRecord | null;
}

export interface SeenSettlement {
  operationId: bigint;
  failure: string | null;
  value: bigint | null;
  record: SeenRecord | null;
  transferId: bigint | null;
}

export interface SeenSeason {
  accountId: bigint;
  number: number;
  startedAt: number;
  endedAt: number;
  endedId: bigint;
  endBalance: bigint;
  realisedPnl: bigint;
}

export interface SeenLogEntry {
  id: bigint;
  userId: bigint;
  kind: string;
  reason?: string;
  amount?: bigint;
  transferId?: bigint;
}

/** How an operation is asked to end. */
export interface SeenEffect {
  kind: string;
  asset?: string;
  amount?: bigint;
  value?: bigint;
  failure?: string;
}

export interface SeenTransfer {
  id: bigint;
  kind: string;
  subjectId: bigint;
  legs: { ref: { accountId: bigint | null; book: string }; amount: bigint }[];
}

export interface SeenOutcome {
  ok: boolean;
  code?: string;
  result?: {
    type: string;
    accountId?: bigint;
    position?: SeenPosition;
    order?: SeenOrder;
    orders?: SeenOrder[];
    trade?: SeenTrade;
    /** Of closing or cancelling everything. */
    trades?: SeenTrade[];
    orderIds?: bigint[];
    withdrawal?: SeenWithdrawal;
  };
}

export interface SeenBatch {
  priceRecords: SeenRecord[];
  transfers: SeenTransfer[];
  newAccounts: SeenAccount[];
  accounts: SeenAccount[];
  openedPositions: SeenPosition[];
  changedPositions: SeenPosition[];
  closedPositions: bigint[];
  placedOrders: SeenOrder[];
  changedOrders: SeenOrder[];
  endedOrders: SeenOrder[];
  trades: SeenTrade[];
  withdrawals: SeenWithdrawal[];
  settlements: SeenSettlement[];
  seasons: SeenSeason[];
  log: SeenLogEntry[];
  outcomes: { idempotency: { userId: bigint; action: string; key: string; bodyHash: string } }[];
  additions: { positionId: bigint; n: number; entry: SeenAddition }[];
  fundingRounds: SeenFundingRound[];
  fundingPayments: SeenFundingPayment[];
}

export interface SeenEvent {
  userId: bigint;
  account: SeenAccount;
  fromVersion: bigint;
  positions: SeenPosition[];
  removedPositions: bigint[];
  orders: SeenOrder[];
  removedOrders: bigint[];
  trades: SeenTrade[];
}

/** What an order waits for. */
export interface SeenTerms {
  kind?: SeenOrder['kind'] | undefined;
  limitPrice?: bigint | undefined;
  stopPrice?: bigint | undefined;
  callback?: SeenTrail | undefined;
  expiresAt?: number | null | undefined;
}

/** An order that opens a position, as one of a pair. */
export interface SeenEntry extends SeenTerms {
  symbol: string;
  side: Side;
  margin: bigint;
  leverage: number;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  trailing?: SeenTrail | null | undefined;
  calibrated?: boolean | undefined;
}

export interface SeenCommand extends SeenTerms {
  type: string;
  accountId?: bigint;
  /** The person's guesses are calibrated. */
  calibrated?: boolean | undefined;
  symbol?: string | null;
  side?: Side;
  margin?: bigint | undefined;
  leverage?: number;
  takeProfit?: bigint | null | undefined;
  stopLoss?: bigint | null | undefined;
  trailing?: SeenTrail | null | undefined;
  first?: SeenEntry | undefined;
  second?: SeenEntry | undefined;
  positionId?: bigint;
  orderId?: bigint;
  portion?: bigint;
  userId?: bigint;
  asset?: string;
  card?: string;
  amount?: bigint;
  network?: string;
  address?: string;
  memo?: string | null;
  isLimitReached?: boolean;
  operationId?: bigint;
  effect?: SeenEffect;
  reason?: string;
  operatorId?: bigint;
}
