import type { ReactNode } from 'react';
import type { NotedTrade, Trade } from '@plecho/contract';
import { parseUsdt, profitAndLossBasisPoints } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { feeRatesOf, formatR, tradeInR } from '@/lib/trade-risk.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { usePair } from '@/live/index.ts';
import { buttonClass } from '@/ui/button.tsx';
import {
  Button,
  CELL,
  DataTable,
  EmptyState,
  ErrorState,
  Icon,
  Link,
  Money,
  PairHead,
  PercentText,
  Skeleton,
} from '@/ui/index.ts';
import { Paged } from '@/ui/paged.tsx';
import { NoteMark } from './note-mark.tsx';
import { historyTexts as texts } from './texts.ts';
import { hasFilters, NO_FILTERS, type HistoryFilters } from './trade-filters.ts';
import { useTradePages } from './use-trade-pages.ts';

const FIGURES = ['entry', 'exit', 'margin', 'leverage', 'pnl', 'r', 'reason'] as const;

/** PnL net of fees: what the trade did to the balance. */
const netOf = (trade: Trade): bigint => (parseUsdt(trade.pnl) ?? 0n) - (parseUsdt(trade.fee) ?? 0n);

function TradeRow({ trade, onOpenReceipt }: { trade: NotedTrade; onOpenReceipt: (trade: Trade) => void }) {
  const decimals = usePair(trade.symbol)?.priceDecimals ?? 2;
  const time = useMarketTime();
  const net = netOf(trade);
  const r = tradeInR(trade, feeRatesOf(useMarket()));
  return (
    <tr className="h-8 border-t border-hairline hover:bg-raised/50">
      <td className="pr-2 pl-3 whitespace-nowrap text-secondary tabular">{time.short(trade.closeTime)}</td>
      <PairHead symbol={trade.symbol} side={trade.type} />
      <td className={CELL}>{formatPrice(trade.entryPrice, decimals)}</td>
      <td className={CELL}>{formatPrice(trade.exitPrice, decimals)}</td>
      <td className={CELL}>
        <Money value={trade.amount} />
      </td>
      <td className={CELL}>{trade.leverage}x</td>
      <td className={CELL}>
        <Money value={net} signed />{' '}
        <span className="text-xs">
          <PercentText value={profitAndLossBasisPoints(net, parseUsdt(trade.amount) ?? 1n)} bracketed />
        </span>
      </td>
      <td className={cx(CELL, 'text-secondary')}>{r === null ? texts.noR : formatR(r)}</td>
      <td className={cx(CELL, trade.reason === 'liquidation' ? 'text-warn' : 'text-secondary')}>
        {trade.seasonEnd ? texts.seasonEnd : texts.reason[trade.reason]}
      </td>
      <td className={CELL}>
        <span className="flex items-center justify-end">
          <NoteMark note={trade.note} />
          <Button
            size="sm"
            variant="ghost"
            aria-label={texts.receiptName(trade.symbol)}
            onClick={() => onOpenReceipt(trade)}
          >
            {texts.receipt}
          </Button>
          <Link
            href={paths.proof({ trade: trade.id, market: trade.market })}
            aria-label={texts.checkName(trade.symbol)}
            title={texts.checkName(trade.symbol)}
            className={buttonClass('ghost', 'sm', 'w-7 px-0 pointer-coarse:w-10 pointer-coarse:px-0')}
          >
            <Icon name="shield" />
          </Link>
        </span>
      </td>
    </tr>
  );
}

interface HistoryTableProps {
  filters?: HistoryFilters;
  onOpenReceipt: (trade: Trade) => void;
  /** Shows the trades where a table has no room: on a phone. */
  cards?: (trades: readonly NotedTrade[]) => ReactNode;
}

const Nothing = ({ filters }: { filters: HistoryFilters }) =>
  hasFilters(filters) ? (
    <EmptyState title={texts.emptyFiltered} hint={texts.emptyFilteredHint} />
  ) : (
    <EmptyState title={texts.empty} hint={texts.emptyHint} />
  );

interface TradeTableProps extends Pick<HistoryTableProps, 'onOpenReceipt'> {
  trades: readonly NotedTrade[];
}

function TradeTable({ trades, onOpenReceipt }: TradeTableProps) {
  const { columns } = texts;
  return (
    <DataTable
      caption={texts.caption}
      className="min-w-[52rem]"
      left={[columns.time, columns.symbol]}
      figures={FIGURES.map((key) => columns[key])}
      actions={columns.receipt}
    >
      {trades.map((trade) => (
        <TradeRow key={trade.id} trade={trade} onOpenReceipt={onOpenReceipt} />
      ))}
    </DataTable>
  );
}

/** Closed trades of the selected market, newest first; loads more as it is scrolled. */
export function HistoryTable({ filters = NO_FILTERS, onOpenReceipt, cards }: HistoryTableProps) {
  const pages = useTradePages(filters);
  const { status, items, hasMore, retry } = pages;
  if (status === 'pending') return <Skeleton className="m-3 h-24" />;
  if (status === 'error') return <ErrorState title={texts.failed} onRetry={retry} />;
  if (items.length === 0 && !hasMore) {
    return (
      <Paged pages={pages}>
        <Nothing filters={filters} />
      </Paged>
    );
  }
  return <Paged pages={pages}>{cards?.(items) ?? <TradeTable trades={items} onOpenReceipt={onOpenReceipt} />}</Paged>;
}
