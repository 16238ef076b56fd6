/**
 * The one way in which a request makes a market: a scenario, in one step with its recipe and, where its prices are made
 * from keys of its own, the last of these. Nothing of it can be changed afterwards (charter rule C2).
 */
export const PUBLISH_SCENARIO = `
CREATE FUNCTION publish_scenario(market jsonb, recipe jsonb, salt text, blind boolean, end_at bigint,
                                 last_key bytea, at bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
                       jump_confirm_ms, start_balance, parameters, ended, created_at, maker_fee, funding_hours, funding_cap,
                       class_rules)
  SELECT m.id, 'scenario', m.label, m.label, m.start_at, m.taker_fee, m.maintenance, m.stale_after_ms, m.max_jump,
         m.jump_confirm_ms, m.start_balance, m.parameters, false, at, m.maker_fee, m.funding_hours, m.funding_cap,
         m.class_rules
  FROM jsonb_to_record(market) AS m (id text, label text, start_at bigint, taker_fee bigint, maintenance bigint,
    stale_after_ms bigint, max_jump bigint, jump_confirm_ms bigint, start_balance bigint, parameters jsonb,
    maker_fee bigint, funding_hours integer, funding_cap bigint, class_rules jsonb);
  INSERT INTO scenarios (market_id, recipe, salt, blind, end_at)
  VALUES (market ->> 'id', recipe, salt, blind, end_at);
  INSERT INTO market_keys (market_id, last_key) SELECT market ->> 'id', last_key WHERE last_key IS NOT NULL;
$$;
`;
