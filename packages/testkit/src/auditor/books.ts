import type {
  SeenAccount,
  SeenOrder,
  SeenPosition,
  SeenRecord,
  SeenSettlement,
  SeenWithdrawal,
} from './observations.ts';

/** What a tick has decided about a position or order and nobody else may undo (rule E2). */
export interface Due {
  record: SeenRecord;
  reason: string;
}

/** A quote that a trailing stop is measured from. */
export interface Best {
  seq: bigint | null;
  price: bigint;
  time: number;
}

export interface AuditedPosition {
  state: SeenPosition;
  due: Due | null;
  /** Since its trailing stop was set. */
  best: Best | null;
  /** Sum of the entries of its transfers on the user's books. */
  ledgerChange: bigint;
  /** Sum of PnL − fees of its trades. */
  claimed: bigint;
}

export interface AuditedOrder {
  state: SeenOrder;
  due: Due | null;
  /** Since an order that follows the price was placed. */
  best: Best | null;
  /** The stop of a stop limit was reached: what it will be when that is carried out. */
  activatedBy: SeenRecord | null;
  /** Its owner may open nothing any more: it is about to be cancelled. */
  barred: Bar | null;
}

interface Bar {
  reason: string;
  /** Something may have taken the order before. */
  isSure: boolean;
}

/** The auditor's own picture of what is committed. */
export interface Books {
  accounts: Map<bigint, SeenAccount>;
  positions: Map<bigint, AuditedPosition>;
  orders: Map<bigint, AuditedOrder>;
  /** Every id that was ever committed, with its account; closed positions and ended orders too. */
  everPositions: Map<bigint, bigint>;
  everOrders: Map<bigint, bigint>;
  everTrades: Map<bigint, bigint>;
  /** Every withdrawal that was ever committed. */
  withdrawals: Map<bigint, SeenWithdrawal>;
  /** How each operation ended that was ever settled. */
  settled: Map<bigint, SeenSettlement>;
}

export const emptyBooks = (): Books => ({
  accounts: new Map(),
  positions: new Map(),
  orders: new Map(),
  everPositions: new Map(),
  everOrders: new Map(),
  everTrades: new Map(),
  withdrawals: new Map(),
  settled: new Map(),
});

export const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    // The order of properties means nothing.
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
