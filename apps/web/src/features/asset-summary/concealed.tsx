import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** `children`, or dots of one length in their place: their number must not tell the amount. */
export function Concealed({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  if (!hidden) return children;
  return (
    <>
      <span aria-hidden="true">{texts.dots}</span>
      <span className="sr-only">{texts.hidden}</span>
    </>
  );
}
