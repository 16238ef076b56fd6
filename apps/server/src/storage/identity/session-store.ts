import type { Pool } from 'pg';
import type {
  LogLine,
  NewSession,
  SessionCutoff,
  SessionRecord,
  SessionStore,
  UserRecord,
} from '../../identity/ports.ts';
import { toUser, type UserRow } from './user-store.ts';

interface SessionRow {
  id: bigint;
  user_id: bigint;
  user_agent: string;
  created_at: bigint;
  last_seen_at: bigint;
}

const toSession = (row: SessionRow): SessionRecord => ({
  id: row.id,
  userId: row.user_id,
  createdAt: Number(row.created_at),
  lastSeenAt: Number(row.last_seen_at),
  userAgent: row.user_agent,
});

const INSERT = `
  INSERT INTO sessions (token_hash, user_id, user_agent, created_at, last_seen_at) VALUES ($1, $2, $3, $4, $4)
  RETURNING *`;

/** In the order of their ids (rule L10): two that begin at once may both find the same ones too many. */
const END_OLDEST = `
  WITH kept AS (SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT $2),
  oldest AS (
    SELECT id FROM sessions WHERE user_id = $1 AND id < (SELECT min(id) FROM kept) ORDER BY id FOR UPDATE
  )
  DELETE FROM sessions WHERE id IN (SELECT id FROM oldest)`;

/** The line is written even when there was no session: somebody acted on the account all the same. */
const END_ALL = `
  WITH held AS (SELECT id FROM sessions WHERE user_id = $1 ORDER BY id FOR UPDATE),
  ended AS (DELETE FROM sessions WHERE id IN (SELECT id FROM held)), unknown AS (DELETE FROM known_devices WHERE user_id = $1)
  INSERT INTO account_log (id, user_id, at, kind, operator_id)
  VALUES ($2, $1, $3, CASE WHEN $4::bigint IS NULL THEN 'signedOutEverywhere' ELSE 'signedOut' END, $4)`;

/** In the order of their ids (rule L10). What somebody is at goes the next time. */
const PRUNE = `
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE last_seen_at <= $1 OR created_at <= $2 ORDER BY id FOR UPDATE SKIP LOCKED)`;

const FIND = `
  SELECT s.id AS session_id, s.user_id, s.user_agent, s.created_at AS session_created_at, s.last_seen_at, u.*
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`;

export class PgSessionStore implements SessionStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async create(session: NewSession): Promise<SessionRecord> {
    const values = [session.tokenHash, session.userId, session.userAgent, session.createdAt];
    const { rows } = await this.#pool.query<SessionRow>(INSERT, values);
    const [row] = rows;
    if (row === undefined) throw new Error('the session was not stored');
    return toSession(row);
  }

  async find(tokenHash: Buffer): Promise<{ session: SessionRecord; user: UserRecord } | null> {
    const { rows } = await this.#pool.query<
      UserRow & Omit<SessionRow, 'id' | 'created_at'> & { session_id: bigint; session_created_at: bigint }
    >({ name: 'find_session', text: FIND, values: [tokenHash] });
    const [row] = rows;
    if (row === undefined) return null;
    const session = toSession({ ...row, id: row.session_id, created_at: row.session_created_at });
    return { session, user: toUser(row) };
  }

  async touch(sessionId: bigint, at: number): Promise<void> {
    await this.#pool.query('UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [
      sessionId,
      at,
    ]);
  }

  async list(userId: bigint, cutoff: SessionCutoff): Promise<SessionRecord[]> {
    const { rows } = await this.#pool.query<SessionRow>(
      'SELECT * FROM sessions WHERE user_id = $1 AND last_seen_at > $2 AND created_at > $3 ORDER BY id DESC',
      [userId, cutoff.lastSeenAfter, cutoff.createdAfter],
    );
    return rows.map(toSession);
  }

  async remove(sessionId: bigint): Promise<void> {
    await this.#pool.query('DELETE FROM sessions WHERE id = $1', [sessionId]);
  }

  async removeOldest(userId: bigint, atMost: number): Promise<number> {
    const { rowCount } = await this.#pool.query(END_OLDEST, [userId, atMost]);
    return rowCount ?? 0;
  }

  async removeAll(userId: bigint, { id, at, operatorId }: LogLine): Promise<void> {
    await this.#pool.query(END_ALL, [userId, id, at, operatorId]);
  }

  async prune(cutoff: SessionCutoff): Promise<number> {
    const { rowCount } = await this.#pool.query(PRUNE, [cutoff.lastSeenAfter, cutoff.createdAfter]);
    return rowCount ?? 0;
  }
}
