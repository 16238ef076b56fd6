import type { QueryClient } from '@tanstack/react-query';
import type { User } from '@plecho/contract';
import { sessionEnd } from '@/lib/session-end.ts';
import { keys } from './keys.ts';

interface Keyed {
  queryKey: readonly unknown[];
}

const isSession = ({ queryKey }: Keyed): boolean => queryKey[0] === keys.session()[0];

/**
 * What was read for one person is no other's: as soon as the session is said to be somebody else's or nobody's, by
 * whatever says it and whichever tab has done it, everything but the session is forgotten. A guest who registers stays
 * who they are. How the session of somebody was ended is kept for the login to tell ({@link sessionEnd}).
 */
export function forgetOthers(client: QueryClient): void {
  /** Whose everything is; null: nobody's, undefined: not known yet. */
  let owner: string | null | undefined;
  client.getQueryCache().subscribe(({ query }) => {
    if (!isSession(query)) return;
    const user = query.state.data as User | null | undefined;
    if (user === undefined) return;
    const before = owner;
    owner = user?.id ?? null;
    if (before === owner) return;
    sessionEnd.isForeign = before !== undefined && owner === null && !sessionEnd.isOwn;
    if (owner !== null) sessionEnd.isOwn = false;
    if (before === undefined) return;
    client.removeQueries({ predicate: (other) => !isSession(other) });
    client.getMutationCache().clear();
  });
}
