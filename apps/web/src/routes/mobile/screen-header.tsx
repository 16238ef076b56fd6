import type { ReactNode } from 'react';
import { MarketSwitcher } from '@/features/market-label/market-switcher.tsx';

/** The screen's name with the market that all its figures belong to. */
export function ScreenHeader({ title, aside }: { title: string; aside?: ReactNode }) {
  return (
    <header className="flex min-h-14 items-center justify-between gap-3 px-1">
      <h1 className="truncate text-lg font-semibold">{title}</h1>
      <div className="flex min-w-0 items-center">
        <MarketSwitcher />
        {aside}
      </div>
    </header>
  );
}
