import { sql, type Kysely } from 'kysely';

/** Base assets of the pairs that the product knows as of this migration. */
const LISTED = [
  'BTC ETH SOL XRP BNB DOGE ADA SUI LINK AVAX TRX LTC BCH DOT PEPE NEAR UNI AAVE APT ICP ETC XLM HBAR FIL ATOM ARB',
  'OP INJ TIA SEI SHIB WIF BONK FLOKI ENA TAO RENDER FET WLD ONDO JUP PYTH STX IMX GRT ALGO VET SAND MANA AXS GALA',
  'THETA EOS XTZ FLOW CHZ CRV SNX COMP LDO RUNE DYDX GMX SUSHI 1INCH ZEC DASH ZIL KSM QTUM NEO IOTA EGLD KAVA ROSE',
  'MINA CFX ENJ BAT ZRX ANKR SKL CELO ONE HOT JASMY MASK API3 BLUR MEME ORDI DYM STRK ZRO EIGEN ETHFI PENDLE CAKE',
  'TON POL',
];
/** A pair that was named by whoever ran the server before there was a list has a number instead. */
const SYMBOL = `(${LISTED.join(' ').replaceAll(' ', '|')}|HIDDEN[0-9]{1,4})USDT`;

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря';
const DATE = `[0-9]{1,2} (${MONTHS.replaceAll(' ', '|')})`;
const DATES = `([0-9]{1,2}–)?${DATE} [0-9]{4}|${DATE}( [0-9]{4})? – ${DATE} [0-9]{4}`;
const REPLAY = `^Повтор: ${SYMBOL}( и ещё [0-9]{1,2})?, (${DATES})$`;

/** Tables that name a symbol. */
const SYMBOLS_IN = ['recordings', 'candle_series', 'price_records', 'positions', 'orders', 'trades'];
/** Those of them, and others, whose rows nobody changes but this. */
const GUARDED = ['markets', 'price_records', 'trades'];

const forAll = (tables: string[], statement: (table: string) => string): string =>
  tables.map((table) => `${statement(table)};`).join('\n    ');

/**
 * Nothing that whoever runs the server typed is shown (rule M1): names of markets, symbols and parameters
 * have forms that the database holds, and a replay can be withdrawn. What is there already gets names of
 * those forms; replays of pairs that nobody knows are withdrawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    ALTER TABLE markets ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;

    CREATE TEMPORARY TABLE hidden ON COMMIT DROP AS
      SELECT symbol, 'HIDDEN' || row_number() OVER (ORDER BY symbol) || 'USDT' AS name
      FROM (SELECT DISTINCT symbol FROM recordings WHERE symbol !~ '^${SYMBOL}$') AS unlisted;

    ${forAll(GUARDED, (table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`)}
    UPDATE markets SET withdrawn = true
      WHERE id IN (SELECT market_id FROM recordings JOIN hidden USING (symbol));
    ${forAll(SYMBOLS_IN, (table) => `UPDATE ${table} AS t SET symbol = h.name FROM hidden AS h WHERE t.symbol = h.symbol`)}
    DO $$
    DECLARE h record;
    BEGIN
      FOR h IN SELECT * FROM hidden LOOP
        UPDATE command_outcomes SET outcome = regexp_replace(outcome, '\m' || h.symbol || '\M', h.name, 'g')
        WHERE outcome ~ ('\m' || h.symbol || '\M');
      END LOOP;
    END $$;
    UPDATE markets AS m SET
      label = 'Повтор: ' || r.pairs || to_char(r.day, ', FMDD ') ||
        (string_to_array('${MONTHS}', ' '))[extract(month FROM r.day)] || to_char(r.day, ' YYYY'),
      parameters = jsonb_build_object('sha256', '[]'::jsonb, 'provenance', 'unverified', 'speed', m.parameters -> 'speed',
        'from', to_char(r.day, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
      FROM (
        SELECT o.id, to_timestamp(o.start_at) AT TIME ZONE 'UTC' AS day,
          min(symbol) || CASE count(*) WHEN 1 THEN '' ELSE ' и ещё ' || count(*) - 1 END AS pairs
        FROM markets AS o JOIN recordings ON market_id = o.id GROUP BY o.id
      ) AS r
      WHERE m.id = r.id AND m.kind = 'replay';
    UPDATE markets SET label = 'Синтетический рынок' WHERE kind = 'synthetic';
    UPDATE markets SET title = label;
    ${forAll(GUARDED, (table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`)}

    CREATE FUNCTION is_market_name(kind text, name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE kind
        WHEN 'synthetic' THEN name = 'Синтетический рынок'
        WHEN 'exchange' THEN name = 'Биржа: Binance'
        WHEN 'replay' THEN name ~ '${REPLAY}'
        ELSE false END
    $$;
    -- A replay says which files it plays and whether they were compared with the exchange; others, in plain words
    -- without blanks, what their generator goes by.
    CREATE FUNCTION are_market_parameters(kind text, parameters jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(CASE kind
        WHEN 'replay' THEN
          (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(parameters) AS key)
            = ARRAY['from', 'provenance', 'sha256', 'speed']
          AND parameters ->> 'from' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
          AND parameters ->> 'provenance' IN ('exchange', 'unverified')
          AND (parameters -> 'sha256')::text ~ '^\[("[0-9a-f]{64}"(, )?)*\]$'
          AND (parameters -> 'speed')::text ~ '^[1-9]\d{0,2}$'
        ELSE NOT EXISTS (
          SELECT FROM jsonb_each_text(parameters) AS p
          WHERE p.key !~ '^[A-Za-z0-9]{1,20}$' OR p.value !~ '^[A-Za-z0-9_.:-]{1,128}$') END, false)
    $$;
    ALTER TABLE markets
      ADD CONSTRAINT title_is_composed CHECK (is_market_name(kind, title)),
      ADD CONSTRAINT label_is_composed CHECK (is_market_name(kind, label)),
      ADD CONSTRAINT parameters_are_plain CHECK (are_market_parameters(kind, parameters));
    ALTER TABLE recordings ADD CONSTRAINT symbol_is_listed CHECK (symbol ~ '^${SYMBOL}$');

    -- A market's parameters are public and never change (charter rule C2); it can only end, and be withdrawn.
    CREATE OR REPLACE FUNCTION keep_market() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a market is never removed' USING ERRCODE = 'insufficient_privilege'; END IF;
      IF to_jsonb(OLD) - '{ended,withdrawn}'::text[] <> to_jsonb(NEW) - '{ended,withdrawn}'::text[]
         OR OLD.ended > NEW.ended OR OLD.withdrawn > NEW.withdrawn THEN
        RAISE EXCEPTION 'market % can''t be changed', OLD.id USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER markets_withdrawn AFTER UPDATE OF withdrawn ON markets FOR EACH ROW EXECUTE FUNCTION notify_market();
  `,
    )
    .execute(db);
}
