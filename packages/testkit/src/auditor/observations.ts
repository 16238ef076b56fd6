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
  fee: bigint;
  pnl: bigint;
  insurance: bigint;
  reason: string;
  closedAt: number;
  exitRecord: SeenRecord;
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
}
