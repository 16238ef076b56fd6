import type { Market } from '@plecho/contract';
import { parsePrice, type Candle, type Interval, type Price } from '@plecho/domain';
import type { PriceRecord } from '../../src/commands/batch.ts';
import type { MarketView, MoveCounts, Ticker } from '../../src/queries/ports.ts';

export const usd = (text: string): Price => {
  const price = parsePrice(text);
  if (price === null) throw new Error(`${text} is no price`);
  return price;
};

/** A market whose prices are what a test says. */
export class FixedMarket implements MarketView {
  readonly id = 'main';
  readonly prices = new Map<string, PriceRecord>();
  readonly closed: Candle[] = [];
  time = 1_000_000;
  current: Candle | null = null;
  /** Resolves before candles are read. */
  reading: Promise<void> = Promise.resolve();

  describe(): Market {
    return {
      id: this.id,
      kind: 'synthetic',
      label: 'Синтетический рынок',
      title: 'Основной',
      status: 'running',
      main: true,
      halted: false,
      startAt: 0,
      symbols: [...this.prices.keys()],
      takerFeePercent: '0',
      maintenanceMarginPercent: '0.5',
      startBalance: '1000',
      staleAfterSeconds: 10,
      maxJumpPercent: '30',
      parameters: {},
    };
  }

  now(): number {
    return this.time;
  }

  setPrice(symbol: string, price: string): PriceRecord {
    const record = { seq: BigInt(this.time), symbol, price: usd(price), time: this.time };
    this.prices.set(symbol, record);
    return record;
  }

  tickers(): Ticker[] {
    return [...this.prices].map(([symbol, last]) => ({
      pair: { symbol, baseAsset: symbol.replace('USDT', ''), quoteAsset: 'USDT', priceDecimals: 2 },
      last,
      open24h: usd('100'),
      high24h: last.price,
      low24h: usd('90'),
      volume24h: 5_000_000n,
    }));
  }

  lastRecord(symbol: string): PriceRecord | null {
    return this.prices.get(symbol) ?? null;
  }

  hasSymbol(symbol: string): boolean {
    return this.prices.has(symbol);
  }

  async candles(_symbol: string, _interval: Interval, limit: number): Promise<Candle[]> {
    await this.reading;
    return [...this.closed, ...(this.current === null ? [] : [this.current])].slice(-limit);
  }

  openCandle(): Candle | null {
    return this.current;
  }

  moveFrequency(): Promise<MoveCounts> {
    return Promise.resolve({ windowHours: 24, starts: 0, long: [], short: [] });
  }
}
