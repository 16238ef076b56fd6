import type { Pool } from 'pg';
import type { GuestStore, LeftOpen } from '../../identity/ports.ts';

const OPEN = `
  SELECT a.id, a.market_id FROM accounts a JOIN markets m ON m.id = a.market_id
  WHERE a.user_id = $1 AND m.owner_id IS NULL AND NOT m.ended
    AND (EXISTS (SELECT FROM positions p WHERE p.account_id = a.id)
      OR EXISTS (SELECT FROM orders o WHERE o.account_id = a.id AND o.status = 'open'))
  ORDER BY a.id`;

export class PgGuestStore implements GuestStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async count(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: bigint }>(
      'SELECT count(*) FROM users WHERE phone IS NULL AND guest_ended_at IS NULL',
    );
    return Number(rows[0]?.count ?? 0n);
  }

  async endOne(seenBefore: number, at: number): Promise<boolean> {
    const { rows } = await this.#pool.query<{ ended: boolean }>('SELECT end_guest($1, $2) AS ended', [seenBefore, at]);
    return rows[0]?.ended === true;
  }

  async leavingOpen(afterId: bigint, atMost: number): Promise<bigint[]> {
    const { rows } = await this.#pool.query<{ id: bigint }>(
      'SELECT id FROM users WHERE guest_leaves_open AND id > $1 ORDER BY id LIMIT $2',
      [afterId, atMost],
    );
    return rows.map(({ id }) => id);
  }

  async openOf(userId: bigint): Promise<LeftOpen[]> {
    const { rows } = await this.#pool.query<{ id: bigint; market_id: string }>(OPEN, [userId]);
    return rows.map(({ id, market_id: marketId }) => ({ marketId, accountId: id }));
  }

  async nothingOpen(userId: bigint): Promise<void> {
    await this.#pool.query('UPDATE users SET guest_leaves_open = false WHERE id = $1', [userId]);
  }
}
