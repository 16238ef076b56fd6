import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';

/** Brings the chapter that the address names into view, once the page that has it is drawn. */
export function useHashTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.querySelector(`#${CSS.escape(hash)}`)?.scrollIntoView();
  }, [hash]);
}
