import * as z from 'zod';
import { StorageError } from '../errors.ts';

/**
 * The archive is gzipped text: a line of JSON that says what it is; for every table a line of JSON and
 * its rows in PostgreSQL's own text form, closed by a line "\."; at the end a line of JSON with the
 * number of rows of every table, which a cut-off archive lacks.
 */
export const header = z.strictObject({
  format: z.literal('plecho-backup'),
  version: z.literal(1),
  /** Name of the newest migration. */
  migration: z.string(),
  /** Wall clock, ISO. */
  createdAt: z.string(),
});
export type Header = z.infer<typeof header>;

export const tableStart = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
export const trailer = z.strictObject({ rows: z.record(z.string(), z.int()) });

export const END_OF_TABLE = '\\.';

/** In an order in which every row finds what it refers to; not what names this database and the processes on it. */
export const TABLES = [
  ...['users', 'sessions', 'throttle_windows', 'login_doors', 'known_devices'],
  ...['markets', 'recordings', 'klines', 'candle_series', 'candles', 'candle_packs'],
  ...['datasets', 'dataset_series', 'dataset_packs', 'replay_sessions', 'scenarios', 'start_prices'],
  ...['market_ends', 'market_halts', 'halted_times'],
  ...['accounts', 'ledger_accounts', 'transfers', 'ledger_entries', 'price_records'],
  ...['positions', 'orders', 'trades', 'command_outcomes'],
  ...['position_entries', 'funding_rounds', 'funding_payments'],
  ...['operations', 'settlements', 'pending_operations', 'bank_steps', 'seasons', 'account_log'],
  ...['alerts', 'alert_rings'],
  ...['network_addresses', 'network_transactions', 'network_mempool', 'network_balances'],
  ...['operator_secret', 'audit_log', 'audit_outcomes'],
  ...['market_keys', 'log_keys', 'log_secret_keys'],
  ...['market_logs', 'log_entries', 'log_definitions', 'log_bundles', 'log_kept', 'log_tiles'],
  ...['trade_notes', 'trade_tags'],
  'guesses',
  ...['personas', 'classes', 'class_members', 'drills'],
  'lesson_progress',
];
/** Tables that older backups have; what is in them is loaded before the schema is brought up to date. */
export const FORMER_TABLES = ['known_addresses'];

const NEWLINE = 10;

/** Splits bytes into lines at "\n" alone: a person's text may hold any other kind of line break. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end);
      yield rest.length === 0 ? line : Buffer.concat([rest, line]);
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
  }
  if (rest.length > 0) throw new StorageError('the backup is cut off');
}

/** Reads one line of JSON. @throws StorageError when it is something else */
export function parseLine<T>(schema: z.ZodType<T>, line: Buffer): T {
  try {
    return schema.parse(JSON.parse(line.toString()));
  } catch (error) {
    throw new StorageError('the file is not a backup of this program, or it is damaged', { cause: error });
  }
}
