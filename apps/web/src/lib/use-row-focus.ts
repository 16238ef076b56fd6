import { useEffect, useRef, type RefObject } from 'react';

const ROWS = 'li, tbody tr';

/**
 * A ref for what holds rows that can be taken away. When the one with the focus goes, the first button of the row in its
 * place takes it, or of the last one; where no row is left, what holds them.
 * @param count how many rows there are
 */
export function useRowFocus<T extends HTMLElement>(count: number): RefObject<T | null> {
  const place = useRef<T>(null);
  const rowsOf = (): Element[] => [...(place.current?.querySelectorAll(ROWS) ?? [])];
  const known = useRef(count);
  const focused = useRef(-1);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      focused.current = rowsOf().findIndex((row) => row.contains(target as Node));
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isFewer = count < known.current;
    known.current = count;
    if (!isFewer || focused.current < 0 || document.activeElement !== document.body) return;
    const rows = rowsOf();
    const next = rows[focused.current] ?? rows.at(-1);
    (next?.querySelector('button') ?? place.current)?.focus();
  }, [count]);
  return place;
}
