import type { Report } from './audit-parts.ts';
import type { Books } from './books.ts';

/**
 * Takes closed positions out of the books, each once and with nothing left of it; what only became smaller stays.
 * @param closed ids of the positions that a batch says are closed
 * @param shrunk ids of those that a part of was closed
 */
export function removeClosed(
  { positions }: Pick<Books, 'positions'>,
  closed: readonly bigint[],
  shrunk: ReadonlySet<bigint>,
  report: Report,
): void {
  for (const id of closed) {
    const position = positions.get(id);
    positions.delete(id);
    if (position === undefined) {
      report('E2', `position ${id} closed and was not open`);
      continue;
    }
    if (position.state.margin !== 0n) report('E3', `position ${id} closed with ${position.state.margin} left`);
    if (position.ledgerChange !== position.claimed) {
      report('E7', `position ${id}: PnL − fees ${position.claimed}, ledger ${position.ledgerChange}`);
    }
  }
  for (const id of shrunk) {
    if (positions.get(id)?.state.margin === 0n) report('E3', `position ${id} is open and empty`);
  }
}
