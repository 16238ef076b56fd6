import { useEffect, useState, useSyncExternalStore } from 'react';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { fetchCandles } from '@/api/candles.ts';
import { subscribeCandles, useTickerSource } from '@/live/index.ts';
import { CandleFeed, type FeedPhase } from './candle-feed.ts';

/** Of a pair that is looked at on the side, a price is drawn this often: each costs a chart. Milliseconds. */
const ASIDE_MS = 800;

/**
 * The candles of a symbol, kept live while the component is mounted; prices go into the feed without drawing it anew.
 * @param isFollowed every price is taken at once, instead of the newest now and then
 */
export function useCandleFeed(
  market: string,
  symbol: string,
  interval: Interval,
  isFollowed: boolean,
): { feed: CandleFeed; phase: FeedPhase; isLoadingOlder: boolean } {
  const [feed] = useState(
    () =>
      new CandleFeed({
        step: INTERVAL_SECONDS[interval],
        fetch: async (query) => (await fetchCandles({ market, symbol, interval, ...query })).items,
        subscribe: (onCandles) => subscribeCandles(market, symbol, interval, (data) => onCandles(data.items)),
      }),
  );
  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed]);
  const tickers = useTickerSource(symbol);
  useEffect(() => {
    const take = (): void => {
      const ticker = tickers.get();
      if (ticker !== undefined) feed.tick(Number(ticker.last) / 1e8, ticker.timeMs);
    };
    if (isFollowed) {
      take();
      return tickers.listen(take);
    }
    const timer = setInterval(take, ASIDE_MS);
    return () => clearInterval(timer);
  }, [feed, tickers, isFollowed]);
  return {
    feed,
    phase: useSyncExternalStore(feed.listen, feed.phase),
    isLoadingOlder: useSyncExternalStore(feed.listen, feed.isLoadingOlder),
  };
}
