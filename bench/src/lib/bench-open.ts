/**
 * The ceiling of the opens: exactly the rows that the product writes for one, in one call with scalar
 * parameters and without any of its checks, by whoever may write them. Plans are made once per connection.
 */
export const BENCH_OPEN = `
  CREATE OR REPLACE FUNCTION bench_open(
    p_market text, p_seq bigint, p_symbol text, p_price bigint, p_time bigint, p_transfer bigint, p_id bigint,
    p_account bigint, p_version bigint, p_side text, p_margin bigint, p_leverage integer, p_notional bigint,
    p_liquidation bigint, p_at bigint, p_user bigint, p_key text, p_body_hash text, p_outcome text
  ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO price_records VALUES (p_market, p_seq, p_symbol, p_price, p_time) ON CONFLICT DO NOTHING;
    INSERT INTO transfers VALUES (p_transfer, p_market, 'open', p_id, p_at);
    INSERT INTO ledger_entries VALUES (p_transfer, p_account * 16, -p_margin), (p_transfer, p_account * 16 + 2, p_margin);
    UPDATE ledger_accounts SET balance = balance - p_margin WHERE id = p_account * 16;
    UPDATE ledger_accounts SET balance = balance + p_margin WHERE id = p_account * 16 + 2;
    UPDATE accounts SET version = p_version WHERE id = p_account;
    INSERT INTO positions VALUES (p_id, p_account, p_symbol, p_side, p_margin, p_leverage, p_notional, p_price,
      p_liquidation, NULL, NULL, 0, p_time, p_seq, p_time);
    INSERT INTO command_outcomes VALUES (p_user, 'openPosition', p_key, p_body_hash, p_outcome, p_at);
  END $$`;
