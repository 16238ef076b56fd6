import type { Trail } from '@plecho/domain';
import type {
  AccountState,
  AttemptState,
  Extremes,
  FundingRound,
  OrderState,
  PositionState,
  TradeState,
  TrailingState,
} from '../../commands/batch.ts';
import { parseAdded } from './added-entries.ts';
import { rowOf, type Row } from './table.ts';
import { ACCOUNTS, FUNDING_ROUNDS, ORDERS, POSITIONS, TRADES, type trailingColumns } from './tables.ts';

/** A row as it is read: every value as text, in the order of the columns of its table. */
type Texts = readonly (string | null)[];

export function readAccount(texts: Texts): AccountState {
  const row = rowOf(ACCOUNTS, texts);
  return {
    id: row('id'),
    userId: row('user_id'),
    version: row('version'),
    available: row('available'),
    orders: row('orders'),
    margin: row('margin'),
    locked: row('locked'),
    realisedPnl: row('realised_pnl'),
    season: row('season'),
    seasonStartedAt: row('season_started_at'),
    attempt: attemptOf(row),
  };
}

function attemptOf(row: Row<typeof ACCOUNTS.columns>): AttemptState | null {
  const [day, dayResult] = [row('attempt_day'), row('attempt_day_result')];
  if (day === null || dayResult === null) return null;
  return { day, dayResult, passedAt: row('attempt_passed_at'), endedAt: row('attempt_ended_at') };
}

/** Hands out one value for all that are equal: a hundred thousand rows that stay in memory have a hundred symbols. */
export type Share = <T extends string | bigint | null>(value: T) => T;

export function sharing(): Share {
  const known = new Map<unknown, unknown>();
  return <T>(value: T): T => {
    const same = known.get(value);
    if (same !== undefined) return same as T;
    known.set(value, value);
    return value;
  };
}

/** What is only passed on is not worth the look-up. */
const asItIs: Share = (value) => value;

export function readPosition(texts: Texts, share: Share = asItIs): PositionState {
  const row = rowOf(POSITIONS, texts);
  const symbol = share(row('symbol'));
  const entryPrice = row('entry_price');
  const [stopLoss, initialStopLoss] = [row('stop_loss'), row('initial_stop_loss')];
  return {
    id: row('id'),
    accountId: share(row('account_id')),
    symbol,
    side: share(row('side')),
    margin: row('margin'),
    leverage: row('leverage'),
    notional: row('notional'),
    entryPrice,
    liquidationPrice: row('liquidation_price'),
    takeProfit: row('take_profit'),
    stopLoss,
    // One number in memory, as long as nobody has moved it.
    initialStopLoss: initialStopLoss === stopLoss ? stopLoss : initialStopLoss,
    trailing: trailingOf(row),
    openFee: share(row('open_fee')),
    maker: row('maker'),
    openedAt: row('opened_at'),
    entryRecord: {
      ...{ seq: row('entry_seq'), symbol, price: row('first_price') ?? entryPrice, time: row('entry_time') },
    },
    added: parseAdded(row('added'), symbol),
    funding: share(row('funding')),
    fundedAt: row('funded_at'),
  };
}

export function readOrder(texts: Texts, share: Share = asItIs): OrderState {
  const row = rowOf(ORDERS, texts);
  return {
    id: row('id'),
    accountId: share(row('account_id')),
    symbol: share(row('symbol')),
    side: share(row('side')),
    margin: row('margin'),
    leverage: row('leverage'),
    kind: share(row('kind')),
    limitPrice: row('limit_price'),
    stopPrice: row('stop_price'),
    callback: trailingOf(row),
    activatedAt: row('activated_at'),
    takeProfit: row('take_profit'),
    stopLoss: row('stop_loss'),
    trailing: trailOf(row('then_trail_unit'), row('then_trail_value')),
    expiresAt: row('expires_at'),
    pairedWith: row('paired_with'),
    reduces: row('reduces'),
    portion: row('portion'),
    reserved: row('reserved'),
    maker: row('maker'),
    status: share(row('status')),
    createdAt: row('created_at'),
  };
}

export function readTrade(texts: Texts): TradeState {
  const row = rowOf(TRADES, texts);
  const [symbol, entryPrice, exitPrice] = [row('symbol'), row('entry_price'), row('exit_price')];
  return {
    id: row('id'),
    positionId: row('position_id'),
    accountId: row('account_id'),
    symbol,
    side: row('side'),
    margin: row('margin'),
    leverage: row('leverage'),
    notional: row('notional'),
    entryPrice,
    exitPrice,
    liquidationPrice: row('liquidation_price'),
    takeProfit: row('take_profit'),
    stopLoss: row('stop_loss'),
    initialStopLoss: row('initial_stop_loss'),
    trailing: trailingOf(row),
    orderId: row('order_id'),
    fee: row('fee'),
    funding: row('funding'),
    pnl: row('pnl'),
    insurance: row('insurance'),
    reason: row('reason'),
    openedAt: row('opened_at'),
    closedAt: row('closed_at'),
    maker: row('maker'),
    entryRecord: {
      ...{ seq: row('entry_seq'), symbol, price: row('first_price') ?? entryPrice, time: row('entry_time') },
    },
    added: parseAdded(row('added'), symbol),
    exitRecord: { seq: row('exit_seq'), symbol, price: exitPrice, time: row('exit_time') },
    extremes: extremesOf(row),
    seasonEnd: row('season_end'),
  };
}

export function readRound(texts: Texts): FundingRound {
  const row = rowOf(FUNDING_ROUNDS, texts);
  const symbol = row('symbol');
  return {
    ...{ symbol, at: row('at'), average: row('average'), minutes: row('minutes'), rate: row('rate') },
    record: { seq: row('seq'), symbol, price: row('price'), time: row('time') },
  };
}

const trailOf = (unit: Trail['unit'] | null, value: bigint | null): Trail | null =>
  unit === null || value === null ? null : { unit, value };

/** What positions, orders and trades have in columns of the same names. */
function trailingOf(row: Row<ReturnType<typeof trailingColumns>>): TrailingState | null {
  const trail = trailOf(row('trail_unit'), row('trail_value'));
  const [seq, price, time] = [row('peak_seq'), row('peak_price'), row('peak_time')];
  return trail === null || price === null || time === null ? null : { ...trail, peak: { seq, price, time } };
}

/** Trades from before they were kept have none. */
function extremesOf(row: Row<typeof TRADES.columns>): Extremes | null {
  const [best, worst, path] = [row('best_price'), row('worst_price'), row('path')];
  return best === null || worst === null || path === null ? null : { best, worst, path };
}
