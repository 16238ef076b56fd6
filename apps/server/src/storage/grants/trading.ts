import type { TableGrants } from '../grant-kinds.ts';

/** Accounts, the ledger and what is decided in markets. */
export const TRADING: Record<string, TableGrants> = {
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
};
