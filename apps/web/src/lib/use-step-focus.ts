import { useEffect, useRef, type RefObject } from 'react';

interface StepFocus {
  /** The step that takes no focus when the place comes: where one begins. */
  first?: string;
  /** For steps that come by themselves: the page stays where it is. */
  preventScroll?: boolean;
}

/**
 * A ref for a place that shows one thing after another. Where what had the focus has gone with the thing before, the place
 * itself takes it: the next Tab goes on from there, and what has come is read out. A focus elsewhere stays.
 * @param step another one for each thing
 */
export function useStepFocus<T extends HTMLElement>(
  step: string,
  { first = step, preventScroll = false }: StepFocus = {},
): RefObject<T | null> {
  const place = useRef<T>(null);
  const shown = useRef(first);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll });
  }, [step, preventScroll]);
  return place;
}
