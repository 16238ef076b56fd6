import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type User } from '@plecho/contract';
import { sessionEnd } from '@/lib/session-end.ts';
import { call } from './client.ts';
import { intents } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { setSession } from './queries.ts';

/** Ends sessions; who it was is asked first, because the stream tells of the end before the answer does. */
async function signOut(
  client: QueryClient,
  endpoint: typeof api.auth.logout | typeof api.auth.logoutEverywhere,
): Promise<void> {
  const user = client.getQueryData<User | null>(keys.session());
  // The stream may tell of the end before the answer does.
  sessionEnd.isOwn = true;
  try {
    await call(endpoint, {});
  } catch (error) {
    sessionEnd.isOwn = false;
    throw error;
  }
  if (user != null) intents.forgetAll(user.id);
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signOut(client, api.auth.logout),
    onSuccess: () => setSession(client, null),
  });
}

/** Ends every session of the person, this one included. */
export function useLogoutEverywhere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signOut(client, api.auth.logoutEverywhere),
    onSuccess: () => setSession(client, null),
  });
}

/** Ends all other sessions too. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(api.auth.changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions() }),
  });
}

/** Where the person is signed in. */
export const useSessionList = () =>
  useQuery({
    queryKey: keys.sessions(),
    queryFn: async ({ signal }) => (await call(api.auth.sessions, { signal })).items,
    staleTime: 0,
  });
