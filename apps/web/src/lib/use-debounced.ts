import { useEffect, useState } from 'react';

/** `value` as it was once it had not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return steady;
}
