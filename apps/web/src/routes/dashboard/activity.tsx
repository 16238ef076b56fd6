import { useState } from 'react';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { CancelAllButton, CloseAllButton } from '@/features/positions/bulk-buttons.tsx';
import { OrdersTable } from '@/features/positions/orders-table.tsx';
import { PositionsTable } from '@/features/positions/positions-table.tsx';
import type { PositionActions } from '@/features/positions/use-position-actions.tsx';
import { useRowFocus } from '@/lib/use-row-focus.ts';
import { useAccount } from '@/live/index.ts';
import { Button, Link, Tabs } from '@/ui/index.ts';
import { HistoryTab } from './history-tab.tsx';
import { useLayout } from './layout.ts';
import { StepsPanel } from './steps-panel.tsx';
import { dashboardTexts as texts } from './texts.ts';

type ActivityTab = 'positions' | 'orders' | 'history' | 'steps';

interface ActivityProps {
  actions: PositionActions;
  onSelectSymbol: (symbol: string) => void;
}

/** Positions, orders, trades and the first steps, one at a time; the steps first to whoever has done none of them. */
export function Activity({ actions, onSelectSymbol }: ActivityProps) {
  const [chosen, setTab] = useState<ActivityTab | null>(null);
  const steps = useFirstSteps();
  const usual = steps.isOffered && steps.done.length === 0 ? 'steps' : 'positions';
  const tab = chosen === null || (chosen === 'steps' && !steps.isOffered) ? usual : chosen;
  const market = useMarketParam();
  const { positions, orders } = useAccount();
  const { isChanged, reset } = useLayout();
  const place = useRowFocus<HTMLDivElement>(positions.length + orders.length);
  return (
    <Tabs
      className="h-full"
      panelClassName="overflow-y-auto"
      label={texts.activity}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'positions', label: texts.positions, count: positions.length },
        { value: 'orders', label: texts.orders, count: orders.length },
        { value: 'history', label: texts.history },
        ...(steps.isOffered ? [{ value: 'steps' as const, label: `${texts.steps} ${steps.done.length}/3` }] : []),
      ]}
      aside={
        <span className="flex items-center">
          {isChanged && (
            <Button variant="ghost" size="sm" onClick={reset}>
              {texts.resetLayout}
            </Button>
          )}
          {tab === 'positions' ? <CloseAllButton /> : tab === 'orders' ? <CancelAllButton /> : null}
          <Link href={paths.history(market)} className="px-3 text-xs text-accent hover:underline">
            {texts.fullHistory}
          </Link>
        </span>
      }
    >
      <div ref={place} tabIndex={-1} className="h-full outline-none">
        {tab === 'positions' ? <PositionsTable actions={actions} onSelectSymbol={onSelectSymbol} /> : null}
        {tab === 'orders' ? <OrdersTable onSelectSymbol={onSelectSymbol} /> : null}
        {tab === 'history' ? <HistoryTab /> : null}
        {tab === 'steps' ? <StepsPanel /> : null}
      </div>
    </Tabs>
  );
}
