import type { Order } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useCancelOrder } from '@/api/orders.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { useAccount, usePair, useStale, useTicker } from '@/live/index.ts';
import { Button, CELL, DataTable, EmptyState, Money, PairHead, PriceText, Skeleton, STAYS, toast } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { EditOrderButton } from './edit-order-button.tsx';
import { OrderMarks } from './order-marks.tsx';
import { orderTexts as texts } from './order-texts.ts';
import { conditionWords } from './order-words.ts';

const FIGURES = ['kind', 'created', 'limit', 'current', 'margin', 'size', 'reserved', 'triggers'] as const;

export function CancelButton({ order }: { order: Order }) {
  const { mutateAsync, isPending } = useCancelOrder();
  const checking = useChecking('cancelOrder', order.id);
  const cancel = async (): Promise<void> => {
    try {
      await mutateAsync(order);
      toast.success(texts.cancelled(order.symbol));
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : texts.failed);
    }
  };
  return (
    <Button
      size="sm"
      pending={isPending}
      checking={checking}
      aria-label={texts.cancelName(order.symbol)}
      onClick={() => void cancel()}
    >
      {isPending ? texts.cancelling : texts.cancel}
    </Button>
  );
}

function OrderRow({ order, onSelectSymbol }: { order: Order; onSelectSymbol: (symbol: string) => void }) {
  const decimals = usePair(order.symbol)?.priceDecimals ?? 2;
  const time = useMarketTime();
  const ticker = useTicker(order.symbol);
  const { stale } = useStale(order.symbol);
  const level = (price: string | null): string => (price === null ? texts.none : formatPrice(price, decimals));
  return (
    <tr className="group h-8 border-t border-hairline hover:bg-raised">
      <PairHead symbol={order.symbol} side={order.type} leverage={order.leverage} onSelectSymbol={onSelectSymbol} />
      <td className={CELL}>
        <OrderMarks order={order} />
      </td>
      <td className={cx(CELL, 'text-secondary')}>{time.short(order.createdAt)}</td>
      <td className={CELL}>{conditionWords(order, decimals)}</td>
      <td className={cx(CELL, stale && STALE)}>
        <PriceText value={ticker?.last} decimals={decimals} flash />
      </td>
      {[order.amount, order.size, order.reserved].map((sum, at) => (
        <td key={FIGURES[at + 4]} className={CELL}>
          {/* One that closes has no size of its own. */}
          {order.reduces === null ? <Money value={sum} /> : <span className="text-muted">{texts.none}</span>}
        </td>
      ))}
      <td className={cx(CELL, 'text-secondary')}>
        {level(order.takeProfit)} / {level(order.stopLoss)}
      </td>
      <td className={cx(CELL, STAYS)}>
        <span className="inline-flex gap-1">
          <EditOrderButton order={order} />
          <CancelButton order={order} />
        </span>
      </td>
    </tr>
  );
}

/** Resting orders. */
export function OrdersTable({ onSelectSymbol }: { onSelectSymbol: (symbol: string) => void }) {
  const { loaded, orders } = useAccount();
  if (!loaded) return <Skeleton className="m-3 h-8" />;
  if (orders.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  const { columns } = texts;
  return (
    <DataTable
      caption={texts.caption}
      className="min-w-[64rem]"
      left={[columns.symbol]}
      figures={FIGURES.map((key) => columns[key])}
      actions={columns.actions}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} onSelectSymbol={onSelectSymbol} />
      ))}
    </DataTable>
  );
}
