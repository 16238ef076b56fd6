import { useId, type ComponentProps } from 'react';
import type { OperatorUser } from '@plecho/contract';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

/** The server's own words, where it had some. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' && error.message !== 'Request failed' ? error.message : fallback;

interface FailureProps {
  error: unknown;
  fallback: string;
  onRetry?: () => void;
}

export function Failure({ error, fallback, onRetry }: FailureProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-8 text-center">
      <p className="inline-flex items-center gap-2">
        <Icon name="alert" className="text-warn" />
        {messageOf(error, fallback)}
      </p>
      {onRetry !== undefined && (
        <Button size="sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

/** The places of rows that are on their way. */
export function LoadingRows() {
  return (
    <div className="flex flex-col gap-2 p-3">
      <Skeleton label={texts.loading} className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}

/** What an act on a user needs. */
export interface ActProps {
  found: OperatorUser;
  /** As it was typed. */
  phone: string;
  /** The operator found themselves: the server refuses what they would do to their own account. */
  isSelf: boolean;
}

/** Why the buttons above it are disabled. */
export const SelfNote = () => <p className="text-xs text-muted">{texts.self}</p>;

interface ChoiceProps extends ComponentProps<'select'> {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** One of a few, by its name. */
export function Choice({ label, options, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-xs text-secondary">
        {label}
      </label>
      <select
        id={id}
        className="h-10 rounded-md border border-control bg-page px-2.5 text-base text-primary hover:border-muted disabled:opacity-55 sm:text-sm pointer-coarse:h-11"
        {...select}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface MoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

export function More({ hasMore, isLoading, onMore }: MoreProps) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center p-2">
      <Button size="sm" variant="ghost" pending={isLoading} onClick={onMore}>
        {texts.more}
      </Button>
    </div>
  );
}
