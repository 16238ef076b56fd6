import type { BookRef, MarketBook, UserBook } from '@plecho/domain';
import type { QueryConfig } from 'pg';
import type { Batch } from '../../commands/batch.ts';
import { encodeOutcome } from './outcome-codec.ts';
import { idArray, rowArray } from './row-literal.ts';
import {
  logValues,
  orderValues,
  positionValues,
  seasonValues,
  settlementValues,
  tradeValues,
  withdrawalValues,
} from './rows.ts';

const USER_BOOK_PLACE: Record<UserBook, bigint> = { available: 0n, orders: 1n, margin: 2n, locked: 3n };
const MARKET_BOOK_PLACE: Record<MarketBook, bigint> = {
  issuance: 8n,
  clearing: 9n,
  fees: 10n,
  insurance: 11n,
  network: 12n,
};

/** The id of a ledger account says which book it is, so a batch needs no look-up before it is written. */
export function ledgerAccountId(ref: BookRef, marketNumber: bigint): bigint {
  if (ref.accountId === null) return marketNumber * 16n + MARKET_BOOK_PLACE[ref.book];
  return ref.accountId * 16n + USER_BOOK_PLACE[ref.book];
}

const STATEMENT = `SELECT append_batch(${Array.from({ length: 16 }, (_, n) => `$${n + 1}`).join(', ')})`;

/** The one statement that writes a batch, prepared once per connection. */
export function appendQuery(batch: Batch, marketNumber: bigint): QueryConfig {
  const { marketId, at } = batch;
  const changes = [...batch.newAccounts, ...batch.accounts];
  const entries = batch.transfers.flatMap(({ id, legs }) =>
    legs.map(({ ref, amount }) => [id, ledgerAccountId(ref, marketNumber), amount]),
  );
  return {
    name: 'append_batch',
    text: STATEMENT,
    values: [
      rowArray(batch.priceRecords.map((r) => [marketId, r.seq, r.symbol, r.price, r.time])),
      rowArray(batch.newAccounts.map((a) => [a.id, a.userId, marketId, at])),
      rowArray(batch.transfers.map((t) => [t.id, marketId, t.kind, t.subjectId, at])),
      rowArray(entries),
      rowArray(changes.map((a) => [a.id, a.version, a.realisedPnl, a.available, a.orders, a.margin, a.locked])),
      rowArray(batch.openedPositions.map(positionValues)),
      rowArray(batch.changedPositions.map(positionValues)),
      idArray(batch.closedPositions),
      rowArray(batch.placedOrders.map(orderValues)),
      rowArray(batch.endedOrders.map(orderValues)),
      rowArray(batch.trades.map(tradeValues)),
      rowArray(batch.withdrawals.map(withdrawalValues)),
      rowArray(batch.settlements.map(settlementValues)),
      rowArray(batch.seasons.map(seasonValues)),
      rowArray(batch.log.map((entry) => logValues(entry, marketId))),
      rowArray(
        batch.outcomes.map(({ idempotency: i, outcome }) => [
          ...[i.userId, i.operation, i.key, i.bodyHash, encodeOutcome(outcome), at],
        ]),
      ),
    ],
  };
}
