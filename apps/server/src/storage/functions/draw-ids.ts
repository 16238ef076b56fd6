/** What is drawn is gone, whatever becomes of the transaction, so nobody waits here for anybody. */
export const DRAW_IDS = `
CREATE FUNCTION draw_ids(blocks integer) RETURNS bigint[] LANGUAGE sql AS $$
  SELECT array_agg(nextval('id_blocks')) FROM generate_series(1, blocks)
$$;
`;
