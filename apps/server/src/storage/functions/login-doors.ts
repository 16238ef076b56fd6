/**
 * How attempts to log in are counted (rule S3): for all processes, by the clock of the database alone. Requests have no
 * other way to a door, so that none can be opened before its time.
 */
export const LOGIN_DOORS = `
-- How long a door is shut after its nth attempt: each after the free ones doubles it, up to the longest.
CREATE FUNCTION door_pause(n integer, free integer, first bigint, longest bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN n < free THEN 0 ELSE least(longest, first << least(n - free, 30)) END
$$;

-- How the doors stand, in the order in which they are given. A window that has ended is none, and so is one of a clock that
-- has gone back since: nobody is to wait for as long as that.
CREATE FUNCTION doors_at(
  at bigint, doors bytea[], windows bigint[], free integer[], first_pauses bigint[], longest_pauses bigint[]
) RETURNS TABLE (place bigint, door bytea, attempts integer, ends_at bigint, opens_in bigint, next_pause bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.place, a.door, coalesce(d.attempts, 0), coalesce(d.ends_at, at + a.window_ms),
    CASE WHEN d.opens_at <= at + a.longest THEN greatest(0, least(d.opens_at, d.ends_at) - at) ELSE 0 END,
    door_pause(coalesce(d.attempts, 0) + 1, a.free, a.first, a.longest)
  FROM unnest(doors, windows, free, first_pauses, longest_pauses) WITH ORDINALITY
    AS a(door, window_ms, free, first, longest, place)
  LEFT JOIN login_doors d ON d.door = a.door AND d.ends_at > at AND d.ends_at <= at + a.window_ms
  ORDER BY a.place
$$;

-- Counts one attempt at every door, or, when one of them is shut, at none. Answers how they stand then.
CREATE FUNCTION enter_doors(
  doors bytea[], windows bigint[], free integer[], first_pauses bigint[], longest_pauses bigint[]
) RETURNS TABLE (is_in boolean, window_end bigint, opens_in_ms bigint, next_pause_ms bigint) LANGUAGE plpgsql AS $$
DECLARE
  at bigint := extract(epoch FROM clock_timestamp()) * 1000;
  is_open boolean;
BEGIN
  -- First without a lock: a flood at a shut door writes nothing and nobody waits for it.
  SELECT every(s.opens_in = 0) INTO is_open FROM doors_at(at, doors, windows, free, first_pauses, longest_pauses) s;
  IF is_open THEN
    -- Locked in one order, so that two attempts that share some of them can't block each other.
    INSERT INTO login_doors AS d (door, attempts, ends_at, opens_at)
    SELECT a.door, 0, 0, 0 FROM unnest(doors) AS a(door) ORDER BY a.door
    ON CONFLICT (door) DO UPDATE SET attempts = d.attempts;
    -- Whoever had them meanwhile has counted.
    at := extract(epoch FROM clock_timestamp()) * 1000;
    SELECT every(s.opens_in = 0) INTO is_open FROM doors_at(at, doors, windows, free, first_pauses, longest_pauses) s;
    IF is_open THEN
      UPDATE login_doors d SET attempts = s.attempts + 1, ends_at = s.ends_at,
        -- Without a pause at no moment: one that is now would be ahead for who has asked the clock a moment before.
        opens_at = CASE WHEN s.next_pause = 0 THEN 0 ELSE at + s.next_pause END
      FROM doors_at(at, doors, windows, free, first_pauses, longest_pauses) s WHERE d.door = s.door;
    ELSE
      DELETE FROM login_doors d WHERE d.door = ANY (doors) AND d.attempts = 0;
    END IF;
  END IF;
  RETURN QUERY SELECT is_open, s.ends_at, s.opens_in, s.next_pause
  FROM doors_at(at, doors, windows, free, first_pauses, longest_pauses) s;
END $$;

-- Takes one attempt back from each of these windows that still is.
CREATE FUNCTION leave_doors(doors bytea[], window_ends bigint[], free integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM login_doors d WHERE d.door = ANY (doors) ORDER BY d.door FOR UPDATE;
  UPDATE login_doors d
  SET attempts = d.attempts - 1, opens_at = CASE WHEN d.attempts - 1 < a.free THEN 0 ELSE d.opens_at END
  FROM unnest(doors, window_ends, free) AS a(door, ends_at, free)
  WHERE d.door = a.door AND d.ends_at = a.ends_at AND d.attempts > 0;
  DELETE FROM login_doors d WHERE d.door = ANY (doors) AND d.attempts = 0;
END $$;

-- Forgets windows that have ended. It waits for nobody: who enters two doors has one and waits for the other.
CREATE FUNCTION forget_doors() RETURNS void LANGUAGE sql AS $$
  DELETE FROM login_doors WHERE door IN (
    SELECT door FROM login_doors WHERE ends_at <= extract(epoch FROM clock_timestamp()) * 1000 FOR UPDATE SKIP LOCKED)
$$;
`;
