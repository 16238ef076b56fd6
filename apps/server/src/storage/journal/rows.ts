import type { CloseReason, Side } from '@plecho/domain';
import type {
  AccountState,
  Extremes,
  LogEntryState,
  OrderState,
  PositionState,
  PriceRecord,
  SeasonState,
  SettlementState,
  TradeState,
  WithdrawalState,
} from '../../commands/batch.ts';

/**
 * How states lie in their tables. The values are in the order of the columns; a row that is read has
 * them all as text, in the order that the column lists name.
 */
type Texts = readonly (string | null)[];

/** Reads the texts of a row one after another. */
class Reader {
  readonly #texts: Texts;
  #next = 0;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  text(): string {
    const value = this.#texts[this.#next++];
    if (value === null || value === undefined) throw new Error(`no value in column ${this.#next} of a row`);
    return value;
  }

  optional(): bigint | null {
    const value = this.#texts[this.#next++] ?? null;
    return value === null ? null : BigInt(value);
  }

  optionalText(): string | null {
    return this.#texts[this.#next++] ?? null;
  }

  flag(): boolean {
    return this.#texts[this.#next++] === 'true';
  }

  bigint(): bigint {
    return BigInt(this.text());
  }

  number(): number {
    return Number(this.text());
  }
}

/** Of the account and then of its books. */
export const ACCOUNT_COLUMNS = ['id', 'user_id', 'version', 'realised_pnl', 'season', 'season_started_at'];

export function readAccount(texts: Texts): AccountState {
  const row = new Reader(texts);
  const [id, userId, version, realisedPnl] = [row.bigint(), row.bigint(), row.bigint(), row.bigint()];
  const [season, seasonStartedAt] = [row.number(), row.number()];
  const [available, orders, margin, locked] = [row.bigint(), row.bigint(), row.bigint(), row.bigint()];
  return { id, userId, version, available, orders, margin, locked, realisedPnl, season, seasonStartedAt };
}

export const POSITION_COLUMNS = [
  ...['id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'notional', 'entry_price', 'liquidation_price'],
  ...['take_profit', 'stop_loss', 'open_fee', 'opened_at', 'entry_seq', 'entry_time'],
];

export const positionValues = (p: PositionState) => [
  ...[p.id, p.accountId, p.symbol, p.side, p.margin, p.leverage, p.notional, p.entryPrice, p.liquidationPrice],
  ...[p.takeProfit, p.stopLoss, p.openFee, p.openedAt, p.entryRecord.seq, p.entryRecord.time],
];

/** `symbols` holds one string per symbol, so that a hundred thousand rows share a hundred of them. */
export function readPosition(texts: Texts, symbols?: Map<string, string>): PositionState {
  const row = new Reader(texts);
  const [id, accountId] = [row.bigint(), row.bigint()];
  const symbol = shared(row.text(), symbols);
  const side = row.text() as Side;
  const [margin, leverage, notional, entryPrice] = [row.bigint(), row.number(), row.bigint(), row.bigint()];
  const [liquidationPrice, takeProfit, stopLoss] = [row.optional(), row.optional(), row.optional()];
  const [openFee, openedAt] = [row.bigint(), row.number()];
  const entryRecord: PriceRecord = { seq: row.bigint(), symbol, price: entryPrice, time: row.number() };
  return {
    ...{ id, accountId, symbol, side, margin, leverage, notional, entryPrice, liquidationPrice, takeProfit, stopLoss },
    ...{ openFee, openedAt, entryRecord },
  };
}

function shared(symbol: string, symbols: Map<string, string> | undefined): string {
  if (symbols === undefined) return symbol;
  const known = symbols.get(symbol);
  if (known !== undefined) return known;
  symbols.set(symbol, symbol);
  return symbol;
}

export const ORDER_COLUMNS = [
  ...['id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'limit_price', 'take_profit', 'stop_loss'],
  ...['reserved', 'status', 'created_at'],
];

export const orderValues = (o: OrderState) => [
  ...[o.id, o.accountId, o.symbol, o.side, o.margin, o.leverage, o.limitPrice, o.takeProfit, o.stopLoss],
  ...[o.reserved, o.status, o.createdAt],
];

export function readOrder(texts: Texts): OrderState {
  const row = new Reader(texts);
  const [id, accountId, symbol, side] = [row.bigint(), row.bigint(), row.text(), row.text() as Side];
  const [margin, leverage, limitPrice] = [row.bigint(), row.number(), row.bigint()];
  const [takeProfit, stopLoss, reserved] = [row.optional(), row.optional(), row.bigint()];
  const [status, createdAt] = [row.text() as OrderState['status'], row.number()];
  return {
    ...{ id, accountId, symbol, side, margin, leverage, limitPrice, takeProfit, stopLoss },
    ...{ reserved, status, createdAt },
  };
}

export const TRADE_COLUMNS = [
  ...['id', 'position_id', 'account_id', 'symbol', 'side', 'margin', 'leverage', 'notional', 'entry_price'],
  ...['exit_price', 'liquidation_price', 'take_profit', 'stop_loss', 'fee', 'pnl', 'insurance', 'reason'],
  ...['opened_at', 'closed_at', 'entry_seq', 'entry_time', 'exit_seq', 'exit_time'],
  ...['best_price', 'worst_price', 'path', 'season_end'],
];

export const tradeValues = (t: TradeState) => [
  ...[t.id, t.positionId, t.accountId, t.symbol, t.side, t.margin, t.leverage, t.notional, t.entryPrice],
  ...[t.exitPrice, t.liquidationPrice, t.takeProfit, t.stopLoss, t.fee, t.pnl, t.insurance, t.reason],
  ...[t.openedAt, t.closedAt, t.entryRecord.seq, t.entryRecord.time, t.exitRecord.seq, t.exitRecord.time],
  ...[t.extremes?.best ?? null, t.extremes?.worst ?? null, t.extremes?.path ?? null, String(t.seasonEnd)],
];

export function readTrade(texts: Texts): TradeState {
  const row = new Reader(texts);
  const [id, positionId, accountId, symbol] = [row.bigint(), row.bigint(), row.bigint(), row.text()];
  const [side, margin, leverage, notional] = [row.text() as Side, row.bigint(), row.number(), row.bigint()];
  const [entryPrice, exitPrice] = [row.bigint(), row.bigint()];
  const [liquidationPrice, takeProfit, stopLoss] = [row.optional(), row.optional(), row.optional()];
  const [fee, pnl, insurance, reason] = [row.bigint(), row.bigint(), row.bigint(), row.text() as CloseReason];
  const [openedAt, closedAt] = [row.number(), row.number()];
  return {
    ...{ id, positionId, accountId, symbol, side, margin, leverage, notional, entryPrice, exitPrice },
    ...{ liquidationPrice, takeProfit, stopLoss, fee, pnl, insurance, reason, openedAt, closedAt },
    entryRecord: { seq: row.bigint(), symbol, price: entryPrice, time: row.number() },
    exitRecord: { seq: row.bigint(), symbol, price: exitPrice, time: row.number() },
    extremes: readExtremes(row),
    seasonEnd: row.flag(),
  };
}

/** Trades from before they were kept have none. */
function readExtremes(row: Reader): Extremes | null {
  const [best, worst, path] = [row.optional(), row.optional(), row.optionalText()];
  return best === null || worst === null || path === null ? null : { best, worst, path: path as Extremes['path'] };
}

export const withdrawalValues = (w: WithdrawalState) => [
  ...[w.id, w.accountId, w.userId, w.amount, w.asset, w.network, w.address, w.memo, w.fee, w.value],
  ...[w.record?.price ?? null, w.record?.seq ?? null, w.createdAt, w.card],
];

export const settlementValues = (s: SettlementState) => [
  ...[s.operationId, s.failure, s.value, s.record?.price ?? null, s.record?.seq ?? null, s.transferId, s.at],
];

export const seasonValues = (s: SeasonState) => [
  ...[s.accountId, s.number, s.startedAt, s.endedAt, s.endedId, s.endBalance, s.realisedPnl],
];

/** An entry without an operator is the owner's own doing. */
export function logValues(entry: LogEntryState, marketId: string) {
  const { id, userId, at, kind } = entry;
  if (entry.kind === 'seasonStarted') return [id, userId, at, kind, null, null, marketId, null, null];
  return [id, userId, at, kind, entry.operatorId, entry.reason, marketId, entry.amount, entry.transferId];
}
