import type { TableGrants } from './grant-kinds.ts';

/**
 * What the application's role may do, by table and column (rule S12). Everything that is not here is
 * refused: a new table or column does nothing for requests before it has its line.
 */
export const TABLES: Record<string, TableGrants> = {
  users: {
    columns: {
      select: ['id', 'role', 'guest_ended_at'],
      'select insert': ['phone', 'first_name', 'last_name', 'created_at'],
      'select insert update': ['password_hash'],
      'select update': ['block_reason', 'guest_leaves_open'],
    },
    why: 'People register, at once or as guests; change their password, are blocked and unblocked. The role comes from the command line alone, and a guest is given a phone by register_guest and ended by end_guest.',
  },
  sessions: {
    columns: {
      select: ['id'],
      'select insert': ['user_id', 'user_agent', 'created_at'],
      'select insert update': ['token_hash', 'last_seen_at'],
      'select update': ['operator_since', 'operator_seen_at'],
    },
    delete: true,
    why: 'A session is made, used, stepped up to the operator area, and ended; whose it is never changes.',
  },
  throttle_windows: {
    columns: { 'select insert': ['key'], 'select insert update': ['attempts', 'ends_at'] },
    delete: true,
    why: 'Attempts are counted and forgotten.',
  },
  known_devices: {
    columns: { 'select insert': ['user_id'], 'select insert update': ['token_hash', 'seen_at'] },
    delete: true,
    why: 'Browsers that somebody signed in with are remembered and forgotten.',
  },

  markets: {
    columns: {
      select: [
        ...['id', 'number', 'kind', 'title', 'label', 'start_at', 'taker_fee', 'maintenance', 'stale_after_ms'],
        ...['max_jump', 'jump_confirm_ms', 'start_balance', 'parameters', 'created_at', 'withdrawn', 'owner_id'],
        ...['maker_fee', 'funding_hours', 'funding_cap', 'class_rules'],
      ],
      'select update': ['ended'],
    },
    why: 'Markets are made at the first start, by the command line, and as replays by publish_replay. In a running server they can only end.',
  },
  market_keys: {
    columns: { none: ['market_id', 'last_key'] },
    why: 'All prices of days to come follow from the last key: only the owner reads it, at the start.',
  },
  scenarios: {
    columns: { select: ['market_id', 'recipe', 'salt', 'blind', 'end_at'] },
    why: 'Published by publish_scenario together with the market, and read; a recipe never changes.',
  },
  start_prices: {
    columns: { 'select insert': ['market_id', 'symbol', 'price'] },
    why: 'What a pair cost in the base of a scenario at its start is written once and read at every start; it never changes.',
  },
  market_ends: {
    columns: { 'select insert': ['market_id'], insert: ['at'] },
    why: 'Operators ask for the end of a market.',
  },
  installation: {
    columns: { select: ['id'], none: ['only_one'] },
    why: 'Names this database among those that share a NATS; made with the table, and anew where a backup is restored.',
  },
  processes: {
    columns: {
      'select insert': ['id', 'roles', 'host', 'pid', 'version'],
      select: ['started_at'],
      'select insert update': ['seen_at', 'loop_p99_ms', 'memory_bytes', 'streams'],
    },
    delete: true,
    why: 'Each process says every two seconds that it is there and how it is; one that has left is forgotten.',
  },
  market_owners: {
    columns: {
      'select insert': ['market_id'],
      'select insert update': ['process_id', 'backend_pid', 'term', 'seen_at'],
    },
    why: 'Which process has a market, and on which connection. The lock decides; a term only grows.',
  },
  recordings: {
    columns: { select: ['id', 'market_id', 'symbol', 'price_decimals'] },
    why: 'What replays of before there were datasets play. None is added any more.',
  },
  klines: {
    columns: { select: ['recording_id', 'time', 'open', 'high', 'low', 'close', 'volume'] },
    why: 'The prices of replays: whoever could change them could choose who wins.',
  },
  datasets: {
    columns: { 'select insert': ['id', 'story', 'provenance', 'sha256', 'created_at'] },
    why: 'Recordings are brought in by operators and the command line. What is there never changes.',
  },
  dataset_series: {
    columns: {
      select: ['id'],
      'select insert': ['dataset_id', 'symbol', 'price_decimals', 'first', 'last', 'minutes'],
    },
    why: 'Written with its recording; a trigger lets nothing be added to one that is there.',
  },
  dataset_packs: {
    columns: { 'select insert': ['series_id', 'day', 'candles'] },
    why: 'Written with its recording; a trigger lets nothing be added to one that is there.',
  },
  replay_sessions: {
    columns: {
      'select insert': ['market_id', 'user_id', 'dataset_id', 'symbols', 'start_at', 'masked', 'created_at'],
      'select insert update': ['playhead', 'path_step', 'speed'],
      'select update': ['owner', 'term', 'taken_at'],
    },
    why: 'A personal replay is started, where it stands goes on, and one process after another has it.',
  },
  candle_series: {
    columns: { select: ['id'], 'select insert': ['market_id', 'symbol', 'interval'] },
    why: 'A series begins with its first candle.',
  },
  candles: {
    columns: {
      'select insert': ['series_id', 'time'],
      'select insert update': ['open', 'high', 'low', 'close', 'volume'],
    },
    delete: true,
    why: 'Candles are drawn from prices, drawn again while the newest grows, and dropped when old. Nothing is filled by them.',
  },
  candle_packs: {
    columns: { 'select insert': ['series_id', 'day'], 'select insert update': ['oldest', 'newest', 'candles'] },
    delete: true,
    why: 'The same candles in less space, once their hour is over.',
  },

  accounts: {
    columns: {
      select: [
        ...['id', 'user_id', 'market_id', 'version', 'realised_pnl', 'season', 'season_started_at'],
        ...['attempt_day', 'attempt_day_result', 'attempt_passed_at', 'attempt_ended_at'],
      ],
      none: ['created_at'],
    },
    why: 'Written by append_batch.',
  },
  ledger_accounts: {
    columns: { select: ['id', 'market_id', 'account_id', 'book', 'balance'], none: ['asset'] },
    why: 'Balances are added up by append_batch and by nobody else.',
  },
  transfers: {
    columns: { select: ['id', 'market_id', 'kind', 'subject_id'], none: ['at'] },
    why: 'Written by append_batch; read by the check that runs beside trading.',
  },
  ledger_entries: {
    columns: { select: ['transfer_id', 'ledger_account_id', 'amount'] },
    why: 'Written by append_batch, which refuses what does not sum to zero.',
  },
  price_records: {
    columns: { select: ['market_id', 'seq', 'symbol', 'price', 'time'] },
    why: 'Written by append_batch.',
  },
  positions: {
    columns: {
      select: [
        ...['id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'notional', 'entry_price'],
        ...['liquidation_price', 'take_profit', 'stop_loss', 'initial_stop_loss', 'open_fee', 'opened_at'],
        ...['entry_seq', 'entry_time'],
        ...['first_price', 'added', 'maker', 'funding', 'funded_at'],
        ...['trail_unit', 'trail_value', 'peak_price', 'peak_seq', 'peak_time'],
      ],
    },
    why: 'Written by append_batch.',
  },
  orders: {
    columns: {
      select: [
        ...['id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'limit_price', 'take_profit', 'stop_loss'],
        ...['reserved', 'status', 'created_at', 'kind', 'stop_price', 'trail_unit', 'trail_value', 'peak_price'],
        ...['peak_seq', 'peak_time', 'activated_at', 'then_trail_unit', 'then_trail_value', 'expires_at'],
        ...['paired_with', 'reduces', 'portion', 'maker'],
      ],
    },
    why: 'Written by append_batch.',
  },
  trades: {
    columns: {
      select: [
        ...['id', 'position_id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'notional', 'entry_price'],
        ...[
          'exit_price',
          'liquidation_price',
          'take_profit',
          'stop_loss',
          'initial_stop_loss',
          'fee',
          'pnl',
          'insurance',
          'reason',
        ],
        ...['opened_at', 'closed_at', 'entry_seq', 'entry_time', 'exit_seq', 'exit_time'],
        ...['best_price', 'worst_price', 'path', 'season_end', 'trail_unit', 'trail_value', 'peak_price', 'peak_seq'],
        ...['peak_time', 'order_id', 'first_price', 'added', 'maker', 'funding'],
      ],
    },
    why: 'Written by append_batch.',
  },
  position_entries: {
    columns: { select: ['position_id', 'n', 'margin'], none: ['held', 'seq', 'price', 'time', 'added_at'] },
    why: 'Written by append_batch; what was added after a part was closed is read for the proof of that part.',
  },
  funding_rounds: {
    columns: { select: ['market_id', 'symbol', 'at', 'seq', 'price', 'time', 'average', 'minutes', 'rate'] },
    why: 'Written by append_batch, once for each pair and hour.',
  },
  funding_payments: {
    columns: {
      select: [
        ...['id', 'account_id', 'position_id', 'symbol', 'side', 'amount', 'waived', 'rate', 'seq', 'price', 'time'],
        'at',
      ],
    },
    why: 'Written by append_batch, once for each position and round.',
  },
  command_outcomes: {
    columns: { 'select insert': ['user_id', 'operation', 'key', 'body_hash', 'outcome'], insert: ['at'] },
    why: 'An answer is frozen with its effect. Old ones are forgotten by forget_outcomes: one that could be changed or dropped would have its effect twice.',
  },
  seasons: {
    columns: {
      select: ['account_id', 'number', 'started_at', 'ended_at', 'ended_id', 'end_balance', 'realised_pnl'],
    },
    why: 'Written by append_batch.',
  },

  operations: {
    columns: {
      'select insert': [
        ...['id', 'account_id', 'user_id', 'type', 'amount', 'currency', 'network', 'address', 'tx_hash', 'card'],
        ...['created_at'],
      ],
      select: ['code', 'memo', 'fee', 'value', 'price'],
      none: ['price_seq'],
    },
    why: 'Deposits and card top-ups are asked for by a row. A withdrawal locks money, so append_batch writes it.',
  },
  settlements: {
    columns: { select: ['operation_id', 'failure', 'value', 'price', 'transfer_id', 'at'], none: ['price_seq'] },
    why: 'How an operation ended is written by append_batch together with the money.',
  },
  pending_operations: {
    columns: { select: ['operation_id', 'user_id', 'type'] },
    why: 'Kept by triggers of operations and settlements.',
  },
  bank_steps: {
    columns: {
      'select insert': ['operation_id', 'code', 'expires_at'],
      'select insert update': ['attempts_left'],
      'select update': ['verdict'],
    },
    why: 'The simulated bank asks for a code, counts the attempts and comes to a verdict.',
  },
  account_log: {
    columns: {
      'select insert': ['id', 'user_id', 'at', 'kind', 'operator_id', 'reason'],
      select: ['market_id', 'amount'],
      none: ['transfer_id'],
    },
    why: 'Lines are added. Those about money are written by append_batch together with it.',
  },

  network_addresses: {
    columns: { 'select insert': ['address', 'owner', 'user_id', 'network', 'asset'] },
    why: 'Addresses are given out and stay.',
  },
  network_transactions: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['hash', 'network', 'asset', 'from_address', 'to_address', 'amount', 'fee', 'memo', 'submitted_at'],
        ...['block_height', 'origin'],
      ],
    },
    why: 'Transactions of the practice network are added.',
  },
  network_mempool: {
    columns: {
      'select insert': ['transaction_id', 'network', 'block_height'],
      'select insert update': ['to_address'],
    },
    delete: true,
    why: 'Transactions wait here for their block. Nothing is updated: PostgreSQL wants the right to update some column from whoever locks rows, and who is paid is read from the transaction.',
  },
  network_balances: {
    columns: { 'select insert': ['address', 'network', 'asset'], 'select insert update': ['balance'] },
    why: 'Practice coins; `ledger check` compares them with the transactions.',
  },

  operator_secret: {
    columns: { select: ['hash'], none: ['only_one', 'set_at'] },
    why: 'Compared at the step-up; set by the command line alone.',
  },
  audit_log: {
    columns: {
      select: ['id'],
      'select insert': ['at', 'operator_id', 'session_id', 'action', 'target_id', 'details'],
    },
    why: 'Calls of the operator area are added.',
  },
  audit_outcomes: {
    columns: { 'select insert': ['audit_id', 'status'], insert: ['at'] },
    why: 'How they were answered.',
  },

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

  trade_notes: {
    columns: { none: ['user_id', 'account_id', 'trade_id', 'text', 'tags', 'version', 'changed_at'] },
    why: 'What people wrote for themselves alone: keep_trade_note writes it, and trade_notes_of gives it to its owner (rule S13).',
  },
  trade_tags: {
    columns: { none: ['user_id', 'number', 'tag'] },
    why: 'Each person’s own list of tags, for that person alone (rule S13).',
  },
  guesses: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['user_id', 'at', 'market_id', 'symbol', 'side', 'leverage', 'margin', 'entry_price', 'guessed_liquidation'],
        ...['liquidation', 'liquidation_error', 'guessed_loss', 'loss', 'loss_error'],
      ],
    },
    why: 'What people guessed before they saw it is added and never changed.',
  },
  personas: {
    columns: { 'select insert': ['user_id'], 'select insert update': ['animal', 'colour', 'listed', 'changed_at'] },
    why: 'People choose how they appear to each other, and whether they do beyond their classes.',
  },
  classes: {
    columns: {
      'select insert': ['id', 'word', 'number', 'code', 'market_id', 'made_by', 'created_at'],
      'select update': ['ended_at'],
    },
    why: 'Operators make classes and end them; nothing else of a class changes.',
  },
  class_members: {
    columns: { 'select insert': ['class_id', 'user_id', 'joined_at'], 'select update': ['left_at'] },
    why: 'People join classes and leave them.',
  },
  drills: {
    columns: {
      'select insert': [
        ...['market_id', 'class_id', 'dataset_id', 'symbols', 'start_at', 'minutes', 'masked', 'created_at'],
      ],
      'select insert update': ['playhead', 'path_step', 'speed'],
      'select update': ['state', 'plays_at', 'version'],
    },
    why: 'Operators make drills for classes and play them; what is played never changes, and where it stands goes on.',
  },
  lesson_progress: {
    columns: {
      'select insert': ['user_id', 'lesson'],
      'select insert update': ['market_id', 'started_at', 'done_at'],
    },
    why: 'A lesson is begun, begun again in another replay, and done.',
  },
  alerts: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['user_id', 'market_id', 'symbol', 'kind', 'level', 'percent', 'window_s', 'interval', 'position_id'],
        ...['pause_s', 'expires_at', 'created_at'],
      ],
      'select insert update': ['direction'],
      'select update': ['rings', 'rests_until'],
    },
    delete: true,
    why: 'People set and remove alerts. One that has rung counts on, or is gone.',
  },
  alert_rings: {
    columns: {
      select: ['id'],
      'select insert': [
        ...['alert_id', 'n', 'user_id', 'market_id', 'symbol', 'kind', 'direction', 'level', 'percent', 'window_s'],
        ...['interval', 'position_id', 'price', 'at', 'change'],
      ],
      'select update': ['seen'],
    },
    delete: true,
    why: 'What alerts have rung is added, looked at, and forgotten when there is too much of it.',
  },

  kysely_migration: { columns: { none: ['name', 'timestamp'] }, why: 'Of the migrations.' },
  kysely_migration_lock: { columns: { none: ['id', 'is_locked'] }, why: 'Of the migrations.' },
};
