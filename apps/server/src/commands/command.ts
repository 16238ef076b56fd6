import type { Price, Side, Usdt } from '@plecho/domain';
import type { ErrorCode } from '@plecho/contract';
import type { OrderState, PositionState, TradeState } from './states.ts';

/** What a person can ask of a market. Prices are never among the inputs of a fill (rule E10). */
export type UserCommand =
  | {
      type: 'openPosition';
      accountId: bigint;
      symbol: string;
      side: Side;
      margin: Usdt;
      leverage: number;
      takeProfit: Price | null;
      stopLoss: Price | null;
    }
  | {
      type: 'placeOrder';
      accountId: bigint;
      symbol: string;
      side: Side;
      margin: Usdt;
      leverage: number;
      limitPrice: Price;
      takeProfit: Price | null;
      stopLoss: Price | null;
    }
  | { type: 'cancelOrder'; accountId: bigint; orderId: bigint }
  | { type: 'setTriggers'; accountId: bigint; positionId: bigint; takeProfit: Price | null; stopLoss: Price | null }
  /** `portion` in ten-thousandths. */
  | { type: 'closePosition'; accountId: bigint; positionId: bigint; portion: bigint };

/** What the market itself decides. */
export type MarketCommand = { type: 'openAccount'; userId: bigint } | { type: 'endMarket' };

export type Command = UserCommand | MarketCommand;

/** Makes a command safe to repeat (rule L6). Scoped to the user and the operation. */
export interface Idempotency {
  userId: bigint;
  operation: Command['type'];
  key: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
}

export type CommandResult =
  | { type: 'account'; accountId: bigint }
  | { type: 'position'; position: PositionState }
  | { type: 'order'; order: OrderState }
  | { type: 'trade'; trade: TradeState }
  | { type: 'done' };

/** The frozen answer to a command: the same for every repetition of its idempotency key. */
export type Outcome = { ok: true; result: CommandResult } | { ok: false; code: ErrorCode };

/** Where commands go: the queue of a market. Rejects with `UnavailableError` when nothing is known to have happened. */
export interface TradingDesk {
  submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome>;
}

/** The command was not carried out, or it is unknown whether it was; repeating it with its key is safe. */
export class UnavailableError extends Error {}
