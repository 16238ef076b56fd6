import type { AlertDirection, AlertKind, AlertWindow, Interval, Side } from '@plecho/domain';
import type { AlertRecord, AlertTerms, RingRecord, StoredAlert } from '../../alerts/ports.ts';

/** What both tables say of what is waited for. */
interface TermsRow {
  market_id: string;
  symbol: string;
  kind: AlertKind;
  direction: AlertDirection;
  level: bigint | null;
  percent: number | null;
  window_s: AlertWindow | null;
  interval: Interval | null;
  position_id: bigint | null;
}

export interface AlertRow extends TermsRow {
  id: bigint;
  user_id: bigint;
  pause_s: number | null;
  expires_at: bigint | null;
  created_at: bigint;
  rings: number;
  rests_until: bigint | null;
}

export interface StoredAlertRow extends AlertRow {
  side: Side | null;
  liquidation_price: bigint | null;
}

export interface RingRow extends TermsRow {
  id: bigint;
  alert_id: bigint;
  price: bigint;
  at: bigint;
  change: number | null;
  seen: boolean;
}

export const TERMS = [
  'market_id',
  'symbol',
  'kind',
  'direction',
  'level',
  'percent',
  'window_s',
  'interval',
  'position_id',
];

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));

/** The table makes sure that a kind has what it needs. */
function termsOf(row: TermsRow): AlertTerms {
  const { symbol, kind, direction, level, percent, window_s: window, interval, position_id: positionId } = row;
  if (kind === 'cross' && level !== null) return { kind, symbol, direction, level };
  if (kind === 'change' && percent !== null && window !== null) return { kind, symbol, direction, percent, window };
  if (kind === 'close' && level !== null && interval !== null) return { kind, symbol, direction, level, interval };
  if (kind === 'liquidation' && percent !== null && positionId !== null) {
    return { kind, symbol, direction, percent, positionId };
  }
  throw new TypeError(`an alert of the kind ${kind} lacks what it waits for`);
}

export const toAlert = (row: AlertRow): AlertRecord => ({
  ...{ id: row.id, userId: row.user_id, marketId: row.market_id, terms: termsOf(row), pause: row.pause_s },
  ...{ expiresAt: toNumber(row.expires_at), createdAt: Number(row.created_at) },
  ...{ rings: row.rings, restsUntil: toNumber(row.rests_until) },
});

export const toStoredAlert = (row: StoredAlertRow): StoredAlert => ({
  ...toAlert(row),
  position: row.side === null ? null : { side: row.side, liquidationPrice: row.liquidation_price },
});

export const toRing = (row: RingRow): RingRecord => ({
  ...{ id: row.id, alertId: row.alert_id, marketId: row.market_id, terms: termsOf(row) },
  direction: row.direction === 'up' ? 'up' : 'down',
  ...{ price: row.price, at: Number(row.at), change: row.change, seen: row.seen },
});
