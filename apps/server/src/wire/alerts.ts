import type { Alert, AlertsData, Ring } from '@plecho/contract';
import { formatDecimal, formatPrice } from '@plecho/domain';
import type { Alerts } from '../alerts/alerts.ts';
import type { AlertRecord, AlertTerms, Labelled, RingRecord } from '../alerts/ports.ts';

/** Rings that the stream tells of. */
const NEWEST = 20;

const toPercent = (hundredths: number): string => formatDecimal(BigInt(hundredths), 2);
const toSeconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

function toWireTerms({ marketId, label, terms }: Labelled<{ marketId: string; terms: AlertTerms }>) {
  const { kind, symbol, direction } = terms;
  return {
    ...{ market: marketId, label, kind, symbol, direction },
    level: 'level' in terms ? formatPrice(terms.level) : null,
    percent: 'percent' in terms ? toPercent(terms.percent) : null,
    window: 'window' in terms ? terms.window : null,
    interval: 'interval' in terms ? terms.interval : null,
    position: 'positionId' in terms ? terms.positionId.toString() : null,
  };
}

export function toWireAlert(alert: Labelled<AlertRecord>): Alert {
  const { id, pause, expiresAt, createdAt, rings, restsUntil } = alert;
  return {
    id: id.toString(),
    ...toWireTerms(alert),
    pause,
    expiresAt: toSeconds(expiresAt),
    createdAt: Math.floor(createdAt / 1000),
    rings,
    restsUntil: toSeconds(restsUntil),
  };
}

export function toWireRing(ring: Labelled<RingRecord>): Ring {
  const { id, alertId, direction, price, at, change, seen } = ring;
  return {
    id: id.toString(),
    alert: alertId.toString(),
    ...toWireTerms(ring),
    direction,
    price: formatPrice(price),
    at,
    change: change === null ? null : toPercent(change),
    seen,
  };
}

/** The rings of one person, as the stream tells them. */
export interface AlertsView {
  read(userId: bigint): Promise<AlertsData>;
}

export const createAlertsView = (alerts: Pick<Alerts, 'rings' | 'counts'>): AlertsView => ({
  async read(userId) {
    const [rings, counts] = await Promise.all([alerts.rings(userId, null, NEWEST), alerts.counts(userId)]);
    return { rings: rings.map(toWireRing), ...counts };
  },
});
