import type { Pool } from 'pg';
import type { LogLine, NewUser, Role, UserRecord, UserStore } from '../../identity/ports.ts';
import { inTransaction } from '../transaction.ts';

export interface UserRow {
  id: bigint;
  phone: string;
  password_hash: string;
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
    INSERT INTO account_log (id, user_id, at, kind) SELECT $6, id, created_at, 'registered' FROM made
  )
  SELECT * FROM made`;

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

  async byPhone(phone: string): Promise<UserRecord | null> {
    const { rows } = await this.#pool.query<UserRow>('SELECT * FROM users WHERE phone = $1', [phone]);
    return rows[0] === undefined ? null : toUser(rows[0]);
  }

  async setPassword(userId: bigint, passwordHash: string, keepSessionId: bigint, line: LogLine): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
      await client.query('DELETE FROM sessions WHERE user_id = $1 AND id <> $2', [userId, keepSessionId]);
      await client.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);
      await client.query(`INSERT INTO account_log (id, user_id, at, kind) VALUES ($1, $2, $3, 'passwordChanged')`, [
        ...[line.id, userId, line.at],
      ]);
    });
  }
}
