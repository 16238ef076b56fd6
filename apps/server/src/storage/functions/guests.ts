/**
 * How a guest becomes a registered user, and how one who has gone for good is ended: nobody can be them any more, and what
 * was theirs alone is removed. What the books, the trades and the log say of them stays (rule L5). Requests have no other
 * way to a phone that is stored.
 */
export const GUESTS = `
-- Gives the session the hash of another secret and ends all others. Answers whether the user was a guest.
CREATE FUNCTION register_guest(
  guest bigint, own_phone text, hash text, first text, last text, kept_session bigint, new_token bytea, log_id bigint, at bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET phone = own_phone, password_hash = hash, first_name = first, last_name = last
  WHERE id = guest AND phone IS NULL AND guest_ended_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- In the order of their ids (rule L10), as everybody takes them.
  PERFORM FROM sessions WHERE user_id = guest ORDER BY id FOR UPDATE;
  DELETE FROM sessions WHERE user_id = guest AND id <> kept_session;
  UPDATE sessions SET token_hash = new_token WHERE id = kept_session AND user_id = guest;
  INSERT INTO account_log (id, user_id, at, kind) VALUES (log_id, guest, at, 'registered');
  RETURN true;
END $$;

-- Answers whether there was one.
CREATE FUNCTION end_guest(seen_before bigint, at bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  guest bigint;
BEGIN
  SELECT id INTO guest FROM users u
  WHERE phone IS NULL AND guest_ended_at IS NULL AND created_at < seen_before
    AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.last_seen_at >= seen_before)
  ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF guest IS NULL THEN
    RETURN false;
  END IF;
  PERFORM FROM sessions WHERE user_id = guest ORDER BY id FOR UPDATE;
  DELETE FROM sessions WHERE user_id = guest;
  DELETE FROM known_devices WHERE user_id = guest;
  DELETE FROM trade_notes WHERE user_id = guest;
  DELETE FROM trade_tags WHERE user_id = guest;
  DELETE FROM personas WHERE user_id = guest;
  DELETE FROM lesson_progress WHERE user_id = guest;
  DELETE FROM alerts WHERE user_id = guest;
  DELETE FROM alert_rings WHERE user_id = guest;
  UPDATE users SET guest_ended_at = at, guest_leaves_open = true WHERE id = guest;
  RETURN true;
END $$;
`;
