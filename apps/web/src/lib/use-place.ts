import { startTransition, useCallback, useState, type RefCallback } from 'react';

/**
 * An element that others draw into, by a portal; null until it is there.
 * Told as a transition: as an urgent change the screen would be made a second time before it is shown once.
 */
export function usePlace(): [HTMLElement | null, RefCallback<HTMLElement>] {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const ref = useCallback((element: HTMLElement | null) => startTransition(() => setPlace(element)), []);
  return [place, ref];
}
