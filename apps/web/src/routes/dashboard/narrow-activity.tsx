import type { ReactNode } from 'react';
import { CancelAllButton, CloseAllButton } from '@/features/positions/bulk-buttons.tsx';
import { OrdersTable } from '@/features/positions/orders-table.tsx';
import { PositionsTable } from '@/features/positions/positions-table.tsx';
import type { PositionActions } from '@/features/positions/use-position-actions.tsx';
import { useAccount } from '@/live/index.ts';
import { OrderCard } from '@/routes/mobile/order-card.tsx';
import { PositionCard } from '@/routes/mobile/position-card.tsx';
import { HistoryTab } from './history-tab.tsx';

interface NarrowActivityProps {
  actions: PositionActions;
  onSelectSymbol: (symbol: string) => void;
}

/** As many beside each other as keep their figures whole. */
const CARDS = 'grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 p-2';

function Positions({ actions, onSelectSymbol }: NarrowActivityProps) {
  const { positions } = useAccount();
  if (positions.length === 0) return <PositionsTable actions={actions} onSelectSymbol={onSelectSymbol} />;
  return (
    <>
      <ul className={CARDS}>
        {positions.map((position) => (
          <PositionCard key={position.id} position={position} actions={actions} onSelectSymbol={onSelectSymbol} />
        ))}
      </ul>
      <p className="flex justify-end py-2">
        <CloseAllButton />
      </p>
    </>
  );
}

function Orders({ onSelectSymbol }: NarrowActivityProps) {
  const { orders } = useAccount();
  if (orders.length === 0) return <OrdersTable onSelectSymbol={onSelectSymbol} />;
  return (
    <>
      <ul className={CARDS}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
      <p className="flex justify-end py-2">
        <CancelAllButton />
      </p>
    </>
  );
}

/** Positions, orders and trades as cards: the tables need more width. */
export function narrowActivity(props: NarrowActivityProps): Record<'positions' | 'orders' | 'history', ReactNode> {
  return {
    positions: <Positions {...props} />,
    orders: <Orders {...props} />,
    history: <HistoryTab isNarrow />,
  };
}
