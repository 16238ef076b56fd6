import type { ReactNode } from 'react';
import type { Order } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { EditOrderButton } from '@/features/positions/edit-order-button.tsx';
import { OrderMarks } from '@/features/positions/order-marks.tsx';
import { conditionWords } from '@/features/positions/order-words.ts';
import { CancelButton } from '@/features/positions/orders-table.tsx';
import { orderTexts } from '@/features/positions/order-texts.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { usePair, useStale, useTicker } from '@/live/index.ts';
import { Badge, SideBadge } from '@/ui/badge.tsx';
import { Money } from '@/ui/money.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { STALE } from '@/ui/stale.ts';
import { Figure } from './position-card.tsx';

const DEFAULT_DECIMALS = 2;

/** A resting order. */
export function OrderCard({ order }: { order: Order }) {
  const decimals = usePair(order.symbol)?.priceDecimals ?? DEFAULT_DECIMALS;
  const ticker = useTicker(order.symbol);
  const { stale } = useStale(order.symbol);
  const time = useMarketTime();
  const { columns, none } = orderTexts;
  const { takeProfit, stopLoss } = order;
  // One that closes has no size of its own.
  const own = (sum: string): ReactNode => (order.reduces === null ? <Money value={sum} /> : none);
  const level = (price: string | null): string => (price === null ? none : formatPrice(price, decimals));
  return (
    <li className="rounded-lg border border-hairline bg-panel px-3 pt-1 pb-3">
      <div className="flex min-h-12 items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1.5 text-base font-semibold">
          <span className="truncate">{order.symbol}</span>
          <SideBadge side={order.type} />
          {order.leverage > 1 && <Badge>{order.leverage}x</Badge>}
        </span>
        <CancelButton order={order} />
      </div>
      <div className="flex items-center justify-between gap-2 pb-1">
        <OrderMarks order={order} />
        <EditOrderButton order={order} />
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2">
        <Figure name={columns.limit}>{conditionWords(order, decimals)}</Figure>
        <Figure name={columns.current} className={cx(stale && STALE)}>
          <PriceText value={ticker?.last} decimals={decimals} flash />
        </Figure>
        <Figure name={columns.reserved}>{own(order.reserved)}</Figure>
        <Figure name={columns.margin}>{own(order.amount)}</Figure>
        <Figure name={columns.size}>{own(order.size)}</Figure>
        <Figure name={columns.created}>{time.short(order.createdAt)}</Figure>
      </dl>
      {takeProfit === null && stopLoss === null ? null : (
        <dl className="pt-2">
          <Figure name={columns.triggers}>
            {level(takeProfit)} / {level(stopLoss)}
          </Figure>
        </dl>
      )}
    </li>
  );
}
