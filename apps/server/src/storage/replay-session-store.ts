import type { Pool } from 'pg';
import type {
  ReplayPublisher,
  ReplayTerm,
  SessionPlace,
  ReplaySessionRecord,
  ReplaySessionStore,
} from '../replays/ports.ts';
import type { Queryable } from './connection.ts';
import { hasMarket, plainMarket } from './market-store.ts';

const SELECT = `
  SELECT s.market_id, s.user_id, s.dataset_id, s.symbols, s.start_at, s.masked, s.created_at, s.playhead,
    s.path_step, s.speed, m.ended
  FROM replay_sessions s JOIN markets m ON m.id = s.market_id`;

/** One statement for all of them; one that says what is there already writes nothing, nor does one of an earlier term (rule O1). */
const SAVE = `
  UPDATE replay_sessions s SET playhead = n.playhead, path_step = n.path_step, speed = n.speed
  FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::bigint[])
    AS n (market_id, playhead, path_step, speed, term)
  WHERE s.market_id = n.market_id AND s.term = coalesce(n.term, s.term) AND s.playhead <= n.playhead
    AND (s.playhead, s.path_step, s.speed) <> (n.playhead, n.path_step, n.speed)`;

interface Row {
  market_id: string;
  user_id: bigint;
  dataset_id: string;
  symbols: string[];
  start_at: bigint;
  masked: boolean;
  created_at: bigint;
  playhead: bigint;
  path_step: number;
  speed: number;
  ended: boolean;
}

const toSession = (row: Row): ReplaySessionRecord => ({
  marketId: row.market_id,
  userId: row.user_id,
  datasetId: row.dataset_id,
  symbols: row.symbols,
  startAt: Number(row.start_at),
  masked: row.masked,
  createdAt: Number(row.created_at),
  playhead: Number(row.playhead),
  pathStep: row.path_step,
  speed: row.speed,
  ended: row.ended,
});

/** Personal replays and where each stands. */
export class PgReplaySessionStore implements ReplaySessionStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(userId: bigint, limit: number): Promise<ReplaySessionRecord[]> {
    const { rows } = await this.#pool.query<Row>(
      `${SELECT} WHERE s.user_id = $1 ORDER BY s.created_at DESC, s.market_id LIMIT $2`,
      [userId, limit],
    );
    return rows.map(toSession);
  }

  async find(marketId: string): Promise<ReplaySessionRecord | null> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} WHERE s.market_id = $1`, [marketId]);
    return rows[0] === undefined ? null : toSession(rows[0]);
  }

  async save(places: readonly (SessionPlace & ReplayTerm)[]): Promise<void> {
    if (places.length === 0) return;
    await this.#pool.query(SAVE, [
      places.map(({ marketId }) => marketId),
      places.map(({ playhead }) => playhead),
      places.map(({ pathStep }) => pathStep),
      places.map(({ speed }) => speed),
      places.map(({ term }) => term),
    ]);
  }
}

/** @param client a connection with a transaction, which everything becomes part of */
export function replayPublisher(client: Queryable): ReplayPublisher {
  return {
    async unfinished(userId) {
      await client.query("SELECT pg_advisory_xact_lock(hashtext('replay_sessions'), $1::bigint::integer)", [
        userId % 2_147_483_647n,
      ]);
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM replay_sessions s JOIN markets m ON m.id = s.market_id
         WHERE s.user_id = $1 AND NOT m.ended`,
        [userId],
      );
      return rows[0]?.count ?? 0;
    },

    hasMarket: (id) => hasMarket(client, id),

    async addMarket(market, at) {
      const { rows } = await client.query<{ added: boolean }>('SELECT publish_replay($1, $2, $3) AS added', [
        ...[plainMarket(market), market.ownerId ?? null, at],
      ]);
      return rows[0]?.added === true;
    },

    async addSession(session) {
      await client.query(
        `INSERT INTO replay_sessions
           (market_id, user_id, dataset_id, symbols, start_at, masked, created_at, playhead, path_step, speed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[session.marketId, session.userId, session.datasetId, session.symbols, session.startAt, session.masked],
          ...[session.createdAt, session.playhead, session.pathStep, session.speed],
        ],
      );
    },
  };
}
