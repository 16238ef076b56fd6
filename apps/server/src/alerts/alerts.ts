import { ALERT_PERCENT, MAX_ALERTS, MAX_PRICE, parseDecimal, parsePrice } from '@plecho/domain';
import type { AlertDirection, AlertWindow, Interval, Price, RingDirection } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { MarketPort, MarketStatus } from '../engine/market-port.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import type { AlertBook, AlertRecord, AlertTerms, AlertWriter, Labelled, RingRecord } from './ports.ts';

/** Decimals of a percentage. */
const PERCENT_DECIMALS = 2;

/** What somebody asks for; prices and percentages as they were written. */
export type WantedAlert = { pause: number | null; expiresAt: number | null } & (
  | { kind: 'cross'; symbol: string; level: string }
  | { kind: 'change'; symbol: string; percent: string; window: AlertWindow; direction: AlertDirection }
  | { kind: 'close'; symbol: string; level: string; interval: Interval; direction: RingDirection }
  | { kind: 'liquidation'; position: string; percent: string }
);

/** @throws Problem invalid_price */
function levelOf(text: string): Price {
  const level = parsePrice(text);
  if (level === null || level <= 0n || level > MAX_PRICE) throw new Problem('invalid_price');
  return level;
}

/** Hundredths of a percent. @throws Problem invalid_percent */
function percentOf(text: string): number {
  const percent = Number(parseDecimal(text, PERCENT_DECIMALS) ?? 0n);
  if (percent < ALERT_PERCENT.min || percent > ALERT_PERCENT.max) throw new Problem('invalid_percent');
  return percent;
}

/** The price that an alert is set from: a fresh one. @throws Problem unknown_symbol, price_unavailable */
async function priceNow(market: MarketPort, { now }: MarketStatus, symbol: string): Promise<PriceRecord> {
  if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
  const record = (await market.lastPrices([symbol])).get(symbol);
  const { staleAfterMs } = market.definition.rules;
  if (record === undefined || now - record.time > staleAfterMs) throw new Problem('price_unavailable');
  return record;
}

export interface AlertsOptions {
  book: AlertBook;
  once: Once<AlertWriter>;
}

/** What people do with their alerts. */
export class Alerts {
  readonly #options: AlertsOptions;

  constructor(options: AlertsOptions) {
    this.#options = options;
  }

  /**
   * Sets an alert. @param key null: a repetition sets another one
   * @throws Problem with what is wrong about it
   */
  async add(
    userId: bigint,
    market: MarketPort,
    wanted: WantedAlert,
    key: string | null,
  ): Promise<Labelled<AlertRecord>> {
    const { id: marketId } = market;
    return this.#options.once(requestKey(userId, 'addAlert', key, [marketId, wanted]), async (writer) => {
      const status = await market.status();
      if (status.life === 'ended') throw new Problem('market_ended');
      const terms = await this.#termsOf(writer, userId, market, status, wanted);
      const { pause, expiresAt } = wanted;
      if (expiresAt !== null && expiresAt * 1000 <= status.now) throw new Problem('alert_expired');
      if ((await writer.countAlone(userId)) >= MAX_ALERTS) throw new Problem('too_many_alerts');
      if (!(await writer.isOpen(marketId))) throw new Problem('market_ended');
      const expiry = expiresAt === null ? null : expiresAt * 1000;
      return writer.add({ userId, marketId, terms, pause, expiresAt: expiry, createdAt: status.now });
    });
  }

  list(userId: bigint): Promise<Labelled<AlertRecord>[]> {
    return this.#options.book.list(userId);
  }

  /** @throws Problem alert_not_found */
  async remove(userId: bigint, alertId: bigint): Promise<void> {
    if (!(await this.#options.book.remove(userId, alertId))) throw new Problem('alert_not_found');
  }

  /** @see AlertBook.rings */
  rings(userId: bigint, beforeId: bigint | null, limit: number): Promise<Labelled<RingRecord>[]> {
    return this.#options.book.rings(userId, beforeId, limit);
  }

  /** Everything up to a ring has been looked at. @throws Problem not_found */
  async see(userId: bigint, upTo: bigint): Promise<void> {
    if (!(await this.#options.book.see(userId, upTo))) throw new Problem('not_found');
  }

  counts(userId: bigint): Promise<{ unseen: number; waiting: number }> {
    return this.#options.book.counts(userId);
  }

  async #termsOf(
    writer: AlertWriter,
    userId: bigint,
    market: MarketPort,
    status: MarketStatus,
    wanted: WantedAlert,
  ): Promise<AlertTerms> {
    if (wanted.kind === 'liquidation') {
      const position = await writer.position(userId, market.id, BigInt(wanted.position));
      if (position === null || position.liquidationPrice === null) throw new Problem('position_not_found');
      const direction = position.side === 'long' ? 'down' : 'up';
      const percent = percentOf(wanted.percent);
      return { kind: 'liquidation', symbol: position.symbol, direction, percent, positionId: BigInt(wanted.position) };
    }
    const { symbol } = wanted;
    const { price } = await priceNow(market, status, symbol);
    if (wanted.kind === 'change') {
      return {
        kind: 'change',
        symbol,
        direction: wanted.direction,
        percent: percentOf(wanted.percent),
        window: wanted.window,
      };
    }
    const level = levelOf(wanted.level);
    if (wanted.kind === 'close') {
      return { kind: 'close', symbol, direction: wanted.direction, level, interval: wanted.interval };
    }
    if (level === price) throw new Problem('alert_reached');
    return { kind: 'cross', symbol, direction: level > price ? 'up' : 'down', level };
  }
}
