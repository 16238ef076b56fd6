import type { ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { HistoryTable } from '@/features/history/history-table.tsx';
import { OrdersTable } from '@/features/orders/orders-table.tsx';
import { PositionsTable } from '@/features/positions/positions-table.tsx';
import type { PositionActions } from '@/features/positions/use-position-actions.tsx';
import { TradeCards } from '@/features/recent-trades/trade-cards.tsx';
import { useAccount } from '@/live/index.ts';
import { OrderCard } from '@/routes/mobile/order-card.tsx';
import { PositionCard } from '@/routes/mobile/position-card.tsx';

interface NarrowActivityProps {
  /** Cards where a table has no room. */
  isCards: boolean;
  actions: PositionActions;
  onSelectSymbol: (symbol: string) => void;
  onOpenReceipt: (trade: Trade) => void;
}

function Positions({ isCards, actions, onSelectSymbol }: NarrowActivityProps) {
  const { positions } = useAccount();
  if (!isCards || positions.length === 0) return <PositionsTable actions={actions} onSelectSymbol={onSelectSymbol} />;
  return (
    <ul className="space-y-2 p-2">
      {positions.map((position) => (
        <PositionCard key={position.id} position={position} actions={actions} onSelectSymbol={onSelectSymbol} />
      ))}
    </ul>
  );
}

function Orders({ isCards, onSelectSymbol }: NarrowActivityProps) {
  const { orders } = useAccount();
  if (!isCards || orders.length === 0) return <OrdersTable onSelectSymbol={onSelectSymbol} />;
  return (
    <ul className="space-y-2 p-2">
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </ul>
  );
}

/** Positions, orders and trades for one column. */
export function narrowActivity(props: NarrowActivityProps): Record<'positions' | 'orders' | 'history', ReactNode> {
  const cards = props.isCards ? { cards: (trades: readonly Trade[]) => <TradeCards trades={trades} /> } : {};
  return {
    positions: <Positions {...props} />,
    orders: <Orders {...props} />,
    history: <HistoryTable onOpenReceipt={props.onOpenReceipt} {...cards} />,
  };
}
