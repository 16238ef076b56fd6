/**
 * The one way into the log of a market. It trusts nobody: a writer who does not know where the log ends, an entry
 * whose hash is another, and numbers that do not ascend are refused, and nothing of the call remains (rule T1).
 */
export const APPEND_LOG = String.raw`
CREATE FUNCTION append_log(p_market integer, p_expected bigint, p_hashes bytea[], p_firsts bigint[], p_lasts bigint[],
                           p_entries bytea[], p_frontier bytea, p_last_time bigint, p_checkpoint text,
                           p_checkpoint_size bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE added bigint := cardinality(p_entries); newest bigint := 0; wrong bigint; n bigint;
BEGIN
  IF p_expected > 0 THEN
    SELECT last_seq INTO newest FROM market_logs WHERE market_number = p_market AND size = p_expected FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'T1: the log of market % has not % entries', p_market, p_expected; END IF;
  END IF;

  SELECT count(*) INTO wrong FROM (
    SELECT hash, first, last, data, lag(last, 1, newest) OVER (ORDER BY place) AS earlier
    FROM unnest(p_hashes, p_firsts, p_lasts, p_entries) WITH ORDINALITY AS e (hash, first, last, data, place)
  ) AS e
  WHERE first <= earlier OR last < first - 1 OR hash IS DISTINCT FROM sha256('\x00'::bytea || data);
  IF wrong > 0 THEN RAISE EXCEPTION 'T1: % entries do not follow what the log of market % has', wrong, p_market; END IF;

  IF p_expected = 0 THEN
    INSERT INTO market_logs (market_number, size, frontier, last_seq, last_time, checkpoint, checkpoint_size)
    VALUES (p_market, added, p_frontier, p_lasts[added], p_last_time, p_checkpoint, coalesce(p_checkpoint_size, 0))
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> 1 THEN RAISE EXCEPTION 'T1: the log of market % has entries already', p_market; END IF;
  ELSE
    UPDATE market_logs SET size = size + added, frontier = p_frontier, last_seq = coalesce(p_lasts[added], last_seq),
      last_time = p_last_time, checkpoint = coalesce(p_checkpoint, checkpoint),
      checkpoint_size = coalesce(p_checkpoint_size, checkpoint_size)
    WHERE market_number = p_market;
  END IF;

  INSERT INTO log_entries (market_number, index, hash, first_seq, last_seq, data)
  SELECT p_market, p_expected + place - 1, hash, first, last, data
  FROM unnest(p_hashes, p_firsts, p_lasts, p_entries) WITH ORDINALITY AS e (hash, first, last, data, place);
  INSERT INTO log_definitions (market_number, index, data)
  SELECT p_market, p_expected + place - 1, data
  FROM unnest(p_firsts, p_lasts, p_entries) WITH ORDINALITY AS e (first, last, data, place) WHERE first > last;
END $$;
`;
