import { useEffect, useEffectEvent } from 'react';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '@/api/client.ts';
import { useMarketParam } from '@/api/queries.ts';
import { useTrade } from '@/api/trades.ts';
import { paths } from '@/app/paths.ts';
import { useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { TradeNote } from '@/features/notes/trade-note.tsx';
import { WarmChecks } from '@/features/proof/warm-checks.tsx';
import { Rerun } from '@/features/rerun/rerun.tsx';
import { SamePath } from '@/features/same-path/same-path.tsx';
import { receiptTexts as texts } from '@/features/receipt/texts.ts';
import { ReceiptView } from '@/features/receipt/receipt-view.tsx';
import { BackLink } from '@/ui/back-link.tsx';
import { EmptyState, ErrorState, Panel, Skeleton } from '@/ui/index.ts';

function Receipt({ tradeId }: { tradeId: string }) {
  const { data: trade, error, refetch } = useTrade(tradeId);
  const { mark } = useFirstSteps();
  const tellShown = useEffectEvent(() => mark('receipt'));
  useEffect(() => {
    if (trade !== undefined) tellShown();
  }, [trade]);
  if (trade !== undefined) {
    return (
      <>
        <ReceiptView trade={trade} />
        <SamePath trade={trade} />
        <Rerun trade={trade} />
        <TradeNote trade={trade} />
        <WarmChecks />
      </>
    );
  }
  if (error === null) return <Skeleton className="h-96" />;
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isUnknown ? (
    <EmptyState title={texts.notFound} />
  ) : (
    <ErrorState title={texts.failed} onRetry={() => void refetch()} />
  );
}

/** /history/$tradeId: the receipt of one trade on a page of its own. */
export function ReceiptPage() {
  const { tradeId } = useParams({ from: '/signed-in/history/$tradeId' });
  const market = useMarketParam();
  return (
    <div className="page flex max-w-3xl flex-col gap-4">
      <BackLink href={paths.history(market)}>{texts.back}</BackLink>
      <h1 className="page-title">{texts.title}</h1>
      <Panel label={texts.title}>
        <Receipt tradeId={tradeId} />
      </Panel>
    </div>
  );
}
