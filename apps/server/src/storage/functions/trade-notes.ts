import { MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '@plecho/domain';

/**
 * The one way to private notes (rule S13). Every function asks whose they are and gives out nobody else's, and no message
 * of theirs quotes what somebody wrote: the database has a log of its own.
 */
export const TRADE_NOTES = `
CREATE FUNCTION trade_tag_words(owner bigint, numbers smallint[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(g.tag ORDER BY n.place), '{}')
  FROM unnest(numbers) WITH ORDINALITY AS n(number, place)
  JOIN trade_tags g ON g.user_id = owner AND g.number = n.number
$$;

-- Answers 'kept', or why it is not: 'changed' in another window, 'too_many_tags', 'trade_not_found'.
CREATE FUNCTION keep_trade_note(
  owner bigint, account bigint, trade bigint, seen integer, words text, own_tags text[], at bigint
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  kept trade_notes;
  others text[];
BEGIN
  IF length(words) > ${MAX_NOTE_LENGTH} OR cardinality(own_tags) > ${MAX_TAGS}
    OR EXISTS (SELECT FROM unnest(own_tags) AS tag WHERE length(tag) NOT BETWEEN 1 AND ${MAX_TAG_LENGTH}) THEN
    RAISE EXCEPTION 'no note of this form is kept';
  END IF;
  -- The notes of one person are changed one after another, however many windows there are.
  PERFORM FROM users WHERE id = owner FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM accounts WHERE id = account AND user_id = owner)
    OR NOT EXISTS (SELECT FROM trades WHERE account_id = account AND id = trade) THEN
    RETURN 'trade_not_found';
  END IF;
  SELECT * INTO kept FROM trade_notes WHERE user_id = owner AND trade_id = trade;
  IF kept.text = words AND trade_tag_words(owner, kept.tags) = own_tags THEN
    RETURN 'kept';
  END IF;
  IF seen <> coalesce(kept.version, 0) THEN
    RETURN 'changed';
  END IF;

  SELECT coalesce(array_agg(tag), '{}') INTO others FROM trade_tags g WHERE user_id = owner AND EXISTS (
    SELECT FROM trade_notes n WHERE n.user_id = owner AND n.trade_id <> trade AND g.number = ANY (n.tags));
  IF (SELECT count(*) FROM (SELECT unnest(others) UNION SELECT unnest(own_tags)) AS both_lists) > ${MAX_TAGS} THEN
    RETURN 'too_many_tags';
  END IF;
  DELETE FROM trade_tags WHERE user_id = owner AND tag <> ALL (others) AND tag <> ALL (own_tags);
  INSERT INTO trade_tags (user_id, number, tag)
  SELECT owner, free.number, fresh.tag
  FROM (
    SELECT tag, row_number() OVER (ORDER BY place) AS nth FROM unnest(own_tags) WITH ORDINALITY AS given(tag, place)
    WHERE tag NOT IN (SELECT g.tag FROM trade_tags g WHERE user_id = owner)
  ) AS fresh JOIN (
    SELECT number, row_number() OVER (ORDER BY number) AS nth FROM generate_series(1, ${MAX_TAGS}) AS number
    WHERE number NOT IN (SELECT g.number FROM trade_tags g WHERE user_id = owner)
  ) AS free USING (nth);

  INSERT INTO trade_notes (user_id, account_id, trade_id, text, tags, version, changed_at)
  SELECT owner, account, trade, words,
         ARRAY(SELECT g.number FROM unnest(own_tags) WITH ORDINALITY AS given(tag, place)
               JOIN trade_tags g ON g.user_id = owner AND g.tag = given.tag ORDER BY place),
         1, at
  ON CONFLICT (user_id, trade_id) DO UPDATE
  SET text = excluded.text, tags = excluded.tags, version = trade_notes.version + 1, changed_at = excluded.changed_at;
  RETURN 'kept';
END $$;

CREATE FUNCTION trade_notes_of(owner bigint, of_trades bigint[])
RETURNS TABLE (trade bigint, words text, own_tags text[], version integer, at bigint) LANGUAGE sql STABLE AS $$
  SELECT trade_id, text, trade_tag_words(owner, tags), version, changed_at
  FROM trade_notes WHERE user_id = owner AND trade_id = ANY (of_trades)
$$;

-- Of every trade with a note, or with the tag. One that was emptied is none.
CREATE FUNCTION noted_trades(owner bigint, with_tag smallint) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT trade_id FROM trade_notes
  WHERE user_id = owner AND (text <> '' OR tags <> '{}') AND (with_tag IS NULL OR with_tag = ANY (tags))
$$;

CREATE FUNCTION trade_tags_of(owner bigint)
RETURNS TABLE (number smallint, own_tag text, trades bigint) LANGUAGE sql STABLE AS $$
  SELECT g.number, g.tag, (SELECT count(*) FROM trade_notes n WHERE n.user_id = owner AND g.number = ANY (n.tags))
  FROM trade_tags g WHERE g.user_id = owner ORDER BY g.number
$$;
`;
