import type { AlertDirection, AlertWindow, Interval, Price, Side, RingDirection } from '@plecho/domain';

/** What an alert waits for. Percentages are hundredths of a percent. */
export type AlertTerms =
  /** `either`: it has rung and waits for a price that says which way the next crossing is. */
  | { kind: 'cross'; symbol: string; direction: AlertDirection; level: Price }
  | { kind: 'change'; symbol: string; direction: AlertDirection; percent: number; window: AlertWindow }
  | { kind: 'close'; symbol: string; direction: AlertDirection; level: Price; interval: Interval }
  | { kind: 'liquidation'; symbol: string; direction: AlertDirection; percent: number; positionId: bigint };

export interface AlertRecord {
  id: bigint;
  userId: bigint;
  marketId: string;
  terms: AlertTerms;
  /** Seconds before it may ring again; null: it rings once. */
  pause: number | null;
  /** Market time, ms, as all that follow; null: it does not expire. */
  expiresAt: number | null;
  createdAt: number;
  /** How often it has rung: whoever rings it next has to know. */
  rings: number;
  /** It does not ring before; null when it never rang. */
  restsUntil: number | null;
}

/** What of a position an alert watches. */
export interface WatchedPosition {
  side: Side;
  liquidationPrice: Price | null;
}

/** An alert with the position that it is about; null when that is not open, or it is about none. */
export interface StoredAlert extends AlertRecord {
  position: WatchedPosition | null;
}

/** Why an alert is to ring. */
export interface Reached {
  /** Which way the price came. */
  direction: RingDirection;
  price: Price;
  /** Market time, ms. */
  at: number;
  /** Of a change: by how much, at most 2,147,483,647. */
  change: number | null;
}

/** An alert that is to ring, as it was when it was reached. */
export type NewRing = Reached & Pick<AlertRecord, 'id' | 'rings'>;

export interface RingRecord extends Reached {
  id: bigint;
  alertId: bigint;
  marketId: string;
  terms: AlertTerms;
  seen: boolean;
}

/** An alert or a ring with the label of its market. */
export type Labelled<T> = T & { label: string };

/** The storage of whoever watches a market. What writes rejects with IntegrityError when what it was given can't be stored. */
export interface AlertStore {
  /** All alerts of a market. */
  ofMarket(marketId: string): Promise<StoredAlert[]>;
  /** Those of the given ids that are there. */
  byIds(ids: readonly bigint[]): Promise<StoredAlert[]>;
  /**
   * Writes rings. One whose alert is gone, or has rung meanwhile, is left out, so that a repeated call rings nothing twice.
   * @returns ids of the alerts that have rung
   */
  ring(rings: readonly NewRing[]): Promise<ReadonlySet<bigint>>;
  /** Writes which crossing alerts wait for that have rung and woken up. */
  arm(alerts: readonly (Pick<AlertRecord, 'id' | 'rings'> & { direction: RingDirection })[]): Promise<void>;
  /** Removes alerts that have nothing to wait for any more. */
  drop(ids: readonly bigint[]): Promise<void>;
}

export type NewAlert = Omit<AlertRecord, 'id' | 'rings' | 'restsUntil'>;

/** The storage of the people whose alerts they are. */
export interface AlertBook {
  list(userId: bigint): Promise<Labelled<AlertRecord>[]>;
  /** @returns false when this person has no such alert */
  remove(userId: bigint, alertId: bigint): Promise<boolean>;
  /** The newest rings with a smaller id. */
  rings(userId: bigint, beforeId: bigint | null, limit: number): Promise<Labelled<RingRecord>[]>;
  /** @returns false when this person has no such ring */
  see(userId: bigint, upTo: bigint): Promise<boolean>;
  /** How many rings were not looked at, and how many alerts wait. */
  counts(userId: bigint): Promise<{ unseen: number; waiting: number }>;
}

/** What a new alert is written with, in one transaction. */
export interface AlertWriter {
  /** How many alerts somebody has, who can set no other one meanwhile. */
  countAlone(userId: bigint): Promise<number>;
  /** Whether a market goes on, which does not end meanwhile. */
  isOpen(marketId: string): Promise<boolean>;
  /** An open position of somebody in a market. */
  position(
    userId: bigint,
    marketId: string,
    positionId: bigint,
  ): Promise<(WatchedPosition & { symbol: string }) | null>;
  add(alert: NewAlert): Promise<Labelled<AlertRecord>>;
}

/** Somebody's alerts or rings have changed. */
export interface AlertNotice {
  userId: bigint;
  /** null: nothing that whoever watches the market has to know. */
  change: { marketId: string; alertId: bigint; isNew: boolean } | null;
}
