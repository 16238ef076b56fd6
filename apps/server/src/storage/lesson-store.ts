import type { Lesson } from '@plecho/domain';
import type { Pool } from 'pg';
import type { Beginning, LessonRecord, LessonStore } from '../lessons/ports.ts';

const SELECT = `
  SELECT p.lesson, p.market_id, coalesce(m.ended, false) AS ended, p.started_at, p.done_at
  FROM lesson_progress p LEFT JOIN markets m ON m.id = p.market_id WHERE p.user_id = $1`;

const BEGIN = `
  INSERT INTO lesson_progress AS p (user_id, lesson, market_id, started_at) VALUES ($1, $2, $3, $5)
  ON CONFLICT (user_id, lesson) DO UPDATE SET market_id = EXCLUDED.market_id, started_at = EXCLUDED.started_at
  WHERE p.market_id = $4`;

const FINISH = `
  UPDATE lesson_progress SET done_at = $3 WHERE user_id = $1 AND lesson = $2 AND done_at IS NULL`;

interface Row {
  lesson: Lesson;
  market_id: string | null;
  ended: boolean;
  started_at: bigint;
  done_at: bigint | null;
}

const toRecord = ({ lesson, market_id: marketId, ended, started_at, done_at }: Row): LessonRecord => ({
  ...{ lesson, marketId, ended, startedAt: Number(started_at) },
  doneAt: done_at === null ? null : Number(done_at),
});

/** How far people have come with the lessons. */
export class PgLessonStore implements LessonStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(userId: bigint): Promise<LessonRecord[]> {
    const { rows } = await this.#pool.query<Row>(SELECT, [userId]);
    return rows.map(toRecord);
  }

  async find(userId: bigint, lesson: Lesson): Promise<LessonRecord | null> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} AND p.lesson = $2`, [userId, lesson]);
    return rows[0] === undefined ? null : toRecord(rows[0]);
  }

  async begin({ userId, lesson, marketId, instead, at }: Beginning): Promise<LessonRecord> {
    await this.#pool.query(BEGIN, [userId, lesson, marketId, instead, at]);
    return this.#standing(userId, lesson);
  }

  async finish(userId: bigint, lesson: Lesson, at: number): Promise<LessonRecord> {
    await this.#pool.query(FINISH, [userId, lesson, at]);
    return this.#standing(userId, lesson);
  }

  async #standing(userId: bigint, lesson: Lesson): Promise<LessonRecord> {
    const record = await this.find(userId, lesson);
    if (record === null) throw new Error(`user ${userId} has not begun the lesson ${lesson}`);
    return record;
  }
}
