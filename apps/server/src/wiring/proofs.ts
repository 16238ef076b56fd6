import { TradePaths } from '../paths/trade-paths.ts';
import { PublicLogs } from '../proofs/public-logs.ts';
import { TradeProofs } from '../proofs/trade-proofs.ts';
import type { createPool } from '../storage/connection.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import type { LogKeyring } from './log-keys.ts';

/** What everybody reads of the logs, what proves a trade, and what its prices were on the way. */
export function openProofs(pool: ReturnType<typeof createPool>, logKeys: LogKeyring) {
  const reader = new PgLogReader(pool);
  const [logs, proofs] = [new PublicLogs(reader), new TradeProofs(reader, logKeys)];
  return { logs, logKeys, proofs, paths: new TradePaths(reader) };
}
