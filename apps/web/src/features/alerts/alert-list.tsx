import type { Alert } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useAlerts, useRemoveAlert } from '@/api/alerts.ts';
import { useRowFocus } from '@/lib/use-row-focus.ts';
import { IconButton } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Icon } from '@/ui/icons.tsx';
import { NotRenewed } from '@/ui/not-renewed.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { toast } from '@/ui/toast.tsx';
import { alertWords, timeWords } from './alert-words.ts';
import { texts } from './panel-texts.ts';

/** The market, and how long and how often it waits. */
function detailsOf({ label, pause, rings, restsUntil, expiresAt }: Alert): string {
  const parts = [
    label,
    pause === null ? null : texts.again(rings),
    restsUntil === null ? null : texts.rests(timeWords(restsUntil)),
    expiresAt === null ? null : texts.expires(timeWords(expiresAt)),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function AlertRow({ alert }: { alert: Alert }) {
  const { mutateAsync, isPending } = useRemoveAlert();
  const words = alertWords(alert);
  const remove = async (): Promise<void> => {
    if (isPending) return;
    try {
      await mutateAsync(alert.id);
      toast(texts.removed);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : texts.removeFailed);
    }
  };
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm tabular">{words}</p>
        <p className="text-xs text-muted">{detailsOf(alert)}</p>
      </div>
      <IconButton label={texts.remove(words)} aria-disabled={isPending} onClick={() => void remove()}>
        <Icon name="close" />
      </IconButton>
    </li>
  );
}

function Waiting({ items, limit }: { items: readonly Alert[]; limit: number }) {
  if (items.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  return (
    <>
      <ul className="divide-y divide-hairline" aria-label={texts.waiting}>
        {items.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      <p className="pt-2 text-xs text-muted tabular">{texts.count(items.length, limit)}</p>
    </>
  );
}

/** What waits, newest first. */
export function AlertList() {
  const { data, isError, refetch } = useAlerts();
  const retry = (): void => void refetch();
  const place = useRowFocus<HTMLDivElement>(data?.items.length ?? 0);
  if (data === undefined) {
    return isError ? <ErrorState title={texts.failed} onRetry={retry} /> : <Skeleton className="h-32" />;
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isError && <NotRenewed onRetry={retry} />}
      <Waiting items={data.items} limit={data.limit} />
    </div>
  );
}
