import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type KeepNote, type Note } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** A trade, and the market that it was made in. */
interface OfTrade {
  id: string;
  market: string;
}

/** One's own note about a trade; null for none. Asked for anew whenever it is shown: another window may have changed it. */
export const useNote = ({ id, market }: OfTrade) =>
  useQuery({
    queryKey: keys.note(market, id),
    queryFn: async ({ signal }): Promise<Note | null> =>
      (await call(api.trades.one, { params: { id }, query: { market }, signal })).note,
    staleTime: 0,
  });

/**
 * What was written about a trade and not saved, for when its form is opened again: a receipt is soon closed. It is in
 * this page's memory, for some minutes, and goes with the session.
 */
export function useUnsavedNote({ id }: OfTrade) {
  const client = useQueryClient();
  const queryKey = keys.unsavedNote(id);
  return {
    read: (): KeepNote | undefined => client.getQueryData(queryKey),
    /** @param note null when all of it is saved */
    put: (note: KeepNote | null): void => {
      if (note === null) client.removeQueries({ queryKey });
      else client.setQueryData(queryKey, note);
    },
  };
}

/** One's own tags, of all markets. */
export const useTags = () =>
  useQuery({
    queryKey: keys.tags(),
    queryFn: async ({ signal }) => (await call(api.notes.tags, { signal })).items,
  });

/** Keeps a note. It moves no money, so a repetition is harmless and needs no key. */
export function useKeepNote({ id, market }: OfTrade) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeepNote) => call(api.notes.keep, { params: { id }, query: { market }, body }),
    onSuccess: (note) => {
      client.setQueryData(keys.note(market, id), note);
      void client.invalidateQueries({ queryKey: keys.tags() });
      void client.invalidateQueries({ queryKey: keys.trades(market) });
    },
  });
}
