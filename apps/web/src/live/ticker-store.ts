import type { Pair, TickerRow, TickersData } from '@plecho/contract';
import {
  askOf,
  bidOf,
  entryQuote as entrySide,
  exitQuote as exitSide,
  parseDecimal,
  parsePrice,
  parseUsdt,
  type Ppm,
  type Price,
  type Side,
  type Usdt,
} from '@plecho/domain';
import { Emitter } from '@/lib/emitter.ts';
import { ppmOf } from '@/lib/market-rates.ts';

export interface LiveTicker {
  symbol: string;
  last: Price;
  /** What buys pay and what sells get: `last` itself, but for pairs with a spread. */
  ask: Price;
  bid: Price;
  /** Hundredths of a percent. */
  change24hBp: bigint;
  /** May be negative. */
  priceChange24h: Price;
  high24h: Price;
  low24h: Price;
  volume24h: Usdt;
  /** By the market's own clock. */
  timeMs: number;
}

type Quotes = Pick<LiveTicker, 'ask' | 'bid'>;

/** What a position of this side opens at: a long buys. */
export const entryQuote = ({ ask, bid }: Quotes, side: Side): Price => (entrySide(side) === 'buy' ? ask : bid);
/** What it closes at: a long sells. */
export const exitQuote = ({ ask, bid }: Quotes, side: Side): Price => (exitSide(side) === 'buy' ? ask : bid);

function toTicker(row: TickerRow, spread: Ppm): LiveTicker | null {
  const [symbol, lastText, change, priceChange, high, low, volume, timeMs] = row;
  const last = parsePrice(lastText);
  if (last === null || last <= 0n) return null;
  return {
    symbol,
    last,
    ask: askOf(last, spread),
    bid: bidOf(last, spread),
    change24hBp: parseDecimal(change, 2) ?? 0n,
    priceChange24h: parsePrice(priceChange) ?? 0n,
    high24h: parsePrice(high) ?? last,
    low24h: parsePrice(low) ?? last,
    volume24h: parseUsdt(volume) ?? 0n,
    timeMs,
  };
}

function rowOf(pair: Pair): TickerRow | null {
  const { lastPrice, priceTime } = pair;
  if (lastPrice === null || priceTime === null) return null;
  const { high24h, low24h, change24h, priceChange24h, volume24h, symbol } = pair;
  return [
    symbol,
    lastPrice,
    change24h,
    priceChange24h,
    high24h ?? lastPrice,
    low24h ?? lastPrice,
    volume24h,
    priceTime,
  ];
}

/** The newest ticker of every pair of a market, with a subscription for each of them. */
export class TickerStore {
  #tickers = new Map<string, LiveTicker>();
  /** By symbol, of the pairs that have one; a market's never change. */
  #spreads = new Map<string, Ppm>();
  #hasSnapshot = false;
  readonly #bySymbol = new Map<string, Emitter>();
  readonly #all = new Emitter();
  #list: LiveTicker[] | null = null;

  readonly get = (symbol: string): LiveTicker | undefined => this.#tickers.get(symbol);

  /** All tickers; the same array until one of them changes. */
  readonly list = (): LiveTicker[] => (this.#list ??= [...this.#tickers.values()]);

  listenTo(symbol: string, listener: () => void): () => void {
    let emitter = this.#bySymbol.get(symbol);
    if (emitter === undefined) this.#bySymbol.set(symbol, (emitter = new Emitter()));
    return emitter.listen(listener);
  }

  readonly listenToAll = this.#all.listen;

  /** Prices as a request gave them, until the stream has its own. */
  seed(pairs: readonly Pair[]): void {
    const spreads = pairs.map(({ symbol, spreadPercent }) => [symbol, ppmOf(spreadPercent)] as const);
    this.#spreads = new Map(spreads.filter(([, spread]) => spread > 0n));
    if (this.#hasSnapshot) {
      this.#requote();
      return;
    }
    this.#replace(pairs.map(rowOf).filter((row) => row !== null));
  }

  /** A snapshot replaces what was known; nothing of it survives. */
  snapshot(data: TickersData): void {
    this.#hasSnapshot = true;
    this.#replace(data.rows);
  }

  update(data: TickersData): void {
    if (data.rows.length === 0) return;
    for (const row of data.rows) this.#put(row);
    this.#tell(data.rows.map(([symbol]) => symbol));
  }

  #replace(rows: readonly TickerRow[]): void {
    const before = this.#tickers;
    this.#tickers = new Map();
    for (const row of rows) this.#put(row);
    this.#tell(new Set([...before.keys(), ...this.#tickers.keys()]));
  }

  /** The stream was faster than the request that knows the spreads. */
  #requote(): void {
    for (const [symbol, spread] of this.#spreads) {
      const ticker = this.#tickers.get(symbol);
      if (ticker === undefined) continue;
      this.#tickers.set(symbol, { ...ticker, ask: askOf(ticker.last, spread), bid: bidOf(ticker.last, spread) });
    }
    this.#tell(this.#spreads.keys());
  }

  #put(row: TickerRow): void {
    const ticker = toTicker(row, this.#spreads.get(row[0]) ?? 0n);
    if (ticker !== null) this.#tickers.set(ticker.symbol, ticker);
  }

  #tell(symbols: Iterable<string>): void {
    this.#list = null;
    for (const symbol of symbols) this.#bySymbol.get(symbol)?.emit();
    this.#all.emit();
  }
}
