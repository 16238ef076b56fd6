import { classRulesOf, plainClassRules, type MarketKind, type PlainClassRules, type Recipe } from '@plecho/domain';
import type { ClientBase, Pool } from 'pg';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Queryable } from './connection.ts';

const DAY = 86_400;

interface MarketRow {
  id: string;
  kind: MarketKind;
  title: string;
  label: string;
  start_at: bigint;
  taker_fee: bigint;
  maker_fee: bigint | null;
  funding_hours: number | null;
  funding_cap: bigint | null;
  class_rules: PlainClassRules | null;
  maintenance: bigint;
  stale_after_ms: bigint;
  max_jump: bigint;
  jump_confirm_ms: bigint;
  start_balance: bigint;
  parameters: MarketDefinition['parameters'];
  ended: boolean;
  withdrawn: boolean;
  recipe: Recipe | null;
  salt: string | null;
  blind: boolean | null;
  end_at: bigint | null;
  ending: boolean;
  halted: boolean;
  owner_id: bigint | null;
}

/** A market as it is stored. */
export interface StoredMarket extends MarketDefinition {
  /** It is to end, and to be shown only to those who have an account in it. */
  withdrawn: boolean;
  /** An operator has asked for its end. */
  ending: boolean;
  /** Its trading was halted, and nobody has let it go on. */
  halted: boolean;
}

const scenarioOf = ({ recipe, salt, blind, parameters }: MarketRow): MarketDefinition['scenario'] =>
  recipe === null || salt === null || blind === null
    ? null
    : { recipe, salt, blind, commitment: String(parameters['commitment']) };

/** A scenario says when it ends; a replay of a class lasts as long as its rules say. */
function endOf({ end_at: endAt, start_at: startAt, class_rules: rules }: MarketRow): number | null {
  if (endAt !== null) return Number(endAt);
  return rules?.days == null ? null : Number(startAt) + rules.days * DAY;
}

const toMarket = (row: MarketRow): StoredMarket => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  label: row.label,
  startAt: Number(row.start_at),
  rules: {
    takerFee: row.taker_fee,
    // Markets from before there was one: every fill pays the same.
    makerFee: row.maker_fee ?? row.taker_fee,
    funding:
      row.funding_hours === null || row.funding_cap === null
        ? null
        : { intervalHours: row.funding_hours, cap: row.funding_cap },
    maintenance: row.maintenance,
    staleAfterMs: Number(row.stale_after_ms),
    maxJump: row.max_jump,
    jumpConfirmMs: Number(row.jump_confirm_ms),
    // Those of a scenario follow from its recipe and the pairs of its base.
    spreads: new Map(),
    classRules: row.class_rules === null ? null : classRulesOf(row.class_rules),
  },
  startBalance: row.start_balance,
  parameters: row.parameters,
  scenario: scenarioOf(row),
  endAt: endOf(row),
  ended: row.ended,
  withdrawn: row.withdrawn,
  ending: row.ending,
  halted: row.halted,
  ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
});

const SELECT = `
  SELECT m.*, s.recipe, s.salt, s.blind, s.end_at, e.market_id IS NOT NULL AS ending,
    h.market_id IS NOT NULL AS halted
  FROM markets m LEFT JOIN scenarios s ON s.market_id = m.id LEFT JOIN market_ends e ON e.market_id = m.id
    LEFT JOIN market_halts h ON h.market_id = m.id`;

const INSERT = `
  INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
                       jump_confirm_ms, start_balance, parameters, ended, created_at, maker_fee, funding_hours, funding_cap,
                       class_rules)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, false, $13, $14, $15, $16, $17)
  ON CONFLICT (id) DO NOTHING`;

const OPEN_SYMBOLS = `
  WITH meant AS (SELECT $1::text AS id UNION SELECT market_id FROM scenarios WHERE recipe ->> 'base' = $1)
  SELECT p.symbol FROM meant m JOIN accounts a ON a.market_id = m.id JOIN positions p ON p.account_id = a.id
  UNION
  SELECT o.symbol FROM meant m JOIN accounts a ON a.market_id = m.id JOIN orders o ON o.account_id = a.id
  WHERE o.status = 'open'`;

/** A market as the functions that publish one read it: everything that decides its fills is in it (rule M1). */
export function plainMarket({ id, title, label, startAt, rules, startBalance, parameters }: MarketDefinition) {
  const { takerFee, makerFee, funding, maintenance, staleAfterMs, maxJump, jumpConfirmMs, classRules } = rules;
  return JSON.stringify({
    ...{ id, title, label, start_at: startAt, parameters, start_balance: String(startBalance) },
    ...{ taker_fee: String(takerFee), maker_fee: String(makerFee), maintenance: String(maintenance) },
    ...{ stale_after_ms: staleAfterMs, max_jump: String(maxJump), jump_confirm_ms: jumpConfirmMs },
    ...{ funding_hours: funding?.intervalHours ?? null, funding_cap: funding === null ? null : String(funding.cap) },
    class_rules: classRules === null ? null : plainClassRules(classRules),
  });
}

/**
 * Adds a market; servers that listen are told when the transaction commits.
 * @param at wall clock, ms
 * @returns false when the id is taken.
 */
export async function insertMarket(db: Pool | ClientBase, market: MarketDefinition, at: number): Promise<boolean> {
  const { id, kind, title, label, startAt, rules, startBalance, parameters } = market;
  const { rowCount } = await db.query(INSERT, [
    ...[id, kind, title, label, startAt, rules.takerFee, rules.maintenance, rules.staleAfterMs, rules.maxJump],
    ...[rules.jumpConfirmMs, startBalance, parameters, at],
    ...[rules.makerFee, rules.funding?.intervalHours ?? null, rules.funding?.cap ?? null],
    rules.classRules === null ? null : plainClassRules(rules.classRules),
  ]);
  return rowCount === 1;
}

/**
 * Marks a replay as withdrawn, as the owner of the tables: the application has no right to. Servers that
 * listen are told. @returns false when there is no such replay, or it is withdrawn already
 */
export async function withdrawReplay(db: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE markets SET withdrawn = true WHERE id = $1 AND kind = 'replay' AND NOT withdrawn",
    [id],
  );
  return rowCount === 1;
}

export async function hasMarket(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM markets WHERE id = $1', [id]);
  return rowCount === 1;
}

/** The markets of an installation. What they are made from never changes; they can only end or be withdrawn. */
export class MarketStore {
  readonly #db: Pool | ClientBase;

  constructor(db: Pool | ClientBase) {
    this.#db = db;
  }

  /** Those that are everybody's, in the order in which they were made. */
  async list(): Promise<StoredMarket[]> {
    const { rows } = await this.#db.query<MarketRow>(`${SELECT} WHERE m.owner_id IS NULL ORDER BY m.number`);
    return rows.map(toMarket);
  }

  async find(id: string): Promise<StoredMarket | null> {
    const { rows } = await this.#db.query<MarketRow>(`${SELECT} WHERE m.id = $1`, [id]);
    return rows[0] === undefined ? null : toMarket(rows[0]);
  }

  /** How many people have an account in it. */
  async members(id: string): Promise<number> {
    const { rows } = await this.#db.query<{ count: bigint }>('SELECT count(*) FROM accounts WHERE market_id = $1', [
      id,
    ]);
    return Number(rows[0]?.count ?? 0);
  }

  /** Pairs in which somebody has a position or a resting order, in the market or in a scenario over it. */
  async openSymbols(id: string): Promise<string[]> {
    const { rows } = await this.#db.query<{ symbol: string }>(OPEN_SYMBOLS, [id]);
    return rows.map(({ symbol }) => symbol);
  }

  /** For the owner alone. @param at wall clock, ms @returns false when the id is taken */
  create(market: MarketDefinition, at: number): Promise<boolean> {
    return insertMarket(this.#db, market, at);
  }

  /** Asks for the end of a market; said twice it does no harm. @param at wall clock, ms */
  async askEnd(id: string, at: number): Promise<void> {
    await this.#db.query('INSERT INTO market_ends (market_id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, at]);
  }

  /** Ids of the markets that were asked to end, also of those that have. */
  async asked(): Promise<Set<string>> {
    const { rows } = await this.#db.query<{ market_id: string }>('SELECT market_id FROM market_ends');
    return new Set(rows.map(({ market_id: id }) => id));
  }

  /** Everything in the market is closed; said twice it does no harm. */
  async setEnded(id: string): Promise<void> {
    await this.#db.query('UPDATE markets SET ended = true WHERE id = $1 AND NOT ended', [id]);
  }
}
