import type { ReactNode } from 'react';
import { BottomBar } from '@/features/bottom-bar/bottom-bar.tsx';
import { cx } from '@/lib/class-names.ts';

interface MobileScreenProps {
  /** Has a bar of actions above the bottom bar, which needs its room too. */
  withActions?: boolean;
  children: ReactNode;
}

/** One column with room for what is fixed at the bottom, clear of the notch and the home bar. */
export function MobileScreen({ withActions = false, children }: MobileScreenProps) {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'mx-auto flex w-full max-w-lg flex-col gap-3 px-[max(0.75rem,env(safe-area-inset-left))] pt-3 outline-none',
          withActions ? 'pb-[calc(9rem+env(safe-area-inset-bottom))]' : 'pb-[calc(4.5rem+env(safe-area-inset-bottom))]',
        )}
      >
        {children}
      </main>
      <BottomBar />
    </>
  );
}
