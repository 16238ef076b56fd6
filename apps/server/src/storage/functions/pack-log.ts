/**
 * Packing and dropping of a log's entries. What the hashes are is not the caller's to say: they are taken from the
 * entries, and what is kept of a bundle that is dropped has to have them.
 */
export const PACK_LOG = String.raw`
CREATE FUNCTION tile_root(hashes bytea[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  WHILE cardinality(hashes) > 1 LOOP
    hashes := ARRAY(SELECT sha256('\x01'::bytea || hashes[2 * i - 1] || hashes[2 * i])
                    FROM generate_series(1, cardinality(hashes) / 2) AS i ORDER BY i);
  END LOOP;
  RETURN hashes[1];
END $$;

CREATE FUNCTION pack_log(p_market integer, p_n bigint, p_data bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE at_level integer := 0; tile bigint := p_n; below bytea[];
BEGIN
  INSERT INTO log_bundles (market_number, n, first_seq, last_seq, data)
  SELECT p_market, p_n, min(first_seq), max(last_seq), p_data FROM log_entries
  WHERE market_number = p_market AND index >= p_n * 256 AND index < (p_n + 1) * 256 HAVING count(*) = 256;
  IF NOT FOUND THEN RAISE EXCEPTION 'T1: bundle % of the log of market % is not full', p_n, p_market; END IF;
  below := ARRAY(SELECT hash FROM log_entries
    WHERE market_number = p_market AND index >= p_n * 256 AND index < (p_n + 1) * 256 ORDER BY index);
  LOOP
    INSERT INTO log_tiles (market_number, level, n, hashes, root)
    SELECT p_market, at_level, tile, string_agg(hash, '' ORDER BY place), tile_root(below)
    FROM unnest(below) WITH ORDINALITY AS h (hash, place);
    -- The last tile of 256 completes the one above them.
    EXIT WHEN (tile + 1) % 256 <> 0;
    tile := tile / 256;
    below := ARRAY(SELECT root FROM log_tiles WHERE market_number = p_market AND level = at_level
      AND n >= tile * 256 AND n < (tile + 1) * 256 ORDER BY n);
    at_level := at_level + 1;
  END LOOP;
  DELETE FROM log_entries WHERE market_number = p_market AND index >= p_n * 256 AND index < (p_n + 1) * 256;
END $$;

CREATE FUNCTION prune_log(p_market integer, p_n bigint, p_indexes bigint[], p_firsts bigint[], p_lasts bigint[],
                          p_entries bytea[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE lowest bigint; highest bigint; packed bytea; n bigint;
BEGIN
  SELECT first_seq, last_seq INTO lowest, highest FROM log_bundles
  WHERE market_number = p_market AND log_bundles.n = p_n AND data IS NOT NULL AND packed_at < now() - interval '7 days'
  FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'bundle % of the log of market % is not to be dropped', p_n, p_market; END IF;
  SELECT hashes INTO packed FROM log_tiles WHERE market_number = p_market AND level = 0 AND log_tiles.n = p_n;

  SELECT count(*) INTO n FROM unnest(p_indexes, p_entries) AS e (index, data)
  WHERE index / 256 = p_n
    AND sha256('\x00'::bytea || data) = substring(packed FROM (index % 256)::integer * 32 + 1 FOR 32);
  IF n <> cardinality(p_indexes) THEN
    RAISE EXCEPTION 'T1: % entries that were to be kept are not in the log of market %', cardinality(p_indexes) - n, p_market;
  END IF;
  SELECT count(*) INTO n FROM price_records AS r JOIN markets AS m ON m.id = r.market_id
  WHERE m.number = p_market AND r.seq BETWEEN lowest AND highest AND NOT EXISTS (
    SELECT FROM unnest(p_firsts, p_lasts) AS e (first, last) WHERE r.seq BETWEEN first AND last);
  IF n > 0 THEN RAISE EXCEPTION 'T1: % prices that fills used would be dropped', n; END IF;

  INSERT INTO log_kept (market_number, index, first_seq, last_seq, data)
  SELECT p_market, index, first, last, data
  FROM unnest(p_indexes, p_firsts, p_lasts, p_entries) AS e (index, first, last, data);
  UPDATE log_bundles SET data = NULL WHERE market_number = p_market AND log_bundles.n = p_n;
END $$;
`;
