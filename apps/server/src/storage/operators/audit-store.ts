import type { AuditAction } from '@plecho/contract';
import type { Pool } from 'pg';
import type { AuditedCall, AuditEntry, AuditFilter, AuditStore } from '../../operators/ports.ts';

const BEGIN = `
  INSERT INTO audit_log (at, operator_id, session_id, action, target_id, details) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`;

const LIST = `
  SELECT a.*, o.phone AS operator_phone, t.phone AS target_phone, e.status
  FROM audit_log a JOIN users o ON o.id = a.operator_id
  LEFT JOIN users t ON t.id = a.target_id LEFT JOIN audit_outcomes e ON e.audit_id = a.id
  WHERE ($1::bigint IS NULL OR a.id < $1) AND ($2::text IS NULL OR a.action = $2)
    AND ($3::bigint IS NULL OR a.operator_id = $3) AND ($4::bigint IS NULL OR a.target_id = $4)
  ORDER BY a.id DESC LIMIT $5`;

interface Row {
  id: bigint;
  at: bigint;
  operator_id: bigint;
  session_id: bigint;
  action: AuditAction;
  target_id: bigint | null;
  details: Record<string, string>;
  operator_phone: string;
  target_phone: string | null;
  status: number | null;
}

const toCall = (row: Row): AuditedCall => ({
  id: row.id,
  at: Number(row.at),
  operatorId: row.operator_id,
  sessionId: row.session_id,
  action: row.action,
  targetId: row.target_id,
  details: row.details,
  operatorPhone: row.operator_phone,
  targetPhone: row.target_phone,
  status: row.status,
});

export class PgAuditStore implements AuditStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async begin({ at, operatorId, sessionId, action, targetId, details }: AuditEntry): Promise<bigint> {
    const values = [at, operatorId, sessionId, action, targetId, JSON.stringify(details)];
    const { rows } = await this.#pool.query<{ id: bigint }>(BEGIN, values);
    const [row] = rows;
    if (row === undefined) throw new Error('the call was not written down');
    return row.id;
  }

  async end(id: bigint, status: number, at: number): Promise<void> {
    await this.#pool.query('INSERT INTO audit_outcomes (audit_id, status, at) VALUES ($1, $2, $3)', [id, status, at]);
  }

  async list({ beforeId, limit, action, operatorId, targetId }: AuditFilter): Promise<AuditedCall[]> {
    const values = [beforeId, action ?? null, operatorId ?? null, targetId ?? null, limit];
    return (await this.#pool.query<Row>(LIST, values)).rows.map(toCall);
  }
}
