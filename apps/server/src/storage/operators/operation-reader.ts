import type { Pool } from 'pg';
import type { OwnedOperationFilter, OperationReader, OwnedOperationRecord } from '../../operators/ports.ts';
import { OPERATION_COLUMNS, OPERATION_JOINS, toOperation, type OperationRow } from '../payments/operation-rows.ts';

const select = (condition: string): string => `
  SELECT u.phone, ${OPERATION_COLUMNS} FROM operations o JOIN users u ON u.id = o.user_id ${OPERATION_JOINS}
  WHERE ${condition}`;

/** By what decides the status, so that the few pending ones are found through their own table. */
const STATUS = {
  pending: 'o.id IN (SELECT operation_id FROM pending_operations)',
  completed: 's.operation_id IS NOT NULL AND s.failure IS NULL',
  failed: 's.failure IS NOT NULL',
} as const;

const BY_CODE = select('o.code = $1');

type Row = OperationRow & { phone: string | null };
const toView = (row: Row): OwnedOperationRecord => ({ phone: row.phone, operation: toOperation(row) });

/** Everybody's operations with their owners' phones. */
export class PgOperationReader implements OperationReader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list({ beforeId, limit, status }: OwnedOperationFilter): Promise<OwnedOperationRecord[]> {
    const condition = status === undefined ? 'true' : STATUS[status];
    const text = `${select(`${condition} AND ($1::bigint IS NULL OR o.id < $1)`)} ORDER BY o.id DESC LIMIT $2`;
    return (await this.#pool.query<Row>(text, [beforeId, limit])).rows.map(toView);
  }

  async byCode(code: bigint): Promise<OwnedOperationRecord | null> {
    const [row] = (await this.#pool.query<Row>(BY_CODE, [code])).rows;
    return row === undefined ? null : toView(row);
  }
}
