/**
 * Answers are forgotten through a function that looks at the database's own clock: whoever could delete a young one
 * would have its effect twice (rules L6 and S12).
 */
export const FORGET_OUTCOMES = `
CREATE FUNCTION forget_outcomes(before bigint, at_most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH forgotten AS (
    DELETE FROM command_outcomes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM command_outcomes
      WHERE at < least(before, (extract(epoch FROM now()) * 1000)::bigint - 8 * 86400000)
        -- An operation of practice money is settled once because its answer stays.
        AND operation <> 'settleOperation'
      ORDER BY at LIMIT at_most))
    RETURNING 1)
  SELECT count(*) FROM forgotten
$$;
`;
