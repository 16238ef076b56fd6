import { useSession } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';

/** In the order in which they are told. */
export const STEPS = ['trade', 'receipt', 'coins'] as const;
export type Step = (typeof STEPS)[number];

interface Progress {
  done: readonly Step[];
  dismissed: boolean;
}

const NONE: Progress = { done: [], dismissed: false };

const isStep = (value: unknown): value is Step => STEPS.some((step) => step === value);

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false;
  const { done, dismissed } = value as Partial<Progress>;
  return Array.isArray(done) && done.every((step) => isStep(step)) && typeof dismissed === 'boolean';
}

export interface FirstSteps {
  done: readonly Step[];
  /** Whether the trade screen has something to tell: not all is done, and nobody said it was enough. */
  isOffered: boolean;
  isDismissed: boolean;
  mark: (step: Step) => void;
  setDismissed: (dismissed: boolean) => void;
}

/** How far whoever is signed in has come with the first steps, as this browser remembers it. */
export function useFirstSteps(): FirstSteps {
  const { user } = useSession();
  const [{ done, dismissed }, set] = usePersistentState(`first-steps:${user?.id ?? ''}`, NONE, isProgress);
  return {
    done,
    isOffered: user !== null && !dismissed && done.length < STEPS.length,
    isDismissed: dismissed,
    mark: (step) => {
      if (user !== null && !done.includes(step)) set({ done: [...done, step], dismissed });
    },
    setDismissed: (next) => set({ done, dismissed: next }),
  };
}
