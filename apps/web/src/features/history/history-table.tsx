import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { parseUsdt, profitAndLossBasisPoints } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatPrice, formatShortDateTime } from '@/lib/format.ts';
import { usePair } from '@/live/index.ts';
import { Badge, Button, EmptyState, ErrorState, Money, PercentText, SideBadge, Skeleton } from '@/ui/index.ts';
import { historyTexts as texts } from './texts.ts';
import { hasFilters, NO_FILTERS, type HistoryFilters } from './trade-filters.ts';
import { useTradePages, type TradePages } from './use-trade-pages.ts';

const HEAD = 'px-2 py-1.5 text-right font-normal first:pl-3 last:pr-3';
const CELL = 'px-2 text-right whitespace-nowrap tabular first:pl-3 last:pr-3';

/** PnL net of fees: what the trade did to the balance. */
const netOf = (trade: Trade): bigint => (parseUsdt(trade.pnl) ?? 0n) - (parseUsdt(trade.fee) ?? 0n);

function TradeRow({ trade, onOpenReceipt }: { trade: Trade; onOpenReceipt: (trade: Trade) => void }) {
  const decimals = usePair(trade.symbol)?.priceDecimals ?? 2;
  const net = netOf(trade);
  return (
    <tr className="h-8 border-t border-hairline hover:bg-raised/50">
      <td className="pr-2 pl-3 whitespace-nowrap text-secondary tabular">{formatShortDateTime(trade.closeTime)}</td>
      <th scope="row" className="px-2 text-left font-medium whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          {trade.symbol}
          <SideBadge side={trade.type} />
          {trade.leverage > 1 ? <Badge>{trade.leverage}x</Badge> : null}
        </span>
      </th>
      <td className={CELL}>{formatPrice(trade.entryPrice, decimals)}</td>
      <td className={CELL}>{formatPrice(trade.exitPrice, decimals)}</td>
      <td className={CELL}>
        <Money value={trade.amount} />
      </td>
      <td className={CELL}>
        <Money value={net} signed />{' '}
        <span className="text-xs">
          <PercentText value={profitAndLossBasisPoints(net, parseUsdt(trade.amount) ?? 1n)} />
        </span>
      </td>
      <td className={cx(CELL, trade.reason === 'liquidation' ? 'text-warn' : 'text-secondary')}>
        {texts.reason[trade.reason]}
      </td>
      <td className={CELL}>
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.receiptName(trade.symbol)}
          onClick={() => onOpenReceipt(trade)}
        >
          {texts.receipt}
        </Button>
      </td>
    </tr>
  );
}

/** Asks for the next page when its place comes near the view; the button is for keyboards. */
function MoreTrades({ pages }: { pages: TradePages }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const { hasMore, isLoadingMore } = pages;
  const load = useEffectEvent(pages.loadMore);
  useEffect(() => {
    const element = sentinel.current;
    if (element === null || !hasMore || isLoadingMore) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, isLoadingMore]);
  if (!hasMore) return null;
  return (
    <div ref={sentinel} className="flex justify-center py-2">
      <Button size="sm" variant="ghost" pending={isLoadingMore} onClick={pages.loadMore}>
        {isLoadingMore ? texts.loadingMore : texts.more}
      </Button>
    </div>
  );
}

interface HistoryTableProps {
  filters?: HistoryFilters;
  onOpenReceipt: (trade: Trade) => void;
  /** Shows the trades where a table has no room: on a phone. */
  cards?: (trades: readonly Trade[]) => ReactNode;
}

/** Closed trades of the selected market, newest first; loads more as it is scrolled. */
export function HistoryTable({ filters = NO_FILTERS, onOpenReceipt, cards }: HistoryTableProps) {
  const pages = useTradePages(filters);
  if (pages.status === 'pending') return <Skeleton className="m-3 h-24" />;
  if (pages.status === 'error') return <ErrorState title={texts.failed} onRetry={pages.retry} />;
  if (pages.trades.length === 0 && !pages.hasMore) {
    return hasFilters(filters) ? (
      <EmptyState title={texts.emptyFiltered} hint={texts.emptyFilteredHint} />
    ) : (
      <EmptyState title={texts.empty} hint={texts.emptyHint} />
    );
  }
  if (cards !== undefined) {
    return (
      <>
        {cards(pages.trades)}
        <MoreTrades pages={pages} />
      </>
    );
  }
  const { columns } = texts;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[48rem] border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-2 pl-3 text-left font-normal">
              {columns.time}
            </th>
            <th scope="col" className="px-2 py-1.5 text-left font-normal">
              {columns.symbol}
            </th>
            {(['entry', 'exit', 'margin', 'pnl', 'reason'] as const).map((key) => (
              <th key={key} scope="col" className={HEAD}>
                {columns[key]}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              <span className="sr-only">{columns.receipt}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.trades.map((trade) => (
            <TradeRow key={trade.id} trade={trade} onOpenReceipt={onOpenReceipt} />
          ))}
        </tbody>
      </table>
      <MoreTrades pages={pages} />
    </div>
  );
}
