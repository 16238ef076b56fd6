import { useMarket } from '@/api/queries.ts';
import { usePair, useTickers } from '@/live/index.ts';
import { priceTitle } from './price-title.ts';

/** The price of the pair in the window's title, once a second; the screen's own title until there is one. */
export function WindowTitle({ symbol }: { symbol: string }) {
  const market = useMarket();
  const pair = usePair(symbol);
  const ticker = useTickers().find((each) => each.symbol === symbol);
  if (pair === undefined || ticker === undefined) return null;
  return <title>{priceTitle(symbol, ticker.last, pair.priceDecimals, market)}</title>;
}
