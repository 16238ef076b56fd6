import type { CloseReason, MarketRules, Persona, Side } from '@plecho/domain';
import type { Pool } from 'pg';
import type {
  DrillBelonging,
  DrilledClass,
  DrillPerson,
  DrillPlace,
  DrillPublisher,
  DrillRecord,
  DrillStore,
  DrillTrade,
} from '../replays/drills/ports.ts';
import type { DrillChange } from '../replays/drills/drill.ts';
import type { Queryable } from './connection.ts';
import { MarketStore } from './market-store.ts';
import { replayPublisher } from './replay-session-store.ts';
import { inTransaction } from './transaction.ts';

const SELECT = `
  SELECT d.*, c.code, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS read_at, m.ended, e.market_id IS NOT NULL AS ending,
    (SELECT count(*)::integer FROM accounts a WHERE a.market_id = d.market_id) AS members
  FROM drills d JOIN classes c ON c.id = d.class_id JOIN markets m ON m.id = d.market_id LEFT JOIN market_ends e ON e.market_id = d.market_id`;

const IS_OPERATOR = "EXISTS (SELECT FROM users WHERE id = $2 AND role = 'operator' AND block_reason IS NULL)";
const IS_MEMBER = (classId: string): string =>
  `EXISTS (SELECT FROM class_members WHERE class_id = ${classId} AND user_id = $2 AND left_at IS NULL)`;

/** Of those whose market is somebody else's by now nothing is written (rule O1). */
const SAVE = `
  WITH owned AS MATERIALIZED (
    SELECT n.* FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[]) AS n (market_id, playhead, path_step, term)
    JOIN market_owners o ON o.market_id = n.market_id AND o.term = n.term FOR KEY SHARE OF o)
  UPDATE drills d SET playhead = n.playhead, path_step = n.path_step
  FROM owned n WHERE d.market_id = n.market_id AND d.playhead < n.playhead`;

const TRADES = `
  SELECT t.account_id, t.symbol, t.side, t.leverage, t.margin, t.pnl - t.fee + t.funding AS net, t.reason,
    t.entry_seq, coalesce(t.first_price, t.entry_price) AS entry_price, t.entry_time, t.exit_seq, t.exit_price, t.exit_time,
    coalesce((SELECT max(number) FROM seasons WHERE account_id = t.account_id AND ended_id < t.id), 0) + 1 AS season
  FROM trades t JOIN accounts a ON a.id = t.account_id WHERE a.market_id = $1 ORDER BY t.exit_time, t.id`;

const PEOPLE = `
  SELECT a.user_id, a.id AS account_id, p.animal, p.colour
  FROM accounts a LEFT JOIN personas p ON p.user_id = a.user_id WHERE a.market_id = $1 ORDER BY a.id`;

interface Row {
  market_id: string;
  class_id: bigint;
  code: string;
  dataset_id: string;
  symbols: string[];
  start_at: bigint;
  minutes: number;
  masked: boolean;
  created_at: bigint;
  read_at: bigint;
  state: DrillRecord['state'];
  plays_at: bigint | null;
  speed: number;
  version: number;
  playhead: bigint;
  path_step: number;
  ending: boolean;
  ended: boolean;
  members: number;
}

const toDrill = (row: Row): DrillRecord => ({
  ...{
    marketId: row.market_id,
    classId: row.class_id,
    classCode: row.code,
    datasetId: row.dataset_id,
    symbols: row.symbols,
  },
  ...{ startAt: Number(row.start_at), minutes: row.minutes, masked: row.masked, createdAt: Number(row.created_at) },
  readAt: Number(row.read_at),
  ...{ state: row.state, playsAt: row.plays_at === null ? null : Number(row.plays_at) },
  ...{ speed: row.speed, version: row.version, playhead: Number(row.playhead), pathStep: row.path_step },
  ...{ ending: row.ending, ended: row.ended, members: row.members },
});

interface TradeRow {
  account_id: bigint;
  symbol: string;
  side: Side;
  leverage: number;
  margin: bigint;
  net: bigint;
  entry_seq: bigint;
  entry_price: bigint;
  exit_seq: bigint;
  exit_price: bigint;
  entry_time: bigint;
  exit_time: bigint;
  reason: CloseReason;
  season: number;
}

const toTrade = (row: TradeRow): DrillTrade => ({
  ...{ accountId: row.account_id, symbol: row.symbol, side: row.side, leverage: row.leverage, margin: row.margin },
  ...{ net: row.net, reason: row.reason, season: row.season },
  entry: { seq: row.entry_seq, symbol: row.symbol, price: row.entry_price, time: Number(row.entry_time) },
  exit: { seq: row.exit_seq, symbol: row.symbol, price: row.exit_price, time: Number(row.exit_time) },
});

/** Drills, how they are played and where each stands. */
export class PgDrillStore implements DrillStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async find(marketId: string): Promise<DrillRecord | null> {
    return (await this.some([marketId]))[0] ?? null;
  }

  async some(marketIds: readonly string[]): Promise<DrillRecord[]> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} WHERE d.market_id = ANY ($1)`, [marketIds]);
    return rows.map(toDrill);
  }

  async ofClass(classId: bigint, limit: number): Promise<DrillRecord[]> {
    const { rows } = await this.#pool.query<Row>(
      `${SELECT} WHERE d.class_id = $1 ORDER BY d.created_at DESC, d.market_id LIMIT $2`,
      [classId, limit],
    );
    return rows.map(toDrill);
  }

  async classOf(code: string): Promise<DrilledClass | null> {
    const { rows } = await this.#pool.query<{ id: bigint; market_id: string; ended_at: bigint | null }>(
      'SELECT id, market_id, ended_at FROM classes WHERE code = $1',
      [code],
    );
    const [row] = rows;
    const market = row === undefined ? null : await new MarketStore(this.#pool).find(row.market_id);
    if (row === undefined || market === null) return null;
    const rules: MarketRules = market.rules;
    return { id: row.id, rules, startBalance: market.startBalance, ended: row.ended_at !== null || market.ended };
  }

  async belonging(marketId: string, userId: bigint): Promise<DrillBelonging | null> {
    const { rows } = await this.#pool.query<{ belonging: DrillBelonging }>({
      name: 'drill_belonging',
      text: `
        SELECT CASE WHEN ${IS_MEMBER('d.class_id')} THEN 'member' WHEN ${IS_OPERATOR} THEN 'operator' ELSE 'stranger' END
          AS belonging FROM drills d WHERE d.market_id = $1`,
      values: [marketId, userId],
    });
    return rows[0]?.belonging ?? null;
  }

  async isOfClass(classId: bigint, userId: bigint): Promise<boolean> {
    const { rows } = await this.#pool.query<{ is: boolean }>(`SELECT ${IS_MEMBER('$1')} AS is`, [...[classId, userId]]);
    return rows[0]?.is === true;
  }

  change(
    marketId: string,
    now: number,
    decide: (drill: DrillRecord) => DrillChange | null,
  ): Promise<DrillRecord | null> {
    return inTransaction(this.#pool, async (client) => {
      const read = async (): Promise<DrillRecord | null> => {
        const { rows } = await client.query<Row>(`${SELECT} WHERE d.market_id = $1`, [marketId]);
        return rows[0] === undefined ? null : toDrill(rows[0]);
      };
      await client.query('SELECT FROM drills WHERE market_id = $1 FOR UPDATE', [marketId]);
      const drill = await read();
      const change = drill === null ? null : decide(drill);
      if (change === null) return drill;
      const { state, playsAt, speed, version } = change.play;
      await client.query('UPDATE drills SET state = $2, plays_at = $3, speed = $4, version = $5 WHERE market_id = $1', [
        ...[marketId, state, playsAt, speed, version],
      ]);
      if (change.ends) await new MarketStore(client).askEnd(marketId, now);
      return read();
    });
  }

  async save(places: readonly DrillPlace[]): Promise<void> {
    if (places.length === 0) return;
    await this.#pool.query(SAVE, [
      places.map(({ marketId }) => marketId),
      places.map(({ playhead }) => playhead),
      places.map(({ pathStep }) => pathStep),
      places.map(({ term }) => term),
    ]);
  }

  async people(marketId: string): Promise<DrillPerson[]> {
    const { rows } = await this.#pool.query<
      { user_id: bigint; account_id: bigint } & { [K in keyof Persona]: Persona[K] | null }
    >(PEOPLE, [marketId]);
    return rows.map(({ user_id: userId, account_id: accountId, animal, colour }) => ({
      ...{ userId, accountId, persona: animal === null || colour === null ? null : { animal, colour } },
    }));
  }

  async trades(marketId: string): Promise<DrillTrade[]> {
    const { rows } = await this.#pool.query<TradeRow>(TRADES, [marketId]);
    return rows.map(toTrade);
  }
}

/** @param client a connection with a transaction, which everything becomes part of */
export function drillPublisher(client: Queryable): DrillPublisher {
  return {
    ...replayPublisher(client),
    async addDrill(drill) {
      await client.query(
        `INSERT INTO drills (market_id, class_id, dataset_id, symbols, start_at, minutes, masked, created_at, speed, playhead, path_step)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[drill.marketId, drill.classId, drill.datasetId, drill.symbols, drill.startAt, drill.minutes],
          ...[drill.masked, drill.createdAt, drill.speed, drill.playhead, drill.pathStep],
        ],
      );
    },
  };
}
