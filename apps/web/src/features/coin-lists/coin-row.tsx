import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { formatVolume } from '@/lib/format.ts';
import { useStalest } from '@/live/index.ts';
import { Link } from '@/ui/link.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { STALE } from '@/ui/stale.ts';
import type { Coin } from './rank-coins.ts';
import { texts } from './texts.ts';

/** One coin with its place in the ranking, 56 px high; all of it opens the coin's trade screen. */
export function CoinRow({ coin, rank }: { coin: Coin; rank: number }) {
  const market = useMarketParam();
  const stale = useStalest([coin.symbol]) !== null;
  return (
    <li>
      <Link
        href={paths.mobileTrade(coin.symbol, market)}
        className="flex min-h-14 items-center justify-between gap-3 px-3 py-1.5 -outline-offset-2 active:bg-raised"
      >
        <span className="w-5 shrink-0 text-right text-xs text-muted tabular">{rank}</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base">
            <span className="font-semibold">{coin.baseAsset}</span>
            <span className="text-muted">/USDT</span>
          </span>
          <span className="block text-xs text-muted tabular">
            {texts.turnover} {formatVolume(coin.volume)}
          </span>
        </span>
        <span className={cx('flex shrink-0 flex-col items-end', stale && STALE)}>
          <PriceText value={coin.lastPrice} decimals={coin.priceDecimals} className="text-base" />
          <PercentText value={coin.changeBp} arrow className="text-xs" />
        </span>
      </Link>
    </li>
  );
}
