import { useEffect, useState } from 'react';

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

/** Somebody who only reads moves the pointer or a key sooner than this. */
const ACTIVE_MS = 120_000;

/**
 * Whether somebody has moved or typed within the last two minutes: what refreshes itself must not keep a
 * session alive that nobody uses.
 */
export function useRecentlyActive(): boolean {
  const [isActive, setActive] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setActive(false), ACTIVE_MS);
    const onUse = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), ACTIVE_MS);
      setActive(true);
    };
    for (const event of EVENTS) window.addEventListener(event, onUse, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of EVENTS) window.removeEventListener(event, onUse);
    };
  }, []);
  return isActive;
}
