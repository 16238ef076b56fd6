import { lateCode } from '@/lib/late-code.ts';
import type * as fields from './more-fields.tsx';

export type MoreFields = typeof fields;

/** What «Ещё» unfolds: most never do. */
export const useMoreFields = lateCode<MoreFields>(() => import('./more-fields.tsx'));
