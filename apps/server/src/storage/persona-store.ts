import type { Pool } from 'pg';
import type { Clock } from '../lib/clock.ts';
import type { ChosenPersona, PersonaStore } from '../queries/personas.ts';

/** How people appear to each other. */
export class PgPersonaStore implements PersonaStore {
  readonly #pool: Pool;
  readonly #clock: Clock;

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async of(userId: bigint): Promise<ChosenPersona | null> {
    const { rows } = await this.#pool.query<ChosenPersona>({
      name: 'persona',
      text: 'SELECT animal, colour, listed FROM personas WHERE user_id = $1',
      values: [userId],
    });
    return rows[0] ?? null;
  }

  async choose(userId: bigint, { animal, colour, listed }: ChosenPersona): Promise<void> {
    await this.#pool.query({
      name: 'choose_persona',
      text: `INSERT INTO personas (user_id, animal, colour, listed, changed_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (user_id) DO UPDATE SET animal = $2, colour = $3, listed = $4, changed_at = $5`,
      values: [userId, animal, colour, listed, this.#clock.now()],
    });
  }
}
