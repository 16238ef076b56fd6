import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from './emitter.ts';
import { loadCode } from './load-code.ts';

/**
 * Code of what unfolds within something that is in use already. Behind a Suspense it would appear some time after the touch
 * that asked for it, piece by piece, and move what is there from under the hand; this way it is all there or not at all.
 *
 * @returns a hook that gives the code, null until it has come, which it does once it is wanted. It throws what
 * {@link loadCode} has thrown.
 */
export function lateCode<T>(load: () => Promise<T>): (isWanted: boolean) => T | null {
  const arrived = new Emitter();
  let isAsked = false;
  let code: T | null = null;
  let failure: { error: unknown } | null = null;
  const ask = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    try {
      code = await loadCode(load);
    } catch (error) {
      failure = { error };
    }
    arrived.emit();
  };
  return function useLateCode(isWanted) {
    useEffect(() => {
      if (isWanted) void ask();
    }, [isWanted]);
    const come = useSyncExternalStore(arrived.listen, () => code);
    const failed = useSyncExternalStore(arrived.listen, () => failure);
    if (!isWanted) return null;
    if (failed !== null) throw failed.error;
    return come;
  };
}
