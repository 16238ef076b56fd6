import { DatabaseError, type Pool } from 'pg';
import type {
  ChosenPassword,
  GuestRegistration,
  LogLine,
  NewUser,
  RegisteredUser,
  Role,
  UserRecord,
  UserStore,
} from '../../identity/ports.ts';
import { inTransaction } from '../transaction.ts';

export interface UserRow {
  id: bigint;
  phone: string | null;
  password_hash: string | null;
  first_name: string | null;
  last_name: string | null;
  block_reason: string | null;
  role: Role;
  created_at: bigint;
}

export const toUser = (row: UserRow): UserRecord => ({
  id: row.id,
  phone: row.phone,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  blockReason: row.block_reason,
  role: row.role,
  createdAt: Number(row.created_at),
});

const INSERT = `
  WITH made AS (
    INSERT INTO users (phone, password_hash, first_name, last_name, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (phone) DO NOTHING RETURNING *
  ), line AS (
    INSERT INTO account_log (id, user_id, at, kind)
    SELECT $6, id, created_at, CASE WHEN phone IS NULL THEN 'guestOpened' ELSE 'registered' END FROM made
  )
  SELECT * FROM made`;

const REGISTER_GUEST = 'SELECT register_guest($1, $2, $3, $4, $5, $6, $7, $8, $9) AS done';

const UNIQUE_VIOLATION = '23505';

export class PgUserStore implements UserStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async create(user: NewUser, logId: bigint): Promise<UserRecord | null> {
    const values = [user.phone, user.passwordHash, user.firstName, user.lastName, user.createdAt, logId];
    const { rows } = await this.#pool.query<UserRow>(INSERT, values);
    return rows[0] === undefined ? null : toUser(rows[0]);
  }

  async byPhone(phone: string): Promise<RegisteredUser | null> {
    const { rows } = await this.#pool.query<UserRow>('SELECT * FROM users WHERE phone = $1', [phone]);
    const [row] = rows;
    if (row === undefined || row.password_hash === null) return null;
    return { ...toUser(row), phone, passwordHash: row.password_hash };
  }

  async registerGuest(guest: GuestRegistration, line: LogLine): Promise<UserRecord | 'phone_taken' | 'not_a_guest'> {
    const { userId, phone, passwordHash, firstName, lastName, sessionId, tokenHash } = guest;
    const values = [userId, phone, passwordHash, firstName, lastName, sessionId, tokenHash, line.id, line.at];
    try {
      const { rows } = await this.#pool.query<{ done: boolean }>(REGISTER_GUEST, values);
      if (rows[0]?.done !== true) return 'not_a_guest';
    } catch (error) {
      if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return 'phone_taken';
      throw error;
    }
    const user = await this.byPhone(phone);
    if (user === null) throw new Error('a guest who registered is not there');
    return user;
  }

  async setPassword({ userId, passwordHash, sessionId, tokenHash }: ChosenPassword, line: LogLine): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
      // In the order of their ids (rule L10), as whoever ends all of them.
      await client.query('SELECT FROM sessions WHERE user_id = $1 ORDER BY id FOR UPDATE', [userId]);
      await client.query('DELETE FROM sessions WHERE user_id = $1 AND id <> $2', [userId, sessionId]);
      await client.query('UPDATE sessions SET token_hash = $2 WHERE id = $1', [sessionId, tokenHash]);
      await client.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);
      await client.query(`INSERT INTO account_log (id, user_id, at, kind) VALUES ($1, $2, $3, 'passwordChanged')`, [
        ...[line.id, userId, line.at],
      ]);
    });
  }
}
