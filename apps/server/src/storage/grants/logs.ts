import type { TableGrants } from '../grant-kinds.ts';

/** The logs of markets, and the keys that sign them. */
export const LOGS: Record<string, TableGrants> = {
  log_keys: {
    columns: { select: ['number', 'installation', 'public_key', 'made_at', 'rotation_note'] },
    why: 'Public keys of the logs, made at the first start and by the command line. One that could be changed would make other logs true.',
  },
  log_secret_keys: {
    columns: { none: ['number', 'seed'] },
    why: 'Whoever has it can sign another log: only the owner reads it, at the start.',
  },
  market_logs: {
    columns: {
      select: ['market_number', 'size', 'frontier', 'last_seq', 'last_time', 'checkpoint', 'checkpoint_size'],
    },
    why: 'Where the log of a market ends. Written by append_log, which refuses a second writer.',
  },
  log_entries: {
    columns: { select: ['market_number', 'index', 'hash', 'first_seq', 'last_seq', 'data'] },
    why: 'Prices of a second each. Added by append_log, which hashes them again, and moved by pack_log.',
  },
  log_definitions: {
    columns: { select: ['market_number', 'index', 'data'] },
    why: 'The entries that say what a market is. Written by append_log.',
  },
  log_bundles: {
    columns: { select: ['market_number', 'n', 'first_seq', 'last_seq', 'packed_at', 'data'] },
    why: 'Entries in less space, packed by pack_log; what no fill used is dropped by prune_log when it is old.',
  },
  log_kept: {
    columns: { select: ['market_number', 'index', 'first_seq', 'last_seq', 'data'] },
    why: 'What prune_log leaves of a bundle: each entry of it has the hash that it was logged with.',
  },
  log_tiles: {
    columns: { select: ['market_number', 'level', 'n', 'hashes', 'root'] },
    why: 'The hashes of a log. Written by pack_log, which makes them itself, and never changed.',
  },
};
