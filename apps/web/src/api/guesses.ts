import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type NewGuess } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useMarket } from './queries.ts';

/** One's own guesses in all markets, and how good they are. */
export const useGuesses = () =>
  useQuery({ queryKey: keys.guesses(), queryFn: ({ signal }) => call(api.guesses.list, { signal }) });

/** Sends a guess about the market on the screen; a repetition within a minute has the same answer. */
export function useMakeGuess() {
  const client = useQueryClient();
  const market = useMarket().id;
  return useMutation({
    mutationFn: (body: NewGuess) => call(api.guesses.make, { body, query: { market } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.guesses() }),
  });
}
