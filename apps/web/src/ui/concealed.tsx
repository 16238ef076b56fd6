import type { ReactNode } from 'react';

const DOTS = '••••••';
const READ_OUT = 'сумма скрыта';

/** `children`, or dots of one length in their place: their number must not tell the amount. */
export function Concealed({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  if (!hidden) return children;
  return (
    <>
      <span aria-hidden="true">{DOTS}</span>
      <span className="sr-only">{READ_OUT}</span>
    </>
  );
}
