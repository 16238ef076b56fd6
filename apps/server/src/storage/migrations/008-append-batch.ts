import { sql, type Kysely } from 'kysely';

/**
 * `append_batch` of practice money: withdrawals, settlements, ended seasons and lines of the log beside
 * everything that trading changes. An account's season is one more than the last that ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP FUNCTION append_batch(price_records[], new_account[], transfers[], ledger_entries[], account_change[],
      positions[], positions[], bigint[], orders[], orders[], trades[], command_outcomes[]);
    CREATE TYPE new_withdrawal AS (
      id bigint, account_id bigint, user_id bigint, amount bigint, currency text, network text, address text,
      memo text, fee bigint, value bigint, price bigint, price_seq bigint, created_at bigint
    );

    CREATE FUNCTION append_batch(
      p_records price_records[], p_new_accounts new_account[], p_transfers transfers[], p_entries ledger_entries[],
      p_changes account_change[], p_opened positions[], p_changed positions[], p_closed bigint[],
      p_placed orders[], p_ended orders[], p_trades trades[],
      p_withdrawals new_withdrawal[], p_settlements settlements[], p_seasons seasons[], p_log account_log[],
      p_outcomes command_outcomes[]
    ) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE n bigint;
    BEGIN
      IF cardinality(p_records) > 0 THEN INSERT INTO price_records SELECT * FROM unnest(p_records) ON CONFLICT DO NOTHING; END IF;

      IF cardinality(p_new_accounts) > 0 THEN
        INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at, season_started_at)
        SELECT id, user_id, market_id, 0, 0, created_at, created_at FROM unnest(p_new_accounts);
        INSERT INTO ledger_accounts (id, market_id, account_id, book)
        SELECT a.id * 16 + place - 1, a.market_id, a.id, book
        FROM unnest(p_new_accounts) AS a,
             unnest(ARRAY['available', 'orders', 'margin', 'locked']) WITH ORDINALITY AS books (book, place);
      END IF;

      IF cardinality(p_transfers) + cardinality(p_entries) > 0 THEN
        PERFORM append_transfers(p_transfers, p_entries);
      END IF;

      IF cardinality(p_changes) > 0 THEN
        UPDATE accounts AS a SET version = c.version, realised_pnl = c.realised_pnl
        FROM unnest(p_changes) AS c WHERE a.id = c.id AND a.version < c.version;
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> cardinality(p_changes) THEN RAISE EXCEPTION '% account changes do not follow', cardinality(p_changes) - n; END IF;

        SELECT cardinality(p_changes) * 4 - count(*) INTO n
        FROM unnest(p_changes) AS c JOIN ledger_accounts AS l ON l.id >= c.id * 16 AND l.id <= c.id * 16 + 3
        WHERE l.balance = CASE l.id - c.id * 16
          WHEN 0 THEN c.available WHEN 1 THEN c.orders WHEN 2 THEN c.margin ELSE c.locked END;
        IF n > 0 THEN RAISE EXCEPTION 'L2: % balances differ from their entries', n; END IF;
      END IF;

      IF cardinality(p_opened) > 0 THEN INSERT INTO positions SELECT * FROM unnest(p_opened); END IF;
      IF cardinality(p_changed) > 0 THEN
        UPDATE positions AS p SET margin = c.margin, notional = c.notional, open_fee = c.open_fee,
          take_profit = c.take_profit, stop_loss = c.stop_loss
        FROM unnest(p_changed) AS c WHERE p.id = c.id AND p.account_id = c.account_id AND p.margin >= c.margin;
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> cardinality(p_changed) THEN RAISE EXCEPTION 'E3: % changed positions are not open', cardinality(p_changed) - n; END IF;
      END IF;
      IF cardinality(p_closed) > 0 THEN
        DELETE FROM positions WHERE id = ANY (p_closed);
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> cardinality(p_closed) THEN RAISE EXCEPTION 'E2: % closed positions are not open', cardinality(p_closed) - n; END IF;
      END IF;

      IF cardinality(p_placed) > 0 THEN INSERT INTO orders SELECT * FROM unnest(p_placed); END IF;
      IF cardinality(p_ended) > 0 THEN
        UPDATE orders AS o SET status = c.status
        FROM unnest(p_ended) AS c WHERE o.id = c.id AND o.account_id = c.account_id AND o.status = 'open';
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> cardinality(p_ended) THEN RAISE EXCEPTION 'E2: % ended orders are not open', cardinality(p_ended) - n; END IF;
      END IF;

      IF cardinality(p_trades) > 0 THEN INSERT INTO trades SELECT * FROM unnest(p_trades); END IF;
      IF cardinality(p_withdrawals) > 0 THEN
        INSERT INTO operations (id, account_id, user_id, type, amount, currency, network, address, memo, fee, value, price, price_seq, created_at)
        SELECT id, account_id, user_id, 'withdraw', amount, currency, network, address, memo, fee, value, price, price_seq, created_at
        FROM unnest(p_withdrawals);
      END IF;
      IF cardinality(p_settlements) > 0 THEN
        INSERT INTO settlements SELECT s.* FROM unnest(p_settlements) AS s JOIN operations AS o ON o.id = s.operation_id;
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> cardinality(p_settlements) THEN RAISE EXCEPTION 'P1: % settlements without an operation', cardinality(p_settlements) - n; END IF;
      END IF;
      IF cardinality(p_seasons) > 0 THEN
        INSERT INTO seasons SELECT * FROM unnest(p_seasons);
        UPDATE accounts AS a SET season = s.last + 1, season_started_at = s.ended_at
        FROM (SELECT account_id, min(number) AS first, max(number) AS last, count(*) AS ended, max(ended_at) AS ended_at
              FROM unnest(p_seasons) GROUP BY account_id) AS s
        WHERE a.id = s.account_id AND a.season = s.first AND s.last - s.first + 1 = s.ended;
        GET DIAGNOSTICS n = ROW_COUNT;
        IF n <> (SELECT count(DISTINCT account_id) FROM unnest(p_seasons)) THEN RAISE EXCEPTION 'ended seasons do not follow'; END IF;
      END IF;
      IF cardinality(p_log) > 0 THEN INSERT INTO account_log SELECT * FROM unnest(p_log); END IF;
      IF cardinality(p_outcomes) > 0 THEN INSERT INTO command_outcomes SELECT * FROM unnest(p_outcomes); END IF;
    END $$;
  `.execute(db);
}
