import type { LogRecord } from '@plecho/contract';
import { useAccountLog } from '@/api/account-log.ts';
import { pagesOf } from '@/api/pages.ts';
import { useMarkets } from '@/api/queries.ts';
import { formatDateTime } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Money } from '@/ui/money.tsx';
import { Paged } from '@/ui/paged.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { reasonText, texts } from './log-texts.ts';

function Record({ record, marketLabel }: { record: LogRecord; marketLabel: string | null }) {
  const { at, kind, by, reason, amount } = record;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-t border-hairline/60 px-3 py-2.5 first:border-0 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <time
        dateTime={new Date(at).toISOString()}
        className="col-span-2 text-xs leading-5 whitespace-nowrap text-muted tabular sm:col-span-1 sm:text-sm"
      >
        {formatDateTime(at / 1000)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{texts.kinds[kind]}</span>
          <Badge tone={by === 'owner' ? 'neutral' : 'warn'}>{texts.by[by]}</Badge>
        </p>
        {reason !== null && <p className="text-secondary">{texts.reason(reasonText(reason))}</p>}
        {kind === 'blocked' && <p className="text-xs text-muted">{texts.blockedMeans}</p>}
        {marketLabel !== null && <p className="text-xs text-muted">{marketLabel}</p>}
      </div>
      {amount !== null && (
        <p className="text-right font-medium">
          <Money value={amount} signed unit />
        </p>
      )}
    </li>
  );
}

/** Everything that was done to the account, newest first. */
export function LogList() {
  const pages = pagesOf(useAccountLog());
  const { status, items, retry } = pages;
  const { data: markets } = useMarkets();
  const labels = new Map(markets?.map(({ id, label }) => [id, label]));
  if (status === 'pending') return <Skeleton label={texts.loading} className="m-3 h-40" />;
  if (status === 'error') return <ErrorState title={texts.failed} onRetry={retry} />;
  return (
    <Paged pages={pages}>
      {items.length === 0 && <EmptyState title={texts.empty} hint={texts.emptyHint} />}
      {items.length > 0 && (
        <ol aria-label={texts.caption}>
          {items.map((record) => (
            <Record
              key={record.id}
              record={record}
              marketLabel={record.market === null ? null : (labels.get(record.market) ?? null)}
            />
          ))}
        </ol>
      )}
    </Paged>
  );
}
