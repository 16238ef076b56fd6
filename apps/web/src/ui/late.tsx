import { Suspense, useEffect, useReducer, type ReactNode } from 'react';

/** How long what has come may go undrawn. */
const PATIENCE_MS = 1_000;

function Impatience({ onOver }: { onOver: () => void }) {
  useEffect(() => {
    const timer = setInterval(onOver, PATIENCE_MS);
    return () => clearInterval(timer);
  }, [onOver]);
  return null;
}

interface LateProps {
  /** Stands in the place until then. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * The place of something whose code comes when it is first shown. React draws what a Suspense has waited for only when
 * nothing else is to be drawn, however long that takes: beside prices, on a slow phone, never. So the place is drawn anew
 * once in a while, as it would be for a touch.
 */
export function Late({ fallback, children }: LateProps) {
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  const waiting = (
    <>
      <Impatience onOver={drawAnew} />
      {fallback}
    </>
  );
  return <Suspense fallback={waiting}>{children}</Suspense>;
}
