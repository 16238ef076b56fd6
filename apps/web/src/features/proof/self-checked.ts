import { selfCheck } from '@plecho/proofs';
import { whenIdle } from '@/lib/next-task.ts';

let checked: Promise<boolean> | null = null;

/**
 * Whether this browser tells proofs from wrong ones. It is tried once, in pauses of the page, with a proof that is known:
 * what checks the next one has been compiled by then.
 */
export const selfChecked = (): Promise<boolean> => (checked ??= whenIdle().then(() => selfCheck(whenIdle)));
