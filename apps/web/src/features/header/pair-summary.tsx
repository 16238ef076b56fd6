import { usePair, useStale, useTicker } from '@/live/index.ts';
import { cx } from '@/lib/class-names.ts';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { STALE } from '@/ui/stale.ts';

/** The selected pair with its price and day, in one line. */
export function PairSummary({ symbol }: { symbol: string }) {
  const pair = usePair(symbol);
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  if (pair === undefined || ticker === undefined) return null;
  return (
    <p className={cx('mx-3 hidden items-baseline gap-2 whitespace-nowrap min-[89rem]:flex', stale && STALE)}>
      <span className="font-semibold">
        {pair.baseAsset}
        <span className="font-normal text-muted">{pair.quoteAsset}</span>
      </span>
      <PriceText value={ticker.last} decimals={pair.priceDecimals} flash className="text-base font-semibold" />
      <PercentText value={ticker.change24hBp} arrow />
    </p>
  );
}
