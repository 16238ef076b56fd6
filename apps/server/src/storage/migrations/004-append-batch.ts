import { sql, type Kysely } from 'kysely';

/**
 * `append_batch`: everything a batch changes, in one call, set by set. It trusts nobody: whatever does
 * not fit what is stored raises `raise_exception`, and nothing of the batch remains.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TYPE new_account AS (id bigint, user_id bigint, market_id text, created_at bigint);
    CREATE TYPE account_change AS (
      id bigint, version bigint, realised_pnl bigint,
      available bigint, orders bigint, margin bigint, locked bigint
    );

    CREATE FUNCTION append_transfers(p_transfers transfers[], p_entries ledger_entries[])
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE n bigint; wrong bigint;
    BEGIN
      SELECT count(*), count(*) FILTER (WHERE total <> 0 OR legs < 2) INTO n, wrong
      FROM (SELECT sum(amount) AS total, count(*) AS legs FROM unnest(p_entries) GROUP BY transfer_id) AS t;
      IF wrong > 0 THEN RAISE EXCEPTION 'L1: % transfers do not balance', wrong; END IF;
      IF n <> cardinality(p_transfers) THEN RAISE EXCEPTION 'L1: % transfers but entries of %', cardinality(p_transfers), n; END IF;

      INSERT INTO transfers SELECT * FROM unnest(p_transfers);
      INSERT INTO ledger_entries SELECT * FROM unnest(p_entries);

      -- Always in ascending order of id (rule L10).
      PERFORM FROM ledger_accounts
      WHERE id = ANY (ARRAY(SELECT ledger_account_id FROM unnest(p_entries)))
      ORDER BY id FOR NO KEY UPDATE;

      WITH deltas AS MATERIALIZED (
        SELECT ledger_account_id, sum(amount)::bigint AS amount FROM unnest(p_entries) GROUP BY 1 ORDER BY 1
      ), moved AS (
        UPDATE ledger_accounts AS l SET balance = l.balance + d.amount
        FROM deltas AS d WHERE l.id = d.ledger_account_id RETURNING 1
      )
      SELECT (SELECT count(*) FROM deltas) - (SELECT count(*) FROM moved) INTO wrong;
      IF wrong > 0 THEN RAISE EXCEPTION 'entries of % unknown ledger accounts', wrong; END IF;
    END $$;

    CREATE FUNCTION append_batch(
      p_records price_records[], p_new_accounts new_account[], p_transfers transfers[], p_entries ledger_entries[],
      p_changes account_change[], p_opened positions[], p_changed positions[], p_closed bigint[],
      p_placed orders[], p_ended orders[], p_trades trades[], p_outcomes command_outcomes[]
    ) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE n bigint;
    BEGIN
      IF cardinality(p_records) > 0 THEN INSERT INTO price_records SELECT * FROM unnest(p_records) ON CONFLICT DO NOTHING; END IF;

      IF cardinality(p_new_accounts) > 0 THEN
        INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at)
        SELECT id, user_id, market_id, 0, 0, created_at FROM unnest(p_new_accounts);
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
      IF cardinality(p_outcomes) > 0 THEN INSERT INTO command_outcomes SELECT * FROM unnest(p_outcomes); END IF;
    END $$;
  `.execute(db);
}
