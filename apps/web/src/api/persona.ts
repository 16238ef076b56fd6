import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type ChosenPersona } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** How one appears to others; null until it is chosen. */
export const usePersona = () =>
  useQuery({
    queryKey: keys.persona(),
    queryFn: async ({ signal }): Promise<ChosenPersona | null> => (await call(api.persona.mine, { signal })).persona,
  });

/** Chooses it. It moves no money, so a repetition is harmless and needs no key. */
export function useChoosePersona() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChosenPersona) => call(api.persona.choose, { body }),
    onSuccess: ({ persona }) => {
      client.setQueryData(keys.persona(), persona);
      // Saved is what the list beside it shows, too.
      return client.invalidateQueries({ queryKey: keys.leaderboards() });
    },
  });
}
