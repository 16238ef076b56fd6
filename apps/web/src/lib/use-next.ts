import { useState } from 'react';
import { useLocation } from '@tanstack/react-router';

/**
 * Where the person wanted to go before signing in, as the address said when the screen appeared:
 * the address changes before the screen gives way to the next one.
 */
export function useNext(): string | null {
  const { searchStr } = useLocation();
  const [next] = useState(() => new URLSearchParams(searchStr).get('next'));
  return next;
}
