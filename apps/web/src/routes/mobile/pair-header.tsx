import { useMarket } from '@/api/queries.ts';
import { StaleBadge } from '@/features/connection/stale-badge.tsx';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { cx } from '@/lib/class-names.ts';
import { useAccount, useMarketState, usePair, useStale, useTicker } from '@/live/index.ts';
import { Icon } from '@/ui/icons.tsx';
import { Money } from '@/ui/money.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

interface PairHeaderProps {
  symbol: string;
  /** Opens the list of pairs. */
  onOpen: () => void;
}

const DEFAULT_DECIMALS = 2;

function Available() {
  const { loaded, balances } = useAccount();
  return (
    <span className="flex shrink-0 items-baseline gap-1.5 text-muted">
      {texts.available}
      {loaded ? (
        <Money value={balances.available} unit className="text-secondary" />
      ) : (
        <Skeleton className="h-4 w-24" />
      )}
    </span>
  );
}

/** The pair, its price and what can be spent; a tap on any of it chooses another pair. */
export function PairHeader({ symbol, onOpen }: PairHeaderProps) {
  const market = useMarket();
  const { status } = useMarketState() ?? market;
  const pair = usePair(symbol);
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  const base = pair?.baseAsset ?? symbol.replace(/USDT$/, '');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full flex-col gap-1 rounded-lg border border-hairline bg-panel px-3 py-2.5 text-left active:bg-raised lying:gap-0.5 lying:py-1.5"
    >
      <span className="flex items-center justify-between gap-3 text-lg font-semibold lying:gap-2 lying:text-base/7">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate">
            {base}
            <span className="font-normal text-muted">/USDT</span>
          </span>
          <Icon name="chevronDown" className="text-muted" />
          <span className="sr-only">. {texts.choosePair}. </span>
        </span>
        <PriceText
          value={ticker?.last}
          decimals={pair?.priceDecimals ?? DEFAULT_DECIMALS}
          flash
          className={cx(stale && 'text-muted')}
        />
      </span>
      <span className="flex items-center justify-between gap-3 text-xs text-muted">
        <span className="flex shrink-0 items-center gap-1.5">
          <PercentText value={ticker?.change24hBp} arrow />
          {texts.change}
        </span>
        {/* A phone that lies has it in sight in the bars above and below, and no line for it here. */}
        <MarketLabel market={market} className="lying:hidden" />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted">
        <Available />
        {status !== 'ended' && <StaleBadge symbol={symbol} />}
      </span>
    </button>
  );
}
