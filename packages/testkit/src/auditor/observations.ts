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
  maintenance: bigint;
  staleAfterMs: number;
  maxJump: bigint;
  jumpConfirmMs: number;
  /** By symbol, parts per million: buys fill half of it above the price, sells half below. */
  spreads: ReadonlyMap<string, bigint>;
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
  openFee: bigint;
  openedAt: number;
  entryRecord: SeenRecord;
}

export interface SeenOrder {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: bigint;
  leverage: number;
  limitPrice: bigint;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  reserved: bigint;
  status: 'open' | 'filled' | 'cancelled';
  createdAt: number;
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
    trade?: SeenTrade;
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
  endedOrders: SeenOrder[];
  trades: SeenTrade[];
  withdrawals: SeenWithdrawal[];
  settlements: SeenSettlement[];
  seasons: SeenSeason[];
  log: SeenLogEntry[];
  outcomes: { idempotency: { userId: bigint; operation: string; key: string; bodyHash: string } }[];
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

export interface SeenCommand {
  type: string;
  accountId?: bigint;
  symbol?: string;
  side?: Side;
  margin?: bigint;
  leverage?: number;
  limitPrice?: bigint;
  takeProfit?: bigint | null;
  stopLoss?: bigint | null;
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
