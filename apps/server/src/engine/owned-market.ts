import type { PriceRecord } from '../commands/batch.ts';
import type { MarketStatus, Ticker } from './market-port.ts';

/**
 * A running market as its owner alone has it, in the process that decides it: at hand, and with what ends it. Everybody
 * else, and whoever gives it commands, has its `MarketPort`.
 */
export interface OwnedMarket {
  readonly id: string;
  /** Resolves when everything is closed and the end is stored. */
  readonly ended: Promise<void>;
  /** Resolves when somebody else had the market in between: nothing is decided here any more, and it is to be started anew. */
  readonly superseded: Promise<void>;
  status(): MarketStatus;
  tickers(): Ticker[];
  /** Newest valid price of a symbol, however old; null before the first. */
  lastRecord(symbol: string): PriceRecord | null;
  /** @see MarketRunner.idle */
  idle(): Promise<void>;
  /** @see MarketRunner.regain */
  regain(): void;
  /** Ends the market, its prices too: everything in it is closed. Resolves when that is stored or the market is let go of. */
  end(): Promise<void>;
}
