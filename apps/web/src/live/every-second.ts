/** One timer for everything that shows an age; it runs only while something does. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
