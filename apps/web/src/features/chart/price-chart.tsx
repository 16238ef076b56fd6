import { lazy, useMemo } from 'react';
import type { Trade } from '@plecho/contract';
import type { Interval, Price } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { useAmendOrder } from '@/api/orders.ts';
import { useSetTriggers } from '@/api/positions.ts';
import { useMarket } from '@/api/queries.ts';
import { useTrades } from '@/api/trades.ts';
import { cx } from '@/lib/class-names.ts';
import { loadCode } from '@/lib/load-code.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { formatPrice } from '@/lib/format.ts';
import { exitQuote, useAccount, usePair, useTickerSource } from '@/live/index.ts';
import { EmptyState, ErrorState, toast } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import type { ChartController } from './chart-controller.ts';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { dropRefusal, isOrderLevel, movedOrder, movedTriggers, type PriceLevel } from './levels.ts';
import { chartTexts } from './texts.ts';
import { useCandleFeed } from './use-candle-feed.ts';

const loadCanvas = () => loadCode(() => import('./chart-canvas.tsx'));
const ChartCanvas = lazy(loadCanvas);
// The drawing code comes while the candles do.
loadCanvas().catch(() => undefined);

interface PriceChartProps {
  symbol: string;
  interval: Interval;
  /** Gives the chart its size; it fills what it gets and never changes it. */
  className?: string;
  /** Shows the person's positions, orders and trades. */
  isActive: boolean;
  /** Opens the dialog for take profit and stop loss of a position. */
  onEditLevels: (positionId: string) => void;
  /** Opens where indicators are set. */
  onEditIndicators: () => void;
  /** The chart was drawn, or goes. */
  onController: (controller: ChartController | null) => void;
}

/** Trades of the symbol, those that arrived live first, each once. */
function useSymbolTrades(symbol: string, isWanted: boolean): Trade[] {
  const { recentTrades } = useAccount();
  const { data } = useTrades({ symbol }, isWanted);
  return useMemo(() => {
    const byId = new Map<string, Trade>();
    for (const trade of data?.pages.flatMap((page) => page.items) ?? []) byId.set(trade.id, trade);
    for (const trade of recentTrades) if (trade.symbol === symbol) byId.set(trade.id, trade);
    return [...byId.values()];
  }, [data, recentTrades, symbol]);
}

/** Moves a level of a position or what an order waits for; says why when it can't. Resolves to whether it did. */
function useMoveLevel(symbol: string, priceDecimals: number) {
  const setTriggers = useSetTriggers();
  const amend = useAmendOrder();
  const tickers = useTickerSource(symbol);

  const send = async (level: PriceLevel, price: Price): Promise<string> => {
    const text = formatPrice(price, priceDecimals);
    if (isOrderLevel(level)) {
      await amend.mutateAsync({ id: level.order.id, symbol, ...movedOrder(level, price) });
      return chartTexts.movedOrder(text);
    }
    await setTriggers.mutateAsync({ id: level.position.id, symbol, ...movedTriggers(level, price) });
    return chartTexts.moved(chartTexts.levelName[level.kind], text);
  };
  /** What the server would say of a position's level. Of an order's it is asked: that hangs on more than is known here. */
  const refusalOf = (level: PriceLevel, price: Price): string | null => {
    if (isOrderLevel(level)) return null;
    const ticker = tickers.get();
    const market = ticker === undefined ? null : exitQuote(ticker, level.position.type);
    return market === null ? chartTexts.moveFailed : dropRefusal(level, price, market);
  };
  return async (level: PriceLevel, price: Price): Promise<boolean> => {
    const refusal = refusalOf(level, price);
    if (refusal !== null) {
      toast.error(refusal);
      return false;
    }
    try {
      toast.success(await send(level, price));
      return true;
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : chartTexts.moveFailed);
      return false;
    }
  };
}

const NONE: readonly never[] = [];

function LiveChart({ symbol, interval, isActive, ...told }: Omit<PriceChartProps, 'className'>) {
  'use memo';
  const market = useMarket();
  const time = useMarketTime();
  const { feed, phase, isLoadingOlder } = useCandleFeed(market.id, symbol, interval, isActive);
  const priceDecimals = usePair(symbol)?.priceDecimals ?? 2;
  const { positions, orders } = useAccount();
  const trades = useSymbolTrades(symbol, isActive);
  const moveLevel = useMoveLevel(symbol, priceDecimals);

  if (phase === 'loading') return <ChartSkeleton />;
  if (phase === 'error')
    return <ErrorState title={chartTexts.failed} onRetry={feed.retry} className="absolute inset-0" />;
  if (phase === 'empty') return <EmptyState title={chartTexts.empty} className="absolute inset-0" />;
  return (
    <>
      <Late fallback={<ChartSkeleton />}>
        <ChartCanvas
          feed={feed}
          market={market.id}
          symbol={symbol}
          interval={interval}
          time={time}
          priceDecimals={priceDecimals}
          marketLabel={market.label}
          provenance={provenanceWords(market)}
          startAt={market.kind === 'scenario' ? market.startAt : null}
          positions={isActive ? positions : NONE}
          orders={isActive ? orders : NONE}
          trades={isActive ? trades : NONE}
          {...told}
          onMoveLevel={moveLevel}
        />
      </Late>
      {isLoadingOlder ? (
        <p
          role="status"
          className="absolute top-1/2 left-2 z-20 -translate-y-1/2 rounded-sm bg-panel px-1.5 py-1 text-[11px] text-muted"
        >
          {chartTexts.loadingOlder}
        </p>
      ) : null}
    </>
  );
}

/** Live candles of one symbol with the lines and marks of the person's trades on it. */
export function PriceChart({ className, ...props }: PriceChartProps) {
  'use memo';
  const market = useMarket();
  return (
    <div className={cx('relative overflow-hidden', className)}>
      <LiveChart key={`${market.id}:${props.symbol}:${props.interval}`} {...props} />
      {/* In the corner between the axes: the library's licence asks for its maker's name on the page. */}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        title={chartTexts.attributionTitle}
        className="absolute right-1 bottom-0.5 z-10 text-[10px] leading-6 text-muted hover:text-primary"
      >
        {chartTexts.attribution}
      </a>
    </div>
  );
}
