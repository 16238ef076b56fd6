/**
 * The ceiling of credited deposits: exactly the rows that the product writes for one, in one call with
 * scalar parameters and without any of its checks, by whoever may write them.
 */
export const BENCH_CREDIT = `
  CREATE OR REPLACE FUNCTION bench_credit(
    p_operation bigint, p_account bigint, p_user bigint, p_version bigint, p_transfer bigint, p_book bigint,
    p_value bigint, p_body_hash text, p_outcome text, p_at bigint
  ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO transfers VALUES (p_transfer, 'main', 'deposit', p_operation, p_at);
    INSERT INTO ledger_entries VALUES (p_transfer, p_account * 16, p_value), (p_transfer, p_book, -p_value);
    UPDATE ledger_accounts SET balance = balance + p_value WHERE id = p_account * 16;
    UPDATE ledger_accounts SET balance = balance - p_value WHERE id = p_book;
    UPDATE accounts SET version = p_version WHERE id = p_account;
    INSERT INTO settlements (operation_id, value, transfer_id, at) VALUES (p_operation, p_value, p_transfer, p_at);
    INSERT INTO command_outcomes VALUES (p_user, 'settleOperation', p_operation::text, p_body_hash, p_outcome, p_at);
  END $$`;
