import type { Transfer } from '@plecho/domain';
import type {
  AccountState,
  FundingPayment,
  FundingRound,
  LogEntryState,
  NumberedEntry,
  OrderState,
  PositionState,
  PriceRecord,
  SeasonState,
  SettlementState,
  TradeState,
  TrailingState,
  WithdrawalState,
} from '../../commands/batch.ts';
import type { RequestKey } from '../../lib/once.ts';
import { formatAdded } from './added-entries.ts';
import { columnsOf, tableOf } from './table.ts';

/*
 * What a batch writes, and what is read of it again: the columns of every table by name. The call that appends
 * a batch, the function that it calls and the kept answers follow from here.
 */

const account = columnsOf<AccountState>();
const BALANCES = {
  available: account.bigint((a) => a.available),
  orders: account.bigint((a) => a.orders),
  margin: account.bigint((a) => a.margin),
  locked: account.bigint((a) => a.locked),
};
const VERSION = {
  id: account.bigint((a) => a.id),
  version: account.bigint((a) => a.version),
  realised_pnl: account.bigint((a) => a.realisedPnl),
};
/** How an attempt of a class stands; all without a value outside classes. */
const ATTEMPT = {
  attempt_day: account.optionalInteger((a) => a.attempt?.day ?? null),
  attempt_day_result: account.optionalBigint((a) => a.attempt?.dayResult ?? null),
  attempt_passed_at: account.optionalTime((a) => a.attempt?.passedAt ?? null),
  attempt_ended_at: account.optionalTime((a) => a.attempt?.endedAt ?? null),
};
/** As an account is read: the balances are those of its books. */
export const ACCOUNTS = tableOf('accounts', {
  ...VERSION,
  user_id: account.bigint((a) => a.userId),
  season: account.integer((a) => a.season),
  season_started_at: account.time((a) => a.seasonStartedAt),
  ...ATTEMPT,
  ...BALANCES,
});
/** The balances are only compared with those of the ledger. */
export const ACCOUNT_CHANGES = tableOf('account_changes', { ...VERSION, ...ATTEMPT, ...BALANCES }, [
  ...(['id', 'available', 'orders', 'margin', 'locked'] as const),
]);

const opened = columnsOf<{ account: AccountState; marketId: string; at: number }>();
export const NEW_ACCOUNTS = tableOf('new_accounts', {
  id: opened.bigint((o) => o.account.id),
  user_id: opened.bigint((o) => o.account.userId),
  market_id: opened.text((o) => o.marketId),
  created_at: opened.time((o) => o.at),
});

const used = columnsOf<{ record: PriceRecord; marketId: string }>();
export const PRICE_RECORDS = tableOf('price_records', {
  market_id: used.text((u) => u.marketId),
  seq: used.bigint((u) => u.record.seq),
  symbol: used.text((u) => u.record.symbol),
  price: used.bigint((u) => u.record.price),
  time: used.time((u) => u.record.time),
});

const moved = columnsOf<{ transfer: Transfer; marketId: string; at: number }>();
export const TRANSFERS = tableOf('transfers', {
  id: moved.bigint((m) => m.transfer.id),
  market_id: moved.text((m) => m.marketId),
  kind: moved.text((m) => m.transfer.kind),
  subject_id: moved.bigint((m) => m.transfer.subjectId),
  at: moved.time((m) => m.at),
});

const entry = columnsOf<{ transferId: bigint; ledgerAccountId: bigint; amount: bigint }>();
export const LEDGER_ENTRIES = tableOf('ledger_entries', {
  transfer_id: entry.bigint((e) => e.transferId),
  ledger_account_id: entry.bigint((e) => e.ledgerAccountId),
  amount: entry.bigint((e) => e.amount),
});

/** A trailing stop and its peak; all without a value where there is none. */
export function trailingColumns<State>(of: (state: State) => TrailingState | null) {
  const held = columnsOf<State>();
  return {
    trail_unit: held.optionalText((s) => of(s)?.unit ?? null),
    trail_value: held.optionalBigint((s) => of(s)?.value ?? null),
    peak_price: held.optionalBigint((s) => of(s)?.peak.price ?? null),
    peak_seq: held.optionalBigint((s) => of(s)?.peak.seq ?? null),
    peak_time: held.optionalTime((s) => of(s)?.peak.time ?? null),
  };
}

const position = columnsOf<PositionState>();
export const POSITIONS = tableOf(
  'positions',
  {
    id: position.bigint((p) => p.id),
    account_id: position.bigint((p) => p.accountId),
    symbol: position.text((p) => p.symbol),
    side: position.text((p) => p.side),
    margin: position.bigint((p) => p.margin),
    leverage: position.integer((p) => p.leverage),
    notional: position.bigint((p) => p.notional),
    entry_price: position.bigint((p) => p.entryPrice),
    liquidation_price: position.optionalBigint((p) => p.liquidationPrice),
    take_profit: position.optionalBigint((p) => p.takeProfit),
    stop_loss: position.optionalBigint((p) => p.stopLoss),
    initial_stop_loss: position.optionalBigint((p) => p.initialStopLoss),
    open_fee: position.bigint((p) => p.openFee),
    opened_at: position.time((p) => p.openedAt),
    entry_seq: position.bigint((p) => p.entryRecord.seq),
    entry_time: position.time((p) => p.entryRecord.time),
    ...trailingColumns<PositionState>((p) => p.trailing),
    first_price: position.optionalBigint((p) => (p.added.length === 0 ? null : p.entryRecord.price)),
    // Answers from before there were these columns have no word of them.
    added: { ...position.text((p) => formatAdded(p.added)), absent: '' },
    maker: { ...position.flag((p) => p.maker), absent: false },
    funding: { ...position.bigint((p) => p.funding), absent: 0n },
    funded_at: { ...position.time((p) => p.fundedAt), absent: 0 },
  },
  ['id', 'account_id', 'symbol', 'side', 'leverage', 'opened_at', 'entry_seq', 'entry_time', 'maker'],
);

const added = columnsOf<NumberedEntry>();
export const POSITION_ENTRIES = tableOf('position_entries', {
  position_id: added.bigint((a) => a.positionId),
  n: added.integer((a) => a.n),
  margin: added.bigint((a) => a.entry.margin),
  held: added.bigint((a) => a.entry.held),
  seq: added.bigint((a) => a.entry.record.seq),
  price: added.bigint((a) => a.entry.record.price),
  time: added.time((a) => a.entry.record.time),
  added_at: added.time((a) => a.entry.addedAt),
});

const round = columnsOf<{ round: FundingRound; marketId: string }>();
export const FUNDING_ROUNDS = tableOf('funding_rounds', {
  market_id: round.text((r) => r.marketId),
  symbol: round.text((r) => r.round.symbol),
  at: round.time((r) => r.round.at),
  seq: round.bigint((r) => r.round.record.seq),
  price: round.bigint((r) => r.round.record.price),
  time: round.time((r) => r.round.record.time),
  average: round.bigint((r) => r.round.average),
  minutes: round.integer((r) => r.round.minutes),
  rate: round.bigint((r) => r.round.rate),
});

const paid = columnsOf<FundingPayment>();
export const FUNDING_PAYMENTS = tableOf('funding_payments', {
  id: paid.bigint((p) => p.id),
  account_id: paid.bigint((p) => p.accountId),
  position_id: paid.bigint((p) => p.positionId),
  symbol: paid.text((p) => p.symbol),
  side: paid.text((p) => p.side),
  amount: paid.bigint((p) => p.amount),
  waived: paid.bigint((p) => p.waived),
  rate: paid.bigint((p) => p.round.rate),
  seq: paid.bigint((p) => p.round.record.seq),
  price: paid.bigint((p) => p.round.record.price),
  time: paid.time((p) => p.round.record.time),
  at: paid.time((p) => p.round.at),
});

const closed = columnsOf<bigint>();
export const CLOSED_POSITIONS = tableOf('closed_positions', { id: closed.bigint((id) => id) });

const order = columnsOf<OrderState>();
/** An amended order is still the same order: how it ends is written by itself. */
export const ORDERS = tableOf(
  'orders',
  {
    id: order.bigint((o) => o.id),
    account_id: order.bigint((o) => o.accountId),
    symbol: order.text((o) => o.symbol),
    side: order.text((o) => o.side),
    margin: order.bigint((o) => o.margin),
    leverage: order.integer((o) => o.leverage),
    limit_price: order.optionalBigint((o) => o.limitPrice),
    take_profit: order.optionalBigint((o) => o.takeProfit),
    stop_loss: order.optionalBigint((o) => o.stopLoss),
    reserved: order.bigint((o) => o.reserved),
    status: order.text((o) => o.status),
    created_at: order.time((o) => o.createdAt),
    // Answers from before there were others have no word of it.
    kind: { ...order.text((o) => o.kind), absent: 'limit' },
    stop_price: order.optionalBigint((o) => o.stopPrice),
    ...trailingColumns<OrderState>((o) => o.callback),
    activated_at: order.optionalTime((o) => o.activatedAt),
    then_trail_unit: order.optionalText((o) => o.trailing?.unit ?? null),
    then_trail_value: order.optionalBigint((o) => o.trailing?.value ?? null),
    expires_at: order.optionalTime((o) => o.expiresAt),
    paired_with: order.optionalBigint((o) => o.pairedWith),
    reduces: order.optionalBigint((o) => o.reduces),
    portion: order.optionalBigint((o) => o.portion),
    maker: { ...order.flag((o) => o.maker), absent: false },
  },
  [
    ...(['id', 'account_id', 'symbol', 'side', 'leverage', 'status', 'created_at', 'kind', 'then_trail_unit'] as const),
    ...(['then_trail_value', 'paired_with', 'reduces', 'portion'] as const),
  ],
);

const trade = columnsOf<TradeState>();
export const TRADES = tableOf('trades', {
  id: trade.bigint((t) => t.id),
  position_id: trade.bigint((t) => t.positionId),
  account_id: trade.bigint((t) => t.accountId),
  symbol: trade.text((t) => t.symbol),
  side: trade.text((t) => t.side),
  margin: trade.bigint((t) => t.margin),
  leverage: trade.integer((t) => t.leverage),
  notional: trade.bigint((t) => t.notional),
  entry_price: trade.bigint((t) => t.entryPrice),
  exit_price: trade.bigint((t) => t.exitPrice),
  liquidation_price: trade.optionalBigint((t) => t.liquidationPrice),
  take_profit: trade.optionalBigint((t) => t.takeProfit),
  stop_loss: trade.optionalBigint((t) => t.stopLoss),
  initial_stop_loss: trade.optionalBigint((t) => t.initialStopLoss),
  fee: trade.bigint((t) => t.fee),
  pnl: trade.bigint((t) => t.pnl),
  insurance: trade.bigint((t) => t.insurance),
  reason: trade.text((t) => t.reason),
  opened_at: trade.time((t) => t.openedAt),
  closed_at: trade.time((t) => t.closedAt),
  entry_seq: trade.bigint((t) => t.entryRecord.seq),
  entry_time: trade.time((t) => t.entryRecord.time),
  exit_seq: trade.bigint((t) => t.exitRecord.seq),
  exit_time: trade.time((t) => t.exitRecord.time),
  best_price: trade.optionalBigint((t) => t.extremes?.best ?? null),
  worst_price: trade.optionalBigint((t) => t.extremes?.worst ?? null),
  path: trade.optionalText((t) => t.extremes?.path ?? null),
  // Answers from before there was the column have no word of it.
  season_end: { ...trade.flag((t) => t.seasonEnd), absent: false },
  ...trailingColumns<TradeState>((t) => t.trailing),
  order_id: trade.optionalBigint((t) => t.orderId),
  first_price: trade.optionalBigint((t) => (t.added.length === 0 ? null : t.entryRecord.price)),
  added: { ...trade.text((t) => formatAdded(t.added)), absent: '' },
  maker: { ...trade.flag((t) => t.maker), absent: false },
  funding: { ...trade.bigint((t) => t.funding), absent: 0n },
});

const withdrawal = columnsOf<WithdrawalState>();
/** What `operations` has of a withdrawal. */
export const WITHDRAWALS = tableOf('withdrawals', {
  id: withdrawal.bigint((w) => w.id),
  account_id: withdrawal.bigint((w) => w.accountId),
  user_id: withdrawal.bigint((w) => w.userId),
  amount: withdrawal.bigint((w) => w.amount),
  currency: withdrawal.text((w) => w.asset),
  network: withdrawal.optionalText((w) => w.network),
  address: withdrawal.optionalText((w) => w.address),
  memo: withdrawal.optionalText((w) => w.memo),
  fee: withdrawal.bigint((w) => w.fee),
  value: withdrawal.bigint((w) => w.value),
  price: withdrawal.optionalBigint((w) => w.record?.price ?? null),
  price_seq: withdrawal.optionalBigint((w) => w.record?.seq ?? null),
  created_at: withdrawal.time((w) => w.createdAt),
  card: withdrawal.optionalText((w) => w.card),
});

const settlement = columnsOf<SettlementState>();
export const SETTLEMENTS = tableOf('settlements', {
  operation_id: settlement.bigint((s) => s.operationId),
  failure: settlement.optionalText((s) => s.failure),
  value: settlement.optionalBigint((s) => s.value),
  price: settlement.optionalBigint((s) => s.record?.price ?? null),
  price_seq: settlement.optionalBigint((s) => s.record?.seq ?? null),
  transfer_id: settlement.optionalBigint((s) => s.transferId),
  at: settlement.time((s) => s.at),
});

const season = columnsOf<SeasonState>();
export const SEASONS = tableOf('seasons', {
  account_id: season.bigint((s) => s.accountId),
  number: season.integer((s) => s.number),
  started_at: season.time((s) => s.startedAt),
  ended_at: season.time((s) => s.endedAt),
  ended_id: season.bigint((s) => s.endedId),
  end_balance: season.bigint((s) => s.endBalance),
  realised_pnl: season.bigint((s) => s.realisedPnl),
});

const told = columnsOf<{ entry: LogEntryState; marketId: string }>();
const adjustment = ({ entry }: { entry: LogEntryState }) => (entry.kind === 'adjusted' ? entry : null);
/** An entry without an operator is the owner's own doing. */
export const ACCOUNT_LOG = tableOf('account_log', {
  id: told.bigint((t) => t.entry.id),
  user_id: told.bigint((t) => t.entry.userId),
  at: told.time((t) => t.entry.at),
  kind: told.text((t) => t.entry.kind),
  operator_id: told.optionalBigint((t) => adjustment(t)?.operatorId ?? null),
  reason: told.optionalText(({ entry }) => ('reason' in entry ? entry.reason : null)),
  market_id: told.text((t) => t.marketId),
  amount: told.optionalBigint((t) => adjustment(t)?.amount ?? null),
  transfer_id: told.optionalBigint((t) => adjustment(t)?.transferId ?? null),
});

/** An answer that is kept under its key. */
export interface KeptRow {
  key: RequestKey;
  /** The encoded answer. */
  text: string;
  /** Wall clock, ms. */
  at: number;
}

const kept = columnsOf<KeptRow>();
export const COMMAND_OUTCOMES = tableOf('command_outcomes', {
  user_id: kept.bigint((k) => k.key.userId),
  operation: kept.text((k) => k.key.action),
  key: kept.text((k) => k.key.key),
  body_hash: kept.text((k) => k.key.bodyHash),
  outcome: kept.text((k) => k.text),
  at: kept.time((k) => k.at),
});
