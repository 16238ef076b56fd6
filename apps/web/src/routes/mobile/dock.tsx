import type { ReactNode } from 'react';
import { useMarket } from '@/api/queries.ts';
import { BottomBar } from '@/features/header/bottom-bar.tsx';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { MessageLine } from '@/ui/toast.tsx';

/** What stays at the bottom of a phone's screen: messages, the screen's own actions, the four places. */
export function Dock({ actions }: { actions?: ReactNode }) {
  const market = useMarket();
  return (
    <div className="dock">
      <footer>
        <MessageLine>
          <MarketLabel market={market} brief />
        </MessageLine>
      </footer>
      {actions}
      <BottomBar />
    </div>
  );
}
