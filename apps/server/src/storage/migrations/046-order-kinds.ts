import { sql, type Kysely } from 'kysely';

/** Stop and trailing orders, reduce-only ones, OCO pairs, expiry, and trailing stops of positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trailing = `
      ADD COLUMN trail_unit text CHECK (trail_unit IN ('percent', 'price')),
      ADD COLUMN trail_value bigint CHECK (trail_value > 0),
      ADD COLUMN peak_price bigint CHECK (peak_price > 0),
      -- null where the price is known from a candle alone.
      ADD COLUMN peak_seq bigint,
      ADD COLUMN peak_time bigint,
      ADD CONSTRAINT trailing_together CHECK (num_nulls(trail_unit, trail_value, peak_price, peak_time) IN (0, 4)
        AND (peak_seq IS NULL OR peak_price IS NOT NULL))`;
  await sql
    .raw(`
    ALTER TABLE positions ${trailing};

    ALTER TABLE orders ${trailing},
      ADD COLUMN kind text NOT NULL DEFAULT 'limit' CHECK (kind IN ('limit', 'stopMarket', 'stopLimit', 'trailingStop')),
      ADD COLUMN stop_price bigint CHECK (stop_price > 0),
      ADD COLUMN activated_at bigint,
      -- Of the position that it opens.
      ADD COLUMN then_trail_unit text CHECK (then_trail_unit IN ('percent', 'price')),
      ADD COLUMN then_trail_value bigint CHECK (then_trail_value > 0),
      ADD COLUMN expires_at bigint,
      ADD COLUMN paired_with bigint,
      ADD COLUMN reduces bigint,
      ADD COLUMN portion bigint CHECK (portion BETWEEN 1 AND 10000),
      ALTER COLUMN limit_price DROP NOT NULL,
      DROP CONSTRAINT orders_margin_check,
      DROP CONSTRAINT orders_check,
      DROP CONSTRAINT orders_status_check,
      ADD CONSTRAINT order_status CHECK (status IN ('open', 'filled', 'cancelled', 'expired')),
      -- The other of an OCO pair may be the one that has set the money aside.
      ADD CONSTRAINT margin_set_aside CHECK (CASE WHEN reduces IS NULL
        THEN margin > 0 AND (reserved >= margin OR paired_with IS NOT NULL AND reserved = 0)
        ELSE margin = 0 AND reserved = 0 END),
      ADD CONSTRAINT portion_of_a_position CHECK (num_nulls(reduces, portion) IN (0, 2)),
      ADD CONSTRAINT then_trail_together CHECK (num_nulls(then_trail_unit, then_trail_value) IN (0, 2)),
      ADD CONSTRAINT prices_of_its_kind CHECK (CASE kind
        WHEN 'limit' THEN limit_price IS NOT NULL AND stop_price IS NULL AND trail_unit IS NULL
        WHEN 'stopMarket' THEN limit_price IS NULL AND stop_price IS NOT NULL AND trail_unit IS NULL
        WHEN 'stopLimit' THEN limit_price IS NOT NULL AND stop_price IS NOT NULL AND trail_unit IS NULL
        ELSE limit_price IS NULL AND stop_price IS NULL AND trail_unit IS NOT NULL END),
      ADD CONSTRAINT activated_stop_limit CHECK (activated_at IS NULL OR kind = 'stopLimit');

    ALTER TABLE trades ${trailing},
      ADD COLUMN order_id bigint,
      DROP CONSTRAINT trades_reason_check,
      ADD CONSTRAINT trade_reason CHECK (reason IN ('user', 'takeProfit', 'stopLoss', 'trailingStop', 'order', 'liquidation', 'marketEnd')),
      ADD CONSTRAINT closed_by_its_order CHECK ((reason = 'order') = (order_id IS NOT NULL)),
      ADD CONSTRAINT closed_by_its_trailing_stop CHECK (reason <> 'trailingStop' OR trail_unit IS NOT NULL);
  `)
    .execute(db);
}
