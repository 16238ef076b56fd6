import { useSession } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { BEGINNING, isTour, type Tour } from './tour-state.ts';

interface TourControls {
  /** null: none is under way. */
  tour: Tour | null;
  set: (tour: Tour) => void;
  begin: () => void;
  end: () => void;
}

/** The first trade of whoever is signed in, as this browser remembers it. */
export function useTour(): TourControls {
  const { user } = useSession();
  const [tour, set] = usePersistentState<Tour | null>(`tour:${user?.id ?? ''}`, null, isTour);
  return {
    tour: user === null ? null : tour,
    set,
    begin: () => set(BEGINNING),
    end: () => set(null),
  };
}
