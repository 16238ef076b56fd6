import { useEffect } from 'react';
import { whenIdle } from '@/lib/next-task.ts';

/** The code of the check, run once with a proof that is known. A part that does not come now comes with the screen. */
const warmUp = (): Promise<unknown> =>
  Promise.all([import('./proof-view.tsx'), import('./self-checked.ts').then(({ selfChecked }) => selfChecked())]).catch(
    () => undefined,
  );

/** Beside a receipt, whose trade somebody may check next: what does it is ready before it is asked for. Shows nothing. */
export function WarmChecks() {
  useEffect(() => void whenIdle().then(warmUp), []);
  return null;
}
