import { expect } from 'vitest';
import { asOwner, type Installation } from '../../src/storage/connection.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';

/** Fills of a market, in the order of their ids, that went back behind the one before. */
const FILLS = `
  WITH opened AS (
    SELECT id, account_id, entry_seq, entry_time, opened_at FROM positions
    UNION SELECT position_id, account_id, entry_seq, entry_time, opened_at FROM trades
  ), fills AS (
    SELECT id, account_id, entry_seq AS seq, entry_time AS time, opened_at AS at FROM opened
    UNION ALL SELECT id, account_id, exit_seq, exit_time, closed_at FROM trades
  ), ordered AS (
    SELECT market_id, seq, time, at, lag(seq) OVER w AS seq_before, lag(time) OVER w AS time_before, lag(at) OVER w AS before
    FROM fills JOIN accounts a ON a.id = account_id WINDOW w AS (PARTITION BY market_id ORDER BY fills.id)
  )
  SELECT market_id AS market, count(*) AS fills,
         count(*) FILTER (WHERE seq < seq_before OR time < time_before OR at < before) AS back
  FROM ordered GROUP BY market_id`;

/**
 * Of two owners of a market at once each would go on with prices and times of its own: what they wrote would run back and
 * forth. And the books are right.
 * @param least how many fills each market has at least
 */
export async function expectOneSequenceEach(target: Installation, least: Record<string, bigint>): Promise<void> {
  await asOwner(target, async (owner) => {
    const { rows } = await owner.query<{ market: string; fills: bigint; back: bigint }>(FILLS);
    const byMarket = new Map(rows.map(({ market, ...counts }) => [market, counts]));
    for (const [market, fills] of Object.entries(least)) {
      expect(byMarket.get(market)?.back).toBe(0n);
      expect(byMarket.get(market)?.fills).toBeGreaterThanOrEqual(fills);
    }
    expect((await checkLedger(owner)).violations).toEqual([]);
  });
}
