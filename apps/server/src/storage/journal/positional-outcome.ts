/** Columns in the order in which version 1 wrote their values. They stay as they were then, whatever comes to the tables. */
const COLUMNS: Readonly<Record<string, string>> = {
  position:
    'id account_id symbol side margin leverage notional entry_price liquidation_price take_profit stop_loss open_fee ' +
    'opened_at entry_seq entry_time',
  order: 'id account_id symbol side margin leverage limit_price take_profit stop_loss reserved status created_at',
  trade:
    'id position_id account_id symbol side margin leverage notional entry_price exit_price liquidation_price ' +
    'take_profit stop_loss fee pnl insurance reason opened_at closed_at entry_seq entry_time exit_seq exit_time ' +
    'best_price worst_price path season_end',
};

/**
 * A row as version 1 kept it, `type|value|value…` with nothing for null, with the names that version 2 has.
 * Nobody writes it any more, but a key is answered for days after it was used.
 */
export function nameValues(text: string): string {
  const [type = '', ...values] = text.split('|');
  const names = COLUMNS[type]?.split(' ') ?? [];
  return [type, ...values.flatMap((value, n) => (value === '' ? [] : [`${names[n]}=${value}`]))].join('|');
}
