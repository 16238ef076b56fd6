import { lateCode } from '@/lib/late-code.ts';

/** What «Ещё» unfolds: most never do. */
export const useMoreFields = lateCode(() => import('./more-fields.tsx'));

/** Whether it is unfolded: asked for, and there. */
export const useIsUnfolded = ({ isMoreOpen }: { isMoreOpen: boolean }): boolean => useMoreFields(isMoreOpen) !== null;
