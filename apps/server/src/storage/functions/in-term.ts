/**
 * What the owner of a market writes beside the connection that decides is written in its term (rule O1): whoever takes the
 * market afterwards waits until that is committed, and heartbeats do not.
 */
export const IN_TERM = `
CREATE FUNCTION in_term(p_market text, p_term bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM market_owners WHERE market_id = p_market AND term = p_term FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'O1: term % of the market % is over', p_term, p_market; END IF;
END $$;
`;
