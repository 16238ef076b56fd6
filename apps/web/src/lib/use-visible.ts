import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

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

const TELLS_WHAT_IT_DRAWS = 'oncontentvisibilityautostatechange' in document;

/**
 * Whether an element with `content-visibility: auto` is drawn: the browser tells it of each, at no cost. In one that does
 * not tell, all are.
 */
export function useDrawn(element: RefObject<HTMLElement | null>): boolean {
  const [isDrawn, setDrawn] = useState(!TELLS_WHAT_IT_DRAWS);
  // Before the first frame, which says it first.
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const onChange = (event: Event): void => {
      if (event instanceof ContentVisibilityAutoStateChangeEvent) setDrawn(!event.skipped);
    };
    observed.addEventListener('contentvisibilityautostatechange', onChange);
    return () => observed.removeEventListener('contentvisibilityautostatechange', onChange);
  }, [element]);
  return isDrawn;
}
