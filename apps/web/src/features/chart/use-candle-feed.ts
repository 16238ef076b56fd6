import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { fetchCandles } from '@/api/candles.ts';
import { subscribeCandles, useTicker } from '@/live/index.ts';
import { CandleFeed, type FeedState } from './candle-feed.ts';

/** Of a pair that is looked at on the side, a price is drawn this often: each costs a chart. Milliseconds. */
const ASIDE_MS = 800;

/**
 * The candles of a symbol, kept live while the component is mounted.
 * @param isFollowed every price is taken at once, instead of the newest now and then
 */
export function useCandleFeed(
  market: string,
  symbol: string,
  interval: Interval,
  isFollowed: boolean,
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
  const take = useEffectEvent(() => {
    if (ticker !== undefined) feed.tick(Number(ticker.last) / 1e8, ticker.timeMs);
  });
  useEffect(() => {
    if (isFollowed) take();
  }, [feed, ticker, isFollowed]);
  useEffect(() => {
    if (isFollowed) return;
    const timer = setInterval(take, ASIDE_MS);
    return () => clearInterval(timer);
  }, [feed, isFollowed]);
  return { feed, state: useSyncExternalStore(feed.listen, feed.state) };
}
