import type { Trade } from '@plecho/contract';
import { csvRow } from '@/lib/csv.ts';

const COLUMNS: readonly [header: string, value: (trade: Trade) => string | number][] = [
  ['id', (t) => t.id],
  ['market', (t) => t.market],
  ['market_label', (t) => t.label],
  ['symbol', (t) => t.symbol],
  ['type', (t) => t.type],
  ['leverage', (t) => t.leverage],
  ['margin_usdt', (t) => t.amount],
  ['size_usdt', (t) => t.size],
  ['entry_price', (t) => t.entryPrice],
  ['exit_price', (t) => t.exitPrice],
  ['pnl_usdt', (t) => t.pnl],
  ['pnl_percent', (t) => t.pnlPercent],
  ['fee_usdt', (t) => t.fee],
  ['insurance_usdt', (t) => t.insurance],
  ['reason', (t) => t.reason],
  ['opened_at', (t) => new Date(t.openTime * 1000).toISOString()],
  ['closed_at', (t) => new Date(t.closeTime * 1000).toISOString()],
  ['entry_record', (t) => t.entryRecord.seq],
  ['exit_record', (t) => t.exitRecord.seq],
];

export const csvHeader = (): string => csvRow(COLUMNS.map(([header]) => header));

/** One line of CSV, decimals as the API gives them (with a dot). */
export const csvLine = (trade: Trade): string => csvRow(COLUMNS.map(([, value]) => value(trade)));
