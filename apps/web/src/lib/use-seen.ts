import { useEffect, useState, type RefObject } from 'react';

/** How far below the window something may still be when it is made ready. */
const AHEAD = '200px';

/** Whether an element has come into the window, or near it, at least once. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
