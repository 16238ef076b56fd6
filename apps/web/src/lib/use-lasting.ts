import { useEffect, useState } from 'react';

/** Whether `condition` has been true for `ms`: what is over sooner is nobody's concern. */
export function useLasting(condition: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(condition), condition ? ms : 0);
    return () => clearTimeout(timer);
  }, [condition, ms]);
  return condition && lasts;
}
