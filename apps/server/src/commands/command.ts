import type { AdjustReason, EntryBar, OperationFailure, OrderKind, Price, Side, Trail, Usdt } from '@plecho/domain';
import type { Asset, CoinAmount, Network, PracticeCard } from '@plecho/network';
import type { Answer, Kept, RequestKey } from '../lib/once.ts';
import type { ErrorCode } from '../lib/problem.ts';
import type { OrderState, PositionState, TradeState, WithdrawalState } from './states.ts';

/** What an order waits for. A kind has the prices that it needs and no others. */
export interface OrderTerms {
  /** `limit` by default. */
  kind?: OrderKind | undefined;
  limitPrice?: Price | undefined;
  stopPrice?: Price | undefined;
  callback?: Trail | undefined;
  /** Market time, ms. */
  expiresAt?: number | null | undefined;
}

/** What is asked for above the leverage that is free in a class. */
interface Calibrated {
  /** The person's guesses are calibrated: whoever asks has looked. Absent: they are not. */
  calibrated?: boolean | undefined;
}

/** What a position is opened with. */
interface Opening extends Calibrated {
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Of the position. */
  trailing?: Trail | null | undefined;
}

/** An order that opens a position. */
export type EntryOrder = Opening & OrderTerms;

/** What a person can ask of a market. Prices are never among the inputs of a fill (rule E10). */
export type UserCommand =
  | ({ type: 'openPosition'; accountId: bigint } & Opening)
  | ({ type: 'placeOrder'; accountId: bigint } & EntryOrder)
  /** One fills, the other is cancelled. */
  | { type: 'placePair'; accountId: bigint; first: EntryOrder; second: EntryOrder }
  /** Closes `portion`, in ten-thousandths, of what is left of a position. */
  | ({ type: 'reduceOrder'; accountId: bigint; positionId: bigint; portion: bigint } & OrderTerms)
  /** What is absent stays as it is. */
  | ({
      type: 'amendOrder';
      accountId: bigint;
      orderId: bigint;
      margin?: Usdt | undefined;
      takeProfit?: Price | null | undefined;
      stopLoss?: Price | null | undefined;
    } & Omit<OrderTerms, 'kind'> &
      Calibrated)
  | { type: 'cancelOrder'; accountId: bigint; orderId: bigint }
  | {
      type: 'setTriggers';
      accountId: bigint;
      positionId: bigint;
      takeProfit: Price | null;
      stopLoss: Price | null;
      /** Absent: as it is. One that is the same as before goes on from its peak. */
      trailing?: Trail | null | undefined;
    }
  /** `portion` in ten-thousandths. */
  | { type: 'closePosition'; accountId: bigint; positionId: bigint; portion: bigint }
  /** At the leverage of the position. */
  | ({ type: 'addToPosition'; accountId: bigint; positionId: bigint; margin: Usdt } & Calibrated)
  | ({ type: 'reversePosition'; accountId: bigint; positionId: bigint } & Calibrated)
  /** `symbol`: null for every pair of the market. */
  | { type: 'closeAll'; accountId: bigint; symbol: string | null }
  | { type: 'cancelAll'; accountId: bigint; symbol: string | null }
  /** The address is one of the network's family; nobody approves a withdrawal and nothing can hold it (charter rule C4). */
  | {
      type: 'withdraw';
      accountId: bigint;
      asset: Asset;
      /** What the person gives up, fee included. */
      amount: CoinAmount;
      network: Network;
      address: string;
      memo: string | null;
      /** As many operations of the person are under way as may be: whoever asks has counted them. */
      isLimitReached: boolean;
    }
  /** USDT to a practice card, by the same rules. */
  | { type: 'withdrawToCard'; accountId: bigint; amount: Usdt; card: PracticeCard; isLimitReached: boolean }
  /** Closes and cancels everything, and starts anew with the market's starting balance. */
  | { type: 'startSeason'; accountId: bigint };

/** How an operation of practice money ends. Amounts are the stored operation's, never a client's. */
export type SettlementEffect =
  /** Coins that arrived, at their value in USDT at the market's price; USDT is worth itself. */
  | { kind: 'deposit'; asset: Asset; amount: CoinAmount }
  | { kind: 'card'; amount: Usdt }
  /** `value` is what the withdrawal locked. */
  | { kind: 'withdrawPaid'; value: Usdt }
  /** The bank took it: the play money is gone, as it came with a top-up. */
  | { kind: 'cardPayout'; value: Usdt }
  | { kind: 'withdrawRefund'; value: Usdt; failure: OperationFailure }
  /** A deposit or top-up that comes to nothing. */
  | { kind: 'failure'; failure: OperationFailure };

/** What the system decides; each needs an idempotency key where it moves money. */
export type MarketCommand =
  | { type: 'openAccount'; userId: bigint }
  | { type: 'endMarket' }
  /** Its key is the operation's id: an operation is settled once. A refusal is not frozen, so that it can be tried again. */
  | { type: 'settleOperation'; accountId: bigint; operationId: bigint; effect: SettlementEffect }
  /** Cancels the orders that would open a position, and no others; a line in the person's log says why when there were any. */
  | { type: 'cancelEntries'; accountId: bigint; reason: EntryBar }
  /** Signed; leaves a line in the person's log. */
  | { type: 'adjustBalance'; accountId: bigint; amount: Usdt; reason: AdjustReason; operatorId: bigint };

export type Command = UserCommand | MarketCommand;

/** Makes a command safe to repeat (rule L6). */
export type Idempotency = RequestKey<Command['type']>;

/** A key that is about to be answered, whatever it was given with. */
export type AcceptedKey = Omit<Idempotency, 'bodyHash'>;

/** A position that could not be closed with the others. */
export interface RefusedClose {
  id: bigint;
  code: ErrorCode;
}

export type CommandResult =
  | { type: 'account'; accountId: bigint }
  | { type: 'position'; position: PositionState }
  | { type: 'order'; order: OrderState }
  | { type: 'orders'; orders: OrderState[] }
  | { type: 'trade'; trade: TradeState }
  | { type: 'reversed'; trade: TradeState; position: PositionState }
  | { type: 'closedAll'; trades: TradeState[]; failed: RefusedClose[] }
  | { type: 'cancelledAll'; orderIds: bigint[] }
  | { type: 'withdrawal'; withdrawal: WithdrawalState }
  /** `price`: the newest one when the triggers were set; null before the first. */
  | { type: 'triggers'; position: PositionState; price: Price | null }
  /** The season that begins. `startedAt`: wall clock, ms. */
  | { type: 'season'; number: number; startedAt: number }
  /** `available`: what is left of it. */
  | { type: 'adjustment'; amount: Usdt; available: Usdt }
  | { type: 'done' };

/** The frozen answer to a command: the same for every repetition of its idempotency key. */
export type Outcome = Answer<CommandResult>;

/** An outcome as it is kept under its key. */
export type KeptOutcome = Kept<CommandResult>;

/** Where commands go: the queue of a market. Rejects with `UnavailableError` when nothing is known to have happened. */
export interface TradingDesk {
  submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome>;
}

/** The command was not carried out, or it is unknown whether it was; repeating it with its key is safe. */
export class UnavailableError extends Error {}
