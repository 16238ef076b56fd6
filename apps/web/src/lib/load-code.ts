import { useSyncExternalStore } from 'react';
import { Emitter } from './emitter.ts';
import { pause } from './pause.ts';

/** Attempts that may fail although the server answers, before it counts as a fault. */
const FAULTS = 2;
const PROBE_MS = 5_000;
/** A page that was loaded again this recently has got what there is. */
const JUST_LOADED_MS = 20_000;
/** Said by Vite's helper, which asks for a style once only. */
const STYLE_FAILED = /preload CSS/i;

const emitter = new Emitter();
let waiting = 0;

/** Whether code is awaited from a server that doesn't answer. */
export const useCodeAwaited = (): boolean => useSyncExternalStore(emitter.listen, () => waiting > 0);

/** What the server answers: nothing, the build that this page is of, or another one. */
async function servedBuild(): Promise<'nothing' | 'same' | 'other'> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    if (!answer.ok) return 'nothing';
    return (await answer.text()).includes(entry) ? 'same' : 'other';
  } catch {
    return 'nothing';
  }
}

function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' && performance.now() < JUST_LOADED_MS;
}

/** Loads the page again and is never done; @throws `error` when that has just been tried */
async function startOver(error: unknown): Promise<never> {
  if (wasJustReloaded()) throw error;
  location.reload();
  return new Promise<never>(() => undefined);
}

/**
 * Imports a part of the application, and goes on trying while the server doesn't answer. A server
 * that has another build by now gives it to the whole page, which is loaded again.
 *
 * @throws what `load` threw, when the server has the part and it still doesn't work
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let isAwaited = false;
  let faults = 0;
  const setAwaited = (value: boolean): void => {
    if (value === isAwaited) return;
    isAwaited = value;
    waiting += value ? 1 : -1;
    emitter.emit();
  };
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        return await load();
      } catch (error) {
        const served = await servedBuild();
        setAwaited(served === 'nothing');
        if (served === 'other') await startOver(error);
        if (served === 'same' && STYLE_FAILED.test(String(error))) await startOver(error);
        if (served === 'same') faults += 1;
        if (faults > FAULTS) throw error;
        await pause(failures);
      }
    }
  } finally {
    setAwaited(false);
  }
}
