import { useEffect, useState, useSyncExternalStore } from 'react';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { fetchCandles } from '@/api/queries.ts';
import { subscribeCandles, useTicker } from '@/live/index.ts';
import { CandleFeed, type FeedState } from './candle-feed.ts';

/** The candles of a symbol, kept live while the component is mounted. */
export function useCandleFeed(
  market: string,
  symbol: string,
  interval: Interval,
): { feed: CandleFeed; state: FeedState } {
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
  const ticker = useTicker(symbol);
  useEffect(() => {
    if (ticker !== undefined) feed.tick(Number(ticker.last) / 1e8, ticker.timeMs);
  }, [feed, ticker]);
  return { feed, state: useSyncExternalStore(feed.listen, feed.state) };
}
