import { MAIN_MARKET_ID } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useProof } from '@/api/log.ts';
import { useTradeOf } from '@/api/trades.ts';
import { paths } from '@/app/paths.ts';
import { downloadText } from '@/lib/download.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { fileNameOf, pageTexts } from './page-texts.ts';
import { ProofView, type MoreChecks } from './proof-view.tsx';

const { trade: texts } = pageTexts;

interface TradeCheckProps {
  trade: string;
  /** As the address names it; undefined for the main one. */
  market: string | undefined;
}

/** Why there is no proof of a trade to look at. */
function Refusal({ error, onRetry, trade, market }: TradeCheckProps & { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : 'unknown';
  const status = error instanceof ApiError ? error.status : 0;
  if (code === 'unauthorized') {
    const login = paths.login(paths.proof({ trade, market }));
    const action = (
      <Link href={login} className={buttonClass('primary')}>
        {texts.signInLink}
      </Link>
    );
    return <EmptyState title={texts.signIn} hint={texts.signInHint} action={action} />;
  }
  if (code === 'proof_unavailable' || code === 'no_log') return <EmptyState title={texts.none} hint={texts.noneHint} />;
  if (status === 404 || status === 400) return <EmptyState title={texts.notFound} hint={texts.notFoundHint} />;
  return <ErrorState title={texts.failed} hint={texts.failedHint} onRetry={onRetry} />;
}

/** Fetches the proof of one of one's own trades, waits for it if the log doesn't have it yet, and checks it against what is shown. */
export function TradeCheck({ trade, market, more }: TradeCheckProps & { more?: MoreChecks }) {
  const asked = { id: trade, market: market ?? MAIN_MARKET_ID };
  const shown = useTradeOf(asked.market, asked.id);
  const { data, error, refetch } = useProof(trade, market);
  const text = data?.status === 'ready' ? data.text : null;
  const before = (
    <Panel label={pageTexts.title}>
      {data?.status === 'pending' && (
        <div role="status" className="flex flex-col items-center gap-2 py-8 text-center">
          <Spinner />
          <p className="font-semibold">{texts.pending}</p>
          <p className="max-w-prose text-xs text-secondary">{texts.pendingHint}</p>
        </div>
      )}
      {data?.status !== 'pending' && error === null && <Skeleton label={texts.loading} className="h-96" />}
      {data === undefined && error !== null && (
        <Refusal error={error} onRetry={() => void refetch()} trade={trade} market={market} />
      )}
    </Panel>
  );
  const actions = (
    <>
      <Button onClick={() => downloadText(text ?? '', fileNameOf(trade), 'application/json')}>{texts.download}</Button>
      <Link href={paths.receipt(trade, market)} className={buttonClass('ghost')}>
        {texts.receipt}
      </Link>
    </>
  );
  // No verdict that what is shown could turn round a moment later.
  const isAnswered = shown.data !== undefined || shown.failureReason !== null;
  return (
    <ProofView
      file={isAnswered ? text : null}
      asked={{ ...asked, shown: shown.data ?? null }}
      before={before}
      actions={actions}
      more={more}
    />
  );
}
