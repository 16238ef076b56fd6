import type { User } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useGuest } from '@/api/sign-in.ts';
import { Button } from '@/ui/button.tsx';
import { FormError } from './form-error.tsx';
import { texts } from './texts.ts';

const textOf = (error: Error): string =>
  error instanceof ApiError && error.code !== 'unknown' ? error.message : texts.guest.failed;

/** An account at once, without phone and password; `onDone` when it is there. */
export function GuestEntry({ onDone }: { onDone: (user: User) => void }) {
  const { mutate, isPending, error } = useGuest();
  return (
    <section aria-label={texts.guest.enter} className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-xs text-muted">
        <span className="h-px flex-1 bg-hairline" />
        {texts.guest.or}
        <span className="h-px flex-1 bg-hairline" />
      </div>
      <Button size="lg" pending={isPending} onClick={() => mutate(undefined, { onSuccess: onDone })}>
        {isPending ? texts.guest.entering : texts.guest.enter}
      </Button>
      <FormError text={error === null ? null : textOf(error)} />
      <p className="text-xs text-secondary">{texts.guest.about}</p>
    </section>
  );
}
