import type { Pool } from 'pg';
import type { PaymentFigures } from '../../operators/ports.ts';

const FIGURES = `
  SELECT count(*) FILTER (WHERE type = 'deposit') AS deposits, count(*) FILTER (WHERE type = 'withdraw') AS withdrawals,
         count(*) FILTER (WHERE type = 'card') AS cards, (SELECT count(*) FROM network_mempool) AS mempool,
         (SELECT coalesce(sum(balance), 0)::bigint FROM ledger_accounts WHERE book = 'locked') AS locked
  FROM pending_operations`;

type Row = Record<'deposits' | 'withdrawals' | 'cards' | 'mempool' | 'locked', bigint>;

/** Reads what of practice money is under way. */
export async function readPaymentFigures(pool: Pool): Promise<PaymentFigures> {
  const { rows } = await pool.query<Row>(FIGURES);
  const [row] = rows;
  if (row === undefined) throw new Error('no figures of practice money');
  return {
    pendingDeposits: Number(row.deposits),
    pendingWithdrawals: Number(row.withdrawals),
    pendingCards: Number(row.cards),
    mempool: Number(row.mempool),
    locked: row.locked,
  };
}
