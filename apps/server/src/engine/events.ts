import type { Usdt } from '@plecho/domain';
import type { AccountState, OrderState, PositionState, PriceRecord, TradeState } from '../commands/batch.ts';

/** What became of an account in one committed batch. Published after the commit, never before. */
export interface AccountEvent {
  marketId: string;
  userId: bigint;
  account: AccountState;
  /** Version of the account before the batch; `account.version` is the one after it. */
  fromVersion: bigint;
  positions: PositionState[];
  removedPositions: bigint[];
  orders: OrderState[];
  removedOrders: bigint[];
  trades: TradeState[];
}

/** Listeners of a market; the stream hub is one. They must not throw and must not block. */
export interface MarketListener {
  /** @param volume turnover since the previous valid price of the symbol */
  price(marketId: string, record: PriceRecord, volume: Usdt): void;
  account(event: AccountEvent): void;
  /** Trade in a pair is over at the venue, and what is open in it is being closed. May be said more than once. */
  delisted?(marketId: string, symbol: string): void;
}
