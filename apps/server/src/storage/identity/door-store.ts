import type { Pool } from 'pg';
import type { DoorCounted, DoorEntry, DoorKey, DoorStore } from '../../identity/ports.ts';
import { hashOf } from '../../identity/secrets.ts';

interface Row {
  is_in: boolean;
  window_end: bigint;
  opens_in_ms: bigint;
  next_pause_ms: bigint;
}

export class PgDoorStore implements DoorStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async enter(doors: readonly DoorKey[]): Promise<DoorEntry> {
    const { rows } = await this.#pool.query<Row>('SELECT * FROM enter_doors($1, $2, $3, $4, $5)', [
      doors.map(({ key }) => hashOf(key)),
      doors.map(({ pace }) => pace.windowMs),
      doors.map(({ pace }) => pace.free),
      doors.map(({ pace }) => pace.firstPauseMs),
      doors.map(({ pace }) => pace.longestPauseMs),
    ]);
    return {
      isIn: rows.every((row) => row.is_in),
      doors: rows.map((row) => ({
        windowEnd: Number(row.window_end),
        opensInMs: Number(row.opens_in_ms),
        nextPauseMs: Number(row.next_pause_ms),
      })),
    };
  }

  async leave(doors: readonly DoorCounted[]): Promise<void> {
    await this.#pool.query('SELECT leave_doors($1, $2, $3)', [
      doors.map(({ key }) => hashOf(key)),
      doors.map(({ windowEnd }) => windowEnd),
      doors.map(({ pace }) => pace.free),
    ]);
  }

  async forget(): Promise<void> {
    await this.#pool.query('SELECT forget_doors()');
  }
}
