import type { Network } from '@plecho/network';
import type { Pool } from 'pg';
import {
  OPERATION_TYPES,
  type NewCard,
  type NewDeposit,
  type OperationFilter,
  type OperationRecord,
  type OperationStore,
  type OperationType,
} from '../../payments/ports.ts';
import { OPERATION_COLUMNS, OPERATION_JOINS, toOperation, type OperationRow } from './operation-rows.ts';

const MAX_ID = 9_223_372_036_854_775_807n;

const ADD_DEPOSIT = `
  INSERT INTO operations (id, account_id, user_id, type, amount, currency, network, address, tx_hash, created_at, request_key)
  VALUES ($1, $2, $3, 'deposit', $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;

const ADD_CARD = `
  WITH added AS (
    INSERT INTO operations (id, account_id, user_id, type, amount, currency, card, created_at, request_key)
    VALUES ($1, $2, $3, 'card', $4, 'RUB', $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id
  )
  INSERT INTO bank_steps (operation_id, code, attempts_left, expires_at) SELECT id, $8, $9, $10 FROM added`;

const select = (condition: string): string =>
  `SELECT ${OPERATION_COLUMNS} FROM operations o ${OPERATION_JOINS} WHERE ${condition}`;

const BY_REQUEST = select('o.user_id = $1 AND o.type = $2 AND o.request_key = $3');
const BY_ID = select('o.id = $1');
const LIST = `${select(`o.account_id = $1 AND o.id < $2 AND ($3::text IS NULL OR o.type = $3)
  AND ($4::text IS NULL OR $4 = CASE WHEN s.operation_id IS NULL THEN 'pending'
                                     WHEN s.failure IS NULL THEN 'completed' ELSE 'failed' END)`)}
  ORDER BY o.id DESC LIMIT $5`;

const DUE = `
  SELECT ${OPERATION_COLUMNS}
  FROM pending_operations p JOIN operations o ON o.id = p.operation_id ${OPERATION_JOINS}
  LEFT JOIN unnest($1::text[], $2::bigint[]) AS confirmed (network, height) ON confirmed.network = o.network
  WHERE p.operation_id > $3
    AND (t.block_height <= confirmed.height OR (o.type = 'withdraw' AND t.hash IS NULL)
      OR b.expires_at <= $4 OR b.attempts_left = 0)
  ORDER BY p.operation_id LIMIT $5`;

const TAKE_ATTEMPT = `
  UPDATE bank_steps SET attempts_left = attempts_left - 1 WHERE operation_id = $1 AND attempts_left > 0
  RETURNING attempts_left`;

/** Operations of practice money. */
export class PgOperationStore implements OperationStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async addDeposit(deposit: NewDeposit): Promise<boolean> {
    const { id, accountId, userId, amount, asset, network, address, txHash, createdAt, requestKey } = deposit;
    const values = [id, accountId, userId, amount, asset, network, address, txHash, createdAt, requestKey];
    const { rowCount } = await this.#pool.query({ name: 'add_deposit', text: ADD_DEPOSIT, values });
    return rowCount === 1;
  }

  async addCard({ id, accountId, userId, rub, card, createdAt, requestKey, bank }: NewCard): Promise<boolean> {
    const { code, attemptsLeft, expiresAt } = bank;
    const values = [id, accountId, userId, rub, card, createdAt, requestKey, code, attemptsLeft, expiresAt];
    const { rowCount } = await this.#pool.query({ name: 'add_card', text: ADD_CARD, values });
    return rowCount === 1;
  }

  async byRequest(userId: bigint, type: OperationType, key: string): Promise<OperationRecord | null> {
    return (await this.#read('operation_by_request', BY_REQUEST, [userId, type, key]))[0] ?? null;
  }

  async byId(id: bigint): Promise<OperationRecord | null> {
    return (await this.#read('operation_by_id', BY_ID, [id]))[0] ?? null;
  }

  list({ accountId, beforeId, limit, type, status }: OperationFilter): Promise<OperationRecord[]> {
    const values = [accountId, beforeId ?? MAX_ID, type ?? null, status ?? null, limit];
    return this.#read('operations', LIST, values);
  }

  async isClaimed(txHash: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('SELECT FROM operations WHERE tx_hash = $1', [txHash]);
    return rowCount !== 0;
  }

  async countPending(userId: bigint): Promise<number> {
    const text = 'SELECT count(*)::integer AS pending FROM pending_operations WHERE user_id = $1';
    const { rows } = await this.#pool.query<{ pending: number }>({ name: 'count_pending', text, values: [userId] });
    return rows[0]?.pending ?? 0;
  }

  async wasAnswered(userId: bigint, command: string, key: string): Promise<boolean> {
    const text = 'SELECT FROM command_outcomes WHERE user_id = $1 AND operation = $2 AND key = $3';
    const { rowCount } = await this.#pool.query(text, [userId, command, key]);
    return rowCount !== 0;
  }

  async takeAttempt(operationId: bigint): Promise<number | null> {
    const { rows } = await this.#pool.query<{ attempts_left: number }>(TAKE_ATTEMPT, [operationId]);
    return rows[0]?.attempts_left ?? null;
  }

  due(
    now: number,
    confirmed: ReadonlyMap<Network, number>,
    afterId: bigint,
    limit: number,
  ): Promise<OperationRecord[]> {
    const values = [[...confirmed.keys()], [...confirmed.values()], afterId, now, limit];
    return this.#read('due_operations', DUE, values);
  }

  async pendingByType(): Promise<Record<OperationType, number>> {
    const text = 'SELECT type, count(*)::integer AS pending FROM pending_operations GROUP BY type';
    const { rows } = await this.#pool.query<{ type: OperationType; pending: number }>(text);
    const counts = new Map(rows.map(({ type, pending }) => [type, pending]));
    return Object.fromEntries(OPERATION_TYPES.map((type) => [type, counts.get(type) ?? 0])) as Record<
      OperationType,
      number
    >;
  }

  async #read(name: string, text: string, values: unknown[]): Promise<OperationRecord[]> {
    const { rows } = await this.#pool.query<OperationRow>({ name, text, values });
    return rows.map(toOperation);
  }
}
