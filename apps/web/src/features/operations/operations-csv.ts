import type { Operation } from '@plecho/contract';
import { csvRow } from '@/lib/csv.ts';

const time = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString());

const COLUMNS: readonly [header: string, value: (operation: Operation) => string | number][] = [
  ['id', (o) => o.id],
  ['code', (o) => o.code],
  ['market', (o) => o.market],
  ['type', (o) => o.type],
  ['status', (o) => o.status],
  ['amount', (o) => o.amount],
  ['currency', (o) => o.currency],
  ['network', (o) => o.network ?? ''],
  ['address', (o) => o.address ?? ''],
  ['memo', (o) => o.memo ?? ''],
  ['tx_hash', (o) => o.txHash ?? ''],
  ['confirmations', (o) => o.confirmations],
  ['fee', (o) => o.fee],
  ['value_usdt', (o) => o.value ?? ''],
  ['price_usdt', (o) => o.price ?? ''],
  ['card', (o) => o.card ?? ''],
  ['failure', (o) => o.failure ?? ''],
  ['created_at', (o) => time(o.createdAt)],
  ['settled_at', (o) => time(o.settledAt)],
];

export const csvHeader = (): string => csvRow(COLUMNS.map(([header]) => header));

/** One line of CSV, decimals as the API gives them (with a dot). */
export const csvLine = (operation: Operation): string => csvRow(COLUMNS.map(([, value]) => value(operation)));
