import { lazy } from 'react';
import { loadCode } from '@/lib/load-code.ts';
import { useOpenReceipt } from '@/features/receipt/receipt-host.tsx';
import { Skeleton } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';

const loadTable = () => loadCode(() => import('@/features/history/history-table.tsx'));
const HistoryTable = lazy(async () => ({ default: (await loadTable()).HistoryTable }));
const loadCards = () => loadCode(() => import('@/features/history/trade-cards.tsx'));
const TradeCards = lazy(async () => ({ default: (await loadCards()).TradeCards }));

/** Trades that are over, loaded when they are asked for: as a table, or as cards where there is no width for one. */
export function HistoryTab({ isNarrow = false }: { isNarrow?: boolean }) {
  const openReceipt = useOpenReceipt();
  return (
    <Late fallback={<Skeleton className="m-2 h-24" />}>
      <HistoryTable
        onOpenReceipt={openReceipt}
        {...(isNarrow ? { cards: (trades) => <TradeCards trades={trades} /> } : {})}
      />
    </Late>
  );
}
