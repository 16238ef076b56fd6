import { useEffect, useState } from 'react';

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

/**
 * Whether somebody has moved or typed within the last `ms`: what refreshes itself must not keep a
 * session alive that nobody uses.
 */
export function useRecentlyActive(ms: number): boolean {
  const [isActive, setActive] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setActive(false), ms);
    const onUse = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), ms);
      setActive(true);
    };
    for (const event of EVENTS) window.addEventListener(event, onUse, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of EVENTS) window.removeEventListener(event, onUse);
    };
  }, [ms]);
  return isActive;
}
