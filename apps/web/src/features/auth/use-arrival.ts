import { useEffect } from 'react';
import type { User } from '@plecho/contract';
import { useSession } from '@/api/queries.ts';
import { accountName } from '@/lib/account-name.ts';
import { safeNext } from '@/lib/safe-next.ts';
import { useNext } from '@/lib/use-next.ts';
import { useGo } from '@/ui/link.tsx';
import { toast } from '@/ui/toast.tsx';
import { texts } from './texts.ts';

interface Arrival {
  /** Where the person wanted to go, for the link to the other form. */
  next: string | undefined;
  /** Greets whoever has just signed in and leads them there. */
  arrive: (user: User) => void;
}

/** Leads from a form of phone and password to the application; at once when somebody is signed in already. */
export function useArrival(): Arrival {
  const next = useNext();
  const target = safeNext(next);
  const { status } = useSession();
  const go = useGo();
  useEffect(() => {
    if (status === 'signedIn') go(target, { replace: true });
  }, [status, target, go]);
  return {
    next: next ?? undefined,
    arrive: ({ phone }) => {
      toast.success(phone === null ? texts.guest.welcome : texts.welcome(accountName(phone)));
      go(target, { replace: true });
    },
  };
}
