import type { ReactNode } from 'react';
import { ApiError } from '@/api/client.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

interface LookedUp {
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

interface NotShownProps {
  query: LookedUp;
  /** What was looked for. */
  q: string;
  /** What may be wrong with it. */
  hint: ReactNode;
  /** Height of what is to come. */
  className: string;
}

/** In place of what was looked up: on its way, not there at all, or not to be had just now. */
export function NotShown({ query, q, hint, className }: NotShownProps) {
  if (!query.isError) return <Skeleton label={texts.loading} className={className} />;
  if (!isMissing(query.error)) return <ErrorState title={texts.failed} onRetry={() => void query.refetch()} />;
  return (
    <div role="alert" className="rounded-lg border border-hairline bg-panel">
      <EmptyState
        title={<span className="text-base font-semibold text-primary">{texts.missing.title}</span>}
        hint={
          <>
            <span className="block text-sm text-secondary">{hint}</span>
            <span className="mt-2 block break-all code">{texts.missing.quoted(q)}</span>
          </>
        }
      />
    </div>
  );
}
