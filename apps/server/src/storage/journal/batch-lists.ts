import type { Batch } from '../../commands/batch.ts';
import { ledgerAccountId } from './ledger-account-id.ts';
import { encodeOutcome } from './outcome-codec.ts';
import { rowArray } from './row-literal.ts';
import type { Table } from './table.ts';
import {
  ACCOUNT_CHANGES,
  ACCOUNT_LOG,
  CLOSED_POSITIONS,
  COMMAND_OUTCOMES,
  FUNDING_PAYMENTS,
  FUNDING_ROUNDS,
  LEDGER_ENTRIES,
  NEW_ACCOUNTS,
  ORDERS,
  POSITION_ENTRIES,
  POSITIONS,
  PRICE_RECORDS,
  SEASONS,
  SETTLEMENTS,
  TRADES,
  TRANSFERS,
  WITHDRAWALS,
} from './tables.ts';

/** One of the lists of a batch: an argument of `append_batch`. */
export interface BatchList {
  table: Pick<Table<never>, 'name' | 'names' | 'changing'> & { list: readonly { sql: string }[] };
  /** The argument, as PostgreSQL reads arrays of rows. */
  literal(batch: Batch, marketNumber: bigint): string;
}

export function batchList<State>(
  table: Table<State>,
  statesOf: (batch: Batch, marketNumber: bigint) => readonly State[],
): BatchList {
  return { table, literal: (batch, marketNumber) => rowArray(table, statesOf(batch, marketNumber)) };
}

/** All of them by name, in the order of the arguments. */
export const BATCH_LISTS = {
  records: batchList(PRICE_RECORDS, ({ priceRecords, marketId }) =>
    priceRecords.map((record) => ({ record, marketId })),
  ),
  new_accounts: batchList(NEW_ACCOUNTS, ({ newAccounts, marketId, at }) =>
    newAccounts.map((account) => ({ account, marketId, at })),
  ),
  transfers: batchList(TRANSFERS, ({ transfers, marketId, at }) =>
    transfers.map((transfer) => ({ transfer, marketId, at })),
  ),
  entries: batchList(LEDGER_ENTRIES, ({ transfers }, marketNumber) =>
    transfers.flatMap(({ id: transferId, legs }) =>
      legs.map(({ ref, amount }) => ({ transferId, ledgerAccountId: ledgerAccountId(ref, marketNumber), amount })),
    ),
  ),
  changes: batchList(ACCOUNT_CHANGES, ({ newAccounts, accounts }) => [...newAccounts, ...accounts]),
  opened: batchList(POSITIONS, (batch) => batch.openedPositions),
  changed: batchList(POSITIONS, (batch) => batch.changedPositions),
  closed: batchList(CLOSED_POSITIONS, (batch) => batch.closedPositions),
  placed: batchList(ORDERS, (batch) => batch.placedOrders),
  amended: batchList(ORDERS, (batch) => batch.changedOrders),
  ended: batchList(ORDERS, (batch) => batch.endedOrders),
  additions: batchList(POSITION_ENTRIES, (batch) => batch.additions),
  trades: batchList(TRADES, (batch) => batch.trades),
  rounds: batchList(FUNDING_ROUNDS, ({ fundingRounds, marketId }) =>
    fundingRounds.map((round) => ({ round, marketId })),
  ),
  funding_payments: batchList(FUNDING_PAYMENTS, (batch) => batch.fundingPayments),
  withdrawals: batchList(WITHDRAWALS, (batch) => batch.withdrawals),
  settlements: batchList(SETTLEMENTS, (batch) => batch.settlements),
  seasons: batchList(SEASONS, (batch) => batch.seasons),
  log: batchList(ACCOUNT_LOG, ({ log, marketId }) => log.map((entry) => ({ entry, marketId }))),
  outcomes: batchList(COMMAND_OUTCOMES, ({ outcomes, at }) =>
    outcomes.map(({ idempotency, outcome }) => ({ key: idempotency, text: encodeOutcome(outcome), at })),
  ),
} satisfies Record<string, BatchList>;

export type BatchLists = Record<keyof typeof BATCH_LISTS, BatchList>;
