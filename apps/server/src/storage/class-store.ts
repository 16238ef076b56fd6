import {
  classRulesOf,
  type Animal,
  type ClassWord,
  type Colour,
  type PlainClassRules,
  type Ppm,
  type Side,
  type Usdt,
} from '@plecho/domain';
import type { Pool } from 'pg';
import type {
  Belonging,
  ClassPublisher,
  ClassRecord,
  ClassStore,
  HeldExposure,
  LeverageRecord,
  LossCount,
  MemberAccount,
  MemberRecord,
} from '../classes/ports.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Queryable } from './connection.ts';
import { PgScenarioStore } from './operators/scenario-store.ts';
import { replayPublisher } from './replay-session-store.ts';

interface ClassRow {
  id: bigint;
  word: ClassWord;
  number: number;
  code: string;
  market_id: string;
  created_at: bigint;
  ended_at: bigint | null;
  members: number;
  class_rules: PlainClassRules;
  start_balance: Usdt;
  label: string;
  ended: boolean;
}

interface MemberRow {
  user_id: bigint;
  phone: string | null;
  animal: Animal | null;
  colour: Colour | null;
  joined_at: bigint;
  left_at: bigint | null;
  account_id: bigint | null;
  season: number;
  realised_pnl: Usdt;
  day: number | null;
  day_result: Usdt | null;
  passed_at: bigint | null;
  ended_at: bigint | null;
  total: Usdt;
  drawdown: Ppm;
  trades: number;
  liquidations: number;
  last_trade_at: bigint | null;
}

const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));

const toClass = (row: ClassRow): ClassRecord => ({
  ...{ id: row.id, word: row.word, number: row.number, code: row.code, marketId: row.market_id },
  ...{ createdAt: Number(row.created_at), endedAt: numberOrNull(row.ended_at), members: row.members },
  ...{ rules: classRulesOf(row.class_rules), startBalance: row.start_balance, label: row.label, isOver: row.ended },
});

function toAccount(row: MemberRow): MemberAccount | null {
  if (row.account_id === null) return null;
  return {
    ...{ id: row.account_id, total: row.total, season: row.season, result: row.realised_pnl },
    ...{ day: row.day ?? 0, dayResult: row.day_result ?? 0n, drawdown: row.drawdown },
    ...{ trades: row.trades, liquidations: row.liquidations, lastTradeAt: numberOrNull(row.last_trade_at) },
    ...{ passedAt: numberOrNull(row.passed_at), endedAt: numberOrNull(row.ended_at) },
  };
}

const toMember = (row: MemberRow): MemberRecord => ({
  ...{ userId: row.user_id, phone: row.phone },
  persona: row.animal === null || row.colour === null ? null : { animal: row.animal, colour: row.colour },
  ...{ joinedAt: Number(row.joined_at), leftAt: numberOrNull(row.left_at), account: toAccount(row) },
});

const CLASS = `
  SELECT c.id, c.word, c.number, c.code, c.market_id, c.created_at, c.ended_at,
  (SELECT count(*)::integer FROM class_members n WHERE n.class_id = c.id AND n.left_at IS NULL) AS members,
    k.class_rules, k.start_balance, k.label, k.ended`;
const FROM = 'FROM classes c JOIN markets k ON k.id = c.market_id';

const BELONGING = `
  SELECT EXISTS (SELECT FROM class_members WHERE class_id = $1 AND user_id = $3 AND left_at IS NULL) AS is_member,
         EXISTS (SELECT FROM class_members m JOIN accounts a ON a.user_id = m.user_id AND a.market_id = $2
                 WHERE m.class_id = $1 AND m.user_id = $3) AS has_left,
         EXISTS (SELECT FROM users WHERE id = $3 AND role = 'operator' AND block_reason IS NULL) AS is_operator`;

const JOIN = `
  INSERT INTO class_members (class_id, user_id, joined_at) VALUES ($1, $2, $3)
  ON CONFLICT (class_id, user_id) DO UPDATE SET left_at = NULL WHERE class_members.left_at IS NOT NULL`;

/** What a trade brought, net of what it cost. */
const NET = 'pnl - fee + funding';

/**
 * Of each account the trades of the season that lasts, as what the account was worth after each of them: the drawdown is
 * the largest fall of that from a peak, in parts of the peak. Of all its seasons, the liquidations.
 */
const MEMBERS = `
  SELECT m.user_id, u.phone, p.animal, p.colour, m.joined_at, m.left_at, a.id AS account_id, a.season, a.realised_pnl,
         a.attempt_day AS day, a.attempt_day_result AS day_result, a.attempt_passed_at AS passed_at,
         a.attempt_ended_at AS ended_at, t.drawdown, t.trades, e.liquidations,
         (SELECT sum(balance)::bigint FROM ledger_accounts WHERE id BETWEEN a.id * 16 AND a.id * 16 + 3) AS total,
         greatest(e.last_trade_at, (SELECT max(opened_at) FROM positions WHERE account_id = a.id)) AS last_trade_at
  FROM class_members m
  JOIN users u ON u.id = m.user_id
  LEFT JOIN personas p ON p.user_id = m.user_id
  LEFT JOIN accounts a ON a.user_id = m.user_id AND a.market_id = $2
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS trades, coalesce(max((peak - worth) * 1000000 / peak), 0)::bigint AS drawdown
    FROM (
      SELECT worth, greatest($3::bigint, max(worth) OVER (ORDER BY id)) AS peak
      FROM (
        SELECT id, $3::bigint + sum(${NET}) OVER (ORDER BY id) AS worth FROM trades
        WHERE account_id = a.id AND id > coalesce((SELECT max(ended_id) FROM seasons WHERE account_id = a.id), 0)
      ) AS worths
    ) AS peaks
  ) AS t ON true
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE reason = 'liquidation')::integer AS liquidations,
           max(closed_at) AS last_trade_at
    FROM trades WHERE account_id = a.id
  ) AS e ON true
  WHERE m.class_id = $1 ORDER BY m.joined_at, m.user_id`;

const OPEN_POSITIONS = `
  SELECT p.account_id, p.symbol, p.side, p.notional, p.entry_price
  FROM positions p JOIN accounts a ON a.id = p.account_id WHERE a.market_id = $1`;

const BY_LEVERAGE = `
  SELECT t.leverage, count(*)::integer AS trades, count(*) FILTER (WHERE ${NET} < 0)::integer AS losing,
         count(*) FILTER (WHERE reason = 'liquidation')::integer AS liquidations, sum(${NET})::bigint AS result
  FROM trades t JOIN accounts a ON a.id = t.account_id WHERE a.market_id = $1 GROUP BY 1 ORDER BY 1`;

const LOSSES = `
  SELECT count(*)::integer AS accounts, count(*) FILTER (WHERE result < 0)::integer AS losing
  FROM (SELECT sum(${NET}) AS result FROM trades t JOIN accounts a ON a.id = t.account_id
        WHERE a.market_id = $1 GROUP BY t.account_id) AS results`;

const END = `
  WITH ended AS (UPDATE classes SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING market_id)
  INSERT INTO market_ends (market_id, at) SELECT market_id, $2 FROM ended ON CONFLICT DO NOTHING`;

/** Classes, who is in them, and how they do. */
export class PgClassStore implements ClassStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(): Promise<ClassRecord[]> {
    const { rows } = await this.#pool.query<ClassRow>(`${CLASS} ${FROM} ORDER BY c.id DESC`);
    return rows.map(toClass);
  }

  async of(userId: bigint): Promise<(ClassRecord & { joinedAt: number })[]> {
    const { rows } = await this.#pool.query<ClassRow & { joined_at: bigint }>(
      `${CLASS}, m.joined_at ${FROM} JOIN class_members m ON m.class_id = c.id
       WHERE m.user_id = $1 AND m.left_at IS NULL ORDER BY m.joined_at DESC, c.id DESC`,
      [userId],
    );
    return rows.map((row) => ({ ...toClass(row), joinedAt: Number(row.joined_at) }));
  }

  async byId(id: bigint): Promise<ClassRecord | null> {
    const { rows } = await this.#pool.query<ClassRow>(`${CLASS} ${FROM} WHERE c.id = $1`, [id]);
    return rows[0] === undefined ? null : toClass(rows[0]);
  }

  async byCode(code: string, userId: bigint): Promise<(ClassRecord & { isMember: boolean }) | null> {
    const { rows } = await this.#pool.query<ClassRow & { is_member: boolean }>(
      `${CLASS}, EXISTS (SELECT FROM class_members n
         WHERE n.class_id = c.id AND n.user_id = $2 AND n.left_at IS NULL) AS is_member
       ${FROM} WHERE c.code = $1`,
      [code, userId],
    );
    return rows[0] === undefined ? null : { ...toClass(rows[0]), isMember: rows[0].is_member };
  }

  async classOf(marketId: string): Promise<bigint | null> {
    const text = `
      SELECT id FROM classes WHERE market_id = $1 UNION ALL SELECT class_id FROM drills WHERE market_id = $1`;
    const { rows } = await this.#pool.query<{ id: bigint }>(text, [marketId]);
    return rows[0]?.id ?? null;
  }

  async belonging(classId: bigint, marketId: string, userId: bigint): Promise<Belonging> {
    const { rows } = await this.#pool.query<{ is_member: boolean; has_left: boolean; is_operator: boolean }>({
      ...{ name: 'class_belonging', text: BELONGING, values: [classId, marketId, userId] },
    });
    const [row] = rows;
    if (row?.is_member === true) return 'member';
    if (row?.has_left === true) return 'left';
    return row?.is_operator === true ? 'operator' : 'stranger';
  }

  async join(classId: bigint, userId: bigint, at: number): Promise<void> {
    await this.#pool.query(JOIN, [classId, userId, at]);
  }

  async leave(classId: bigint, userId: bigint, at: number): Promise<void> {
    await this.#pool.query(
      'UPDATE class_members SET left_at = $3 WHERE class_id = $1 AND user_id = $2 AND left_at IS NULL',
      [classId, userId, at],
    );
  }

  async members({ id, marketId }: Pick<ClassRecord, 'id' | 'marketId'>, startBalance: Usdt): Promise<MemberRecord[]> {
    const { rows } = await this.#pool.query<MemberRow>(MEMBERS, [id, marketId, startBalance]);
    return rows.map(toMember);
  }

  async openPositions(marketId: string): Promise<HeldExposure[]> {
    const { rows } = await this.#pool.query<{
      account_id: bigint;
      symbol: string;
      side: Side;
      notional: Usdt;
      entry_price: bigint;
    }>(OPEN_POSITIONS, [marketId]);
    return rows.map(({ account_id: accountId, entry_price: entryPrice, ...row }) => ({
      ...row,
      accountId,
      entryPrice,
    }));
  }

  async byLeverage(marketId: string): Promise<LeverageRecord[]> {
    return (await this.#pool.query<LeverageRecord>(BY_LEVERAGE, [marketId])).rows;
  }

  async losses(marketId: string): Promise<LossCount> {
    const { rows } = await this.#pool.query<LossCount>(LOSSES, [marketId]);
    return rows[0] ?? { accounts: 0, losing: 0 };
  }

  async end(id: bigint, at: number): Promise<void> {
    await this.#pool.query(END, [id, at]);
  }
}

/** @param client a connection with a transaction, which everything becomes part of */
export function classPublisher(client: Queryable): ClassPublisher {
  return {
    async addMarket(definition: MarketDefinition, lastKey, at) {
      if (definition.kind === 'scenario') await new PgScenarioStore(client).publish(definition, lastKey, at);
      else if (!(await replayPublisher(client).addMarket(definition, at))) throw new Error(`${definition.id} is taken`);
    },

    async addClass({ id, word, number, code, marketId, madeBy, createdAt }) {
      const { rowCount } = await client.query(
        `INSERT INTO classes (id, word, number, code, market_id, made_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING`,
        [id, word, number, code, marketId, madeBy, createdAt],
      );
      return rowCount === 1;
    },
  };
}
