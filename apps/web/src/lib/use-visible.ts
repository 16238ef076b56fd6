import { useEffect, useState, type RefObject } from 'react';

/** How far beyond the window something counts as in sight: what is scrolled to is up to date when it comes. */
const AROUND = '300px';

/** Whether an element is in the window or near it, as it comes and goes. */
export function useVisible(element: RefObject<HTMLElement | null>): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new IntersectionObserver((entries) => setVisible(entries.at(-1)?.isIntersecting === true), {
      rootMargin: AROUND,
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
