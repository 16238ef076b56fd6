import { MAX_INT64, OPERATION_TYPES, type BankVerdict, type OperationType } from '@plecho/domain';
import type { Network } from '@plecho/network';
import type {
  BankState,
  NewCard,
  NewDeposit,
  OperationFilter,
  OperationRecord,
  OperationStore,
} from '../../payments/ports.ts';
import type { Queryable } from '../connection.ts';
import { OPERATION_COLUMNS, OPERATION_JOINS, toOperation, type OperationRow } from './operation-rows.ts';

const ADD_DEPOSIT = `
  INSERT INTO operations (id, account_id, user_id, type, amount, currency, network, address, tx_hash, created_at)
  VALUES ($1, $2, $3, 'deposit', $4, $5, $6, $7, $8, $9) ON CONFLICT (tx_hash) DO NOTHING`;

const ADD_CARD = `
  WITH added AS (
    INSERT INTO operations (id, account_id, user_id, type, amount, currency, card, created_at)
    VALUES ($1, $2, $3, 'card', $4, 'RUB', $5, $6) RETURNING id
  )
  INSERT INTO bank_steps (operation_id, code, attempts_left, expires_at) SELECT id, $7, $8, $9 FROM added`;

const select = (condition: string): string =>
  `SELECT ${OPERATION_COLUMNS} FROM operations o ${OPERATION_JOINS} WHERE ${condition}`;

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
      OR b.expires_at <= $4 OR b.verdict IS NOT NULL)
  ORDER BY p.operation_id LIMIT $5`;

/** Guesses that come together wait for each other here, and each is looked at with what the others left. */
const TRY_CODE = `
  UPDATE bank_steps SET attempts_left = attempts_left - 1,
    verdict = CASE WHEN code IS NOT DISTINCT FROM $2 THEN $3 WHEN attempts_left = 1 THEN 'wrongCode' END
  WHERE operation_id = $1 AND verdict IS NULL AND attempts_left > 0 AND expires_at > $4
  RETURNING attempts_left, verdict`;

const END_BANK = 'UPDATE bank_steps SET verdict = $2 WHERE operation_id = $1 AND verdict IS NULL';

/** Operations of practice money. */
export class PgOperationStore implements OperationStore {
  readonly #client: Queryable;

  /** @param client a connection with a transaction makes everything part of it */
  constructor(client: Queryable) {
    this.#client = client;
  }

  async addDeposit(deposit: NewDeposit): Promise<boolean> {
    const { id, accountId, userId, amount, asset, network, address, txHash, createdAt } = deposit;
    const values = [id, accountId, userId, amount, asset, network, address, txHash, createdAt];
    const { rowCount } = await this.#client.query({ name: 'add_deposit', text: ADD_DEPOSIT, values });
    return rowCount === 1;
  }

  async addCard({ id, accountId, userId, rub, card, createdAt, bank }: NewCard): Promise<void> {
    const { code, attemptsLeft, expiresAt } = bank;
    const values = [id, accountId, userId, rub, card, createdAt, code, attemptsLeft, expiresAt];
    await this.#client.query({ name: 'add_card', text: ADD_CARD, values });
  }

  async byId(id: bigint): Promise<OperationRecord | null> {
    return (await this.#read('operation_by_id', BY_ID, [id]))[0] ?? null;
  }

  list({ accountId, beforeId, limit, type, status }: OperationFilter): Promise<OperationRecord[]> {
    const values = [accountId, beforeId ?? MAX_INT64, type ?? null, status ?? null, limit];
    return this.#read('operations', LIST, values);
  }

  async countPending(userId: bigint): Promise<number> {
    const text = 'SELECT count(*)::integer AS pending FROM pending_operations WHERE user_id = $1';
    const { rows } = await this.#client.query<{ pending: number }>({ name: 'count_pending', text, values: [userId] });
    return rows[0]?.pending ?? 0;
  }

  async tryCode(
    operationId: bigint,
    code: string | null,
    ifRight: BankVerdict,
    now: number,
  ): Promise<Pick<BankState, 'attemptsLeft' | 'verdict'> | null> {
    const { rows } = await this.#client.query<{ attempts_left: number; verdict: BankVerdict | null }>(TRY_CODE, [
      ...[operationId, code, ifRight, now],
    ]);
    return rows[0] === undefined ? null : { attemptsLeft: rows[0].attempts_left, verdict: rows[0].verdict };
  }

  async endBank(operationId: bigint, verdict: BankVerdict): Promise<boolean> {
    const { rowCount } = await this.#client.query(END_BANK, [operationId, verdict]);
    return rowCount === 1;
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
    const { rows } = await this.#client.query<{ type: OperationType; pending: number }>(text);
    const counts = new Map(rows.map(({ type, pending }) => [type, pending]));
    return Object.fromEntries(OPERATION_TYPES.map((type) => [type, counts.get(type) ?? 0])) as Record<
      OperationType,
      number
    >;
  }

  async #read(name: string, text: string, values: unknown[]): Promise<OperationRecord[]> {
    const { rows } = await this.#client.query<OperationRow>({ name, text, values });
    return rows.map(toOperation);
  }
}
