import type { ReactNode } from 'react';
import { Dock } from './dock.tsx';

interface MobileScreenProps {
  /** A bar above the four places. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One column above the dock, clear of the notch and the home bar; wider on a phone that lies. */
export function MobileScreen({ actions, children }: MobileScreenProps) {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-3 px-[max(0.75rem,env(safe-area-inset-left))] py-3 outline-none lying:max-w-none lying:py-2 lying:pr-[max(0.75rem,env(safe-area-inset-right))] lying:pl-3"
      >
        {children}
      </main>
      <Dock actions={actions} />
    </>
  );
}
