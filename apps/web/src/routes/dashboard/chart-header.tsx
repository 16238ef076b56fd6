import type { ReactNode } from 'react';
import type { Interval } from '@plecho/domain';
import { SetAlertButton } from '@/features/alerts/alert-bell.tsx';
import { IntervalPicker } from '@/features/chart/interval-picker.tsx';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { FavouriteButton } from '@/features/pair-list/favourite-button.tsx';
import type { Favourites } from '@/lib/watchlists.ts';
import { useMarket } from '@/api/queries.ts';
import { formatPrice, formatVolume } from '@/lib/format.ts';
import { usePair, useTicker } from '@/live/index.ts';
import { dashboardTexts as texts } from './texts.ts';

function DayFigure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="hidden flex-col 2xl:flex">
      <dt className="text-[11px] leading-tight text-muted">{name}</dt>
      <dd className="text-xs leading-tight tabular">{children}</dd>
    </div>
  );
}

interface ChartHeaderProps {
  symbol: string;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  favourites: Favourites;
}

/** Above the chart: the pair, its day, the market, and the interval. */
export function ChartHeader({ symbol, interval, onInterval, favourites }: ChartHeaderProps) {
  const market = useMarket();
  const pair = usePair(symbol);
  const ticker = useTicker(symbol);
  const decimals = pair?.priceDecimals ?? 2;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-2 py-1">
      <div className="flex items-center">
        <FavouriteButton symbol={symbol} favourites={favourites} />
        <h2 className="font-semibold">
          {pair?.baseAsset ?? symbol}
          <span className="font-normal text-muted">{pair === undefined ? '' : '/USDT'}</span>
        </h2>
        <SetAlertButton symbol={symbol} />
      </div>
      <IntervalPicker value={interval} onChange={onInterval} />
      <dl className="ml-auto flex items-center gap-4">
        <DayFigure name={texts.high}>{formatPrice(ticker?.high24h, decimals)}</DayFigure>
        <DayFigure name={texts.low}>{formatPrice(ticker?.low24h, decimals)}</DayFigure>
        <DayFigure name={texts.turnover}>{formatVolume(ticker?.volume24h)}</DayFigure>
      </dl>
      <span className="hidden text-xs xl:block">
        <MarketLabel market={market} />
      </span>
    </div>
  );
}
