import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { CancelAllButton, CloseAllButton } from '@/features/positions/bulk-buttons.tsx';
import type { PositionActions } from '@/features/positions/use-position-actions.tsx';
import { TradeCards, TradeCardSkeletons } from '@/features/history/trade-cards.tsx';
import { useAccount } from '@/live/index.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Tabs, type Tab } from '@/ui/tabs.tsx';
import { OrderCard } from './order-card.tsx';
import { PositionCard } from './position-card.tsx';
import { texts } from './texts.ts';
import { useClosedTrades, type ClosedTrades } from './use-closed-trades.ts';

/** Trades below the chart; the rest is on the screen of the history. */
const TRADES_SHOWN = 20;

export type ActivityTab = 'positions' | 'orders' | 'trades';

interface ActivityProps {
  tab: ActivityTab;
  onTab: (tab: ActivityTab) => void;
  actions: PositionActions;
  onSelectSymbol: (symbol: string) => void;
}

function Positions({ actions, onSelectSymbol }: Pick<ActivityProps, 'actions' | 'onSelectSymbol'>) {
  const { loaded, positions } = useAccount();
  if (!loaded) return <Skeleton className="h-60 w-full" />;
  if (positions.length === 0) return <EmptyState title={texts.noPositions} hint={texts.noPositionsHint} />;
  return (
    <>
      <ul className="space-y-3">
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

function Orders() {
  const { orders } = useAccount();
  return (
    <>
      <ul className="space-y-3">
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

function Trades({ closed }: { closed: ClosedTrades }) {
  const market = useMarketParam();
  const { trades, status, retry } = closed;
  if (trades.length === 0 && status === 'pending') return <TradeCardSkeletons count={3} />;
  if (trades.length === 0 && status === 'error') return <ErrorState title={texts.tradesFailed} onRetry={retry} />;
  if (trades.length === 0) return <EmptyState title={texts.noTrades} />;
  return (
    <div className="rounded-lg border border-hairline bg-panel">
      <TradeCards trades={trades.slice(0, TRADES_SHOWN)} />
      <Link
        href={paths.history(market)}
        className="flex h-14 items-center justify-center border-t border-hairline font-medium text-accent"
      >
        {texts.history}
      </Link>
    </div>
  );
}

const panelOf = (tab: ActivityTab, props: ActivityProps, closed: ClosedTrades) => {
  if (tab === 'orders') return <Orders />;
  if (tab === 'trades') return <Trades closed={closed} />;
  return <Positions actions={props.actions} onSelectSymbol={props.onSelectSymbol} />;
};

/** «200+» where the server has more than was asked for. */
const countOf = ({ trades, hasMore }: ClosedTrades): string => `${trades.length}${hasMore ? '+' : ''}`;

/** What is open, what rests, if anything does, and what is closed. */
export function Activity(props: ActivityProps) {
  const { positions, orders } = useAccount();
  const closed = useClosedTrades();
  const tab = props.tab === 'orders' && orders.length === 0 ? 'positions' : props.tab;
  const tabs: Tab<ActivityTab>[] = [
    { value: 'positions', label: texts.positions, count: positions.length },
    ...(orders.length > 0 ? [{ value: 'orders' as const, label: texts.orders, count: orders.length }] : []),
    { value: 'trades', label: texts.trades, count: countOf(closed) },
  ];
  return (
    <Tabs label={texts.activity} value={tab} onChange={props.onTab} tabs={tabs} panelClassName="pt-3">
      {panelOf(tab, props, closed)}
    </Tabs>
  );
}
