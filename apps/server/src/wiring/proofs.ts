import { PublicLogs } from '../proofs/public-logs.ts';
import { TradeProofs } from '../proofs/trade-proofs.ts';
import type { createPool } from '../storage/connection.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import type { LogKeyring } from './log-keys.ts';

/** What everybody reads of the logs, and what proves a trade. */
export function openProofs(pool: ReturnType<typeof createPool>, logKeys: LogKeyring) {
  const reader = new PgLogReader(pool);
  return { logs: new PublicLogs(reader), logKeys, proofs: new TradeProofs(reader, logKeys) };
}
