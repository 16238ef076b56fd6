import { paths } from '@/app/paths.ts';
import { useLogout } from '@/api/sessions.ts';
import { useGo } from '@/ui/link.tsx';
import { toast } from '@/ui/toast.tsx';
import { texts } from './texts.ts';

/** Ends the session and goes to the login screen. */
export function useSignOut(): { signOut: () => void; pending: boolean } {
  const logout = useLogout();
  const go = useGo();
  const signOut = (): void => {
    logout.mutateAsync().then(
      () => go(paths.login()),
      () => toast.error(texts.signOutFailed),
    );
  };
  return { signOut, pending: logout.isPending };
}
