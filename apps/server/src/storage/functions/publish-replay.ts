/**
 * The one way in which a running server adds a market: a replay of a recording, which has begun for nobody yet. Names and
 * parameters have the forms that the table holds (rule M1); that the recording is there is checked here.
 */
export const PUBLISH_REPLAY = `
CREATE FUNCTION publish_replay(market jsonb, owner bigint, at bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- A class plays with its members, and a personal replay is one person's.
  IF owner IS NOT NULL AND market ->> 'class_rules' IS NOT NULL THEN RAISE EXCEPTION 'a personal replay is of no class'; END IF;
  IF market -> 'parameters' ? 'dataset' THEN
    PERFORM FROM datasets WHERE id = market -> 'parameters' ->> 'dataset';
    IF NOT FOUND OR EXISTS (
      SELECT FROM jsonb_array_elements_text(coalesce(market -> 'parameters' -> 'symbols', '[]')) AS symbol
      WHERE symbol NOT IN (SELECT s.symbol FROM dataset_series s WHERE dataset_id = market -> 'parameters' ->> 'dataset'))
    THEN RAISE EXCEPTION 'there is no such recording' USING ERRCODE = 'foreign_key_violation'; END IF;
  END IF;
  INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
                       jump_confirm_ms, start_balance, parameters, ended, created_at, owner_id, maker_fee, funding_hours,
                       funding_cap, class_rules)
  SELECT m.id, 'replay', m.title, m.title, m.start_at, m.taker_fee, m.maintenance, m.stale_after_ms, m.max_jump,
         m.jump_confirm_ms, m.start_balance, market -> 'parameters', false, at, owner, m.maker_fee, m.funding_hours,
         m.funding_cap, m.class_rules
  FROM jsonb_to_record(market) AS m (id text, title text, start_at bigint, taker_fee bigint, maintenance bigint,
    stale_after_ms bigint, max_jump bigint, jump_confirm_ms bigint, start_balance bigint, maker_fee bigint,
    funding_hours integer, funding_cap bigint, class_rules jsonb)
  ON CONFLICT (id) DO NOTHING;
  RETURN FOUND;
END $$;
`;
