import { DatabaseError, type Pool, type QueryResult, type QueryResultRow } from 'pg';
import { MAX_RINGS, type RingDirection } from '@plecho/domain';
import type { AlertRecord, AlertStore, NewRing, StoredAlert } from '../../alerts/ports.ts';
import { IntegrityError } from '../../commands/batch.ts';
import { TERMS, toStoredAlert, type StoredAlertRow } from './rows.ts';

/** The position of an alert is that of its owner, or none. */
const SELECT = `
  SELECT a.*, p.side, p.liquidation_price
  FROM alerts a
  LEFT JOIN accounts o ON o.user_id = a.user_id AND o.market_id = a.market_id
  LEFT JOIN positions p ON p.id = a.position_id AND p.account_id = o.id`;

const COLUMNS = TERMS.map((name) => (name === 'direction' ? 'd.direction' : `a.${name}`)).join(', ');

/** An alert that has rung since, or is gone, is not among those that ring: whoever comes second finds another number. */
const RING = `
  WITH due AS (
    SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::int[])
      AS d (id, rings, direction, price, at, change)
  ), ended AS (
    DELETE FROM alerts a USING due d WHERE a.id = d.id AND a.rings = d.rings AND a.pause_s IS NULL RETURNING a.*
  ), resting AS (
    UPDATE alerts a SET rings = a.rings + 1, rests_until = d.at + 1000 * a.pause_s::bigint,
      direction = CASE a.kind WHEN 'cross' THEN 'either' ELSE a.direction END
    FROM due d WHERE a.id = d.id AND a.rings = d.rings AND a.pause_s IS NOT NULL RETURNING a.*
  )
  INSERT INTO alert_rings (alert_id, n, user_id, ${TERMS.join(', ')}, price, at, change)
  SELECT a.id, d.rings + 1, a.user_id, ${COLUMNS}, d.price, d.at, d.change
  FROM (SELECT * FROM ended UNION ALL SELECT * FROM resting) a JOIN due d ON d.id = a.id
  ON CONFLICT (alert_id, n) DO NOTHING
  RETURNING alert_id`;

const ARM = `
  UPDATE alerts a SET direction = d.direction
  FROM unnest($1::bigint[], $2::int[], $3::text[]) AS d (id, rings, direction)
  WHERE a.id = d.id AND a.rings = d.rings AND a.direction = 'either'`;

const FORGET = `
  DELETE FROM alert_rings r
  USING (SELECT user_id FROM alert_rings GROUP BY user_id HAVING count(*) > $1) AS u
  WHERE r.user_id = u.user_id
    AND r.id <= (SELECT id FROM alert_rings WHERE user_id = u.user_id ORDER BY id DESC OFFSET $1 LIMIT 1)`;

/**
 * Classes of answers that are about the values, and would be given again: out of range, or against a constraint. What is
 * about rights and tables is none of them: all alerts meet it, and it may pass.
 */
const REFUSALS = new Set(['22', '23']);

/** Alerts, for whoever watches the markets. */
export class PgAlertStore implements AlertStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async ofMarket(marketId: string): Promise<StoredAlert[]> {
    const { rows } = await this.#pool.query<StoredAlertRow>(`${SELECT} WHERE a.market_id = $1`, [marketId]);
    return rows.map(toStoredAlert);
  }

  async byIds(ids: readonly bigint[]): Promise<StoredAlert[]> {
    const { rows } = await this.#pool.query<StoredAlertRow>(`${SELECT} WHERE a.id = ANY ($1)`, [ids]);
    return rows.map(toStoredAlert);
  }

  async ring(rings: readonly NewRing[]): Promise<ReadonlySet<bigint>> {
    const { rows } = await this.#write<{ alert_id: bigint }>(RING, [
      rings.map(({ id }) => id),
      rings.map((each) => each.rings),
      rings.map(({ direction }) => direction),
      rings.map(({ price }) => price),
      rings.map(({ at }) => at),
      rings.map(({ change }) => change),
    ]);
    return new Set(rows.map((row) => row.alert_id));
  }

  async arm(alerts: readonly (Pick<AlertRecord, 'id' | 'rings'> & { direction: RingDirection })[]): Promise<void> {
    await this.#write(ARM, [
      alerts.map(({ id }) => id),
      alerts.map(({ rings }) => rings),
      alerts.map(({ direction }) => direction),
    ]);
  }

  async drop(ids: readonly bigint[]): Promise<void> {
    await this.#write('DELETE FROM alerts WHERE id = ANY ($1)', [ids]);
  }

  async #write<R extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<R>> {
    try {
      return await this.#pool.query<R>(text, values);
    } catch (error) {
      const isRefusal = error instanceof DatabaseError && REFUSALS.has(error.code?.slice(0, 2) ?? '');
      throw isRefusal ? new IntegrityError(error.message, { cause: error }) : error;
    }
  }

  /** Forgets of each person's rings all but the newest. */
  async forget(): Promise<void> {
    await this.#pool.query(FORGET, [MAX_RINGS]);
  }
}
