import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import { ConfigError } from '../config.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { BinanceFeed } from '../feeds/binance/binance-feed.ts';
import { sourceOf, type BinanceUrls } from '../feeds/binance/hosts.ts';
import type { Feed } from '../feeds/feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../network/ports.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import type { createPool, Installation } from '../storage/connection.ts';
import { createMarket } from '../storage/market-key-store.ts';
import { MarketStore } from '../storage/market-store.ts';

const DAY = 86_400;
const LABEL = 'Биржа: Binance';
/** Whatever else answers at these addresses is not known to be the exchange, and its prices don't bear its name (rule C2). */
const STAND_IN_LABEL = 'Подставная биржа';

/** @param now wall clock, ms */
export async function createExchangeMarket(
  target: Installation,
  id: string,
  urls: BinanceUrls,
  now: number,
): Promise<void> {
  const source = sourceOf(urls);
  const label = source === 'binance' ? LABEL : STAND_IN_LABEL;
  const definition: MarketDefinition = {
    ...{ id, kind: 'exchange', title: label, label, parameters: { source } },
    // By the exchange's clock, which may be behind the one here; there are candles of that day.
    startAt: Math.floor(now / 1000) - DAY,
    ...{ rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE, scenario: null, endAt: null, ended: false },
  };
  await createMarket(target, definition, now);
}

/** Pairs that a market has candles of, or that somebody has something open in: it keeps them, whatever is listed. */
export async function pairsToKeep(pool: ReturnType<typeof createPool>, id: string): Promise<Set<string>> {
  const spans = await new PgCandleStore(pool, id).spans();
  const open = await new MarketStore(pool).openSymbols(id);
  return new Set([...spans.map(({ symbol }) => symbol), ...open]);
}

export interface ExchangeFeedOptions {
  binance: BinanceUrls;
  clock: Clock;
  entropy: Entropy;
}

/** @throws ConfigError when the addresses are not of the kind that the market was made with: a market never changes */
export function openExchange(
  { label, startAt, parameters }: MarketDefinition,
  knownSymbols: ReadonlySet<string>,
  { binance, clock, entropy }: ExchangeFeedOptions,
): Promise<Feed> {
  if (parameters['source'] !== sourceOf(binance)) {
    throw new ConfigError(
      `BINANCE_REST_URL, BINANCE_STREAM_URL: the prices of the market «${label}» come from ${String(parameters['source'])}, and a market never changes`,
    );
  }
  const random = (): number => Buffer.from(entropy(4)).readUInt32BE() / 2 ** 32;
  return BinanceFeed.open({ ...binance, clock, random, since: startAt * 1000, knownSymbols });
}
