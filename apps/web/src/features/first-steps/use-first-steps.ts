import { useSession } from '@/api/queries.ts';
import { keep, readKept, usePersistentState } from '@/lib/storage.ts';

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
  const key = `first-steps:${user?.id ?? ''}`;
  const [{ done, dismissed }] = usePersistentState(key, NONE, isProgress);
  // By then: of two steps that are seen at once, the second has not been drawn with the first.
  const kept = (): Progress => readKept(key, NONE, isProgress);
  return {
    done,
    isOffered: user !== null && !dismissed && done.length < STEPS.length,
    isDismissed: dismissed,
    mark: (step) => {
      const { done: known, ...rest } = kept();
      if (user !== null && !known.includes(step)) keep(key, { ...rest, done: [...known, step] });
    },
    setDismissed: (next) => keep(key, { ...kept(), dismissed: next }),
  };
}
