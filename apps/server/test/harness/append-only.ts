/** Rows of these are only ever added: a trigger refuses the rest even to the owner (rule L5). */
export const APPEND_ONLY_TABLES = [
  ...['transfers', 'ledger_entries', 'price_records', 'trades', 'operations', 'settlements', 'seasons', 'account_log'],
  ...['network_transactions', 'audit_log', 'audit_outcomes', 'market_keys', 'scenarios', 'market_ends'],
  ...['start_prices', 'datasets', 'dataset_series', 'dataset_packs'],
  ...['log_keys', 'log_definitions', 'log_kept', 'log_tiles'],
  ...['position_entries', 'funding_rounds', 'funding_payments', 'guesses'],
];
