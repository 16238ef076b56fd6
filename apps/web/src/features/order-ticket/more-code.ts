import { lateCode } from '@/lib/late-code.ts';

/** What «Ещё» unfolds: most never do. */
export const useMoreFields = lateCode(() => import('./more-fields.tsx'));

interface Unfolding {
  isMoreOpen: boolean;
  wasMoreOpen: boolean;
}

/** Whether it is unfolded: asked for, and there. */
export const useIsUnfolded = ({ isMoreOpen }: Pick<Unfolding, 'isMoreOpen'>): boolean =>
  useMoreFields(isMoreOpen) !== null;

/** Whether a ticket that was left unfolded waits for it: without, it would not show what it holds. */
export function useIsComing({ isMoreOpen, wasMoreOpen }: Unfolding): boolean {
  const isUnfolded = useIsUnfolded({ isMoreOpen });
  return wasMoreOpen && isMoreOpen && !isUnfolded;
}
