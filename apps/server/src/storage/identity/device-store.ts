import type { Pool } from 'pg';
import type { DeviceStore } from '../../identity/ports.ts';

const REMEMBER = `
  INSERT INTO known_devices AS d (token_hash, user_id, seen_at) VALUES ($1, $2, $3)
  ON CONFLICT (token_hash, user_id) DO UPDATE SET seen_at = greatest(d.seen_at, excluded.seen_at)`;

const FORGET_OLDEST = `
  DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN (
    SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY seen_at DESC, token_hash OFFSET $2)`;

export class PgDeviceStore implements DeviceStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async userOf(tokenHash: Buffer, phone: string): Promise<bigint | null> {
    const { rows } = await this.#pool.query<{ id: bigint }>(
      'SELECT u.id FROM known_devices d JOIN users u ON u.id = d.user_id WHERE d.token_hash = $1 AND u.phone = $2',
      [tokenHash, phone],
    );
    return rows[0]?.id ?? null;
  }

  async isKnown(tokenHash: Buffer): Promise<boolean> {
    const { rowCount } = await this.#pool.query('SELECT FROM known_devices WHERE token_hash = $1 LIMIT 1', [tokenHash]);
    return rowCount === 1;
  }

  async remember(tokenHash: Buffer, userId: bigint, at: number, atMost: number): Promise<void> {
    await this.#pool.query(REMEMBER, [tokenHash, userId, at]);
    await this.#pool.query(FORGET_OLDEST, [userId, atMost]);
  }

  async rename(tokenHash: Buffer, newTokenHash: Buffer): Promise<void> {
    await this.#pool.query('UPDATE known_devices SET token_hash = $2 WHERE token_hash = $1', [tokenHash, newTokenHash]);
  }

  async prune(seenBefore: number): Promise<void> {
    await this.#pool.query('DELETE FROM known_devices WHERE seen_at < $1', [seenBefore]);
  }
}
