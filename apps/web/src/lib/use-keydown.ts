import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Hears every key that is pressed in the window, from the moment the screen is there: an effect after painting would
 * lose a key pressed by somebody who saw it.
 */
export function useKeydown(onKey: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => latest(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
