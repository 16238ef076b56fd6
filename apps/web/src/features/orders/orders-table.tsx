import type { Order } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useCancelOrder } from '@/api/mutations.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice, formatShortDateTime } from '@/lib/format.ts';
import { useAccount, usePair, useTicker } from '@/live/index.ts';
import { Badge, Button, EmptyState, Money, PriceText, SideBadge, Skeleton, toast } from '@/ui/index.ts';
import { orderTexts as texts } from './texts.ts';

/** The buttons stay in sight when the table scrolls sideways. */
const STAYS = 'sticky right-0 bg-panel group-hover:bg-raised';
const CELL = 'px-2 text-right whitespace-nowrap tabular first:pl-3 last:pr-3';

export function CancelButton({ order }: { order: Order }) {
  const { mutateAsync, isPending } = useCancelOrder();
  const cancel = async (): Promise<void> => {
    try {
      await mutateAsync({ id: order.id });
      toast.success(texts.cancelled(order.symbol));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.code === 'unknown' ? texts.failed : error.message);
    }
  };
  return (
    <Button size="sm" pending={isPending} aria-label={texts.cancelName(order.symbol)} onClick={() => void cancel()}>
      {isPending ? texts.cancelling : texts.cancel}
    </Button>
  );
}

function OrderRow({ order, onSelectSymbol }: { order: Order; onSelectSymbol: (symbol: string) => void }) {
  const decimals = usePair(order.symbol)?.priceDecimals ?? 2;
  const ticker = useTicker(order.symbol);
  const level = (price: string | null): string => (price === null ? texts.none : formatPrice(price, decimals));
  return (
    <tr className="group h-8 border-t border-hairline hover:bg-raised">
      <th scope="row" className="pr-2 pl-3 text-left font-medium whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          <button type="button" className="hover:underline" onClick={() => onSelectSymbol(order.symbol)}>
            {order.symbol}
          </button>
          <SideBadge side={order.type} />
          {order.leverage > 1 ? <Badge>{order.leverage}x</Badge> : null}
        </span>
      </th>
      <td className={cx(CELL, 'text-secondary')}>{formatShortDateTime(order.createdAt)}</td>
      <td className={CELL}>{formatPrice(order.limitPrice, decimals)}</td>
      <td className={CELL}>
        <PriceText value={ticker?.last} decimals={decimals} flash />
      </td>
      <td className={CELL}>
        <Money value={order.amount} />
      </td>
      <td className={CELL}>
        <Money value={order.size} />
      </td>
      <td className={CELL}>
        <Money value={order.reserved} />
      </td>
      <td className={cx(CELL, 'text-secondary')}>
        {level(order.takeProfit)} / {level(order.stopLoss)}
      </td>
      <td className={cx(CELL, STAYS)}>
        <CancelButton order={order} />
      </td>
    </tr>
  );
}

/** Resting limit orders. */
export function OrdersTable({ onSelectSymbol }: { onSelectSymbol: (symbol: string) => void }) {
  const { loaded, orders } = useAccount();
  if (!loaded) return <Skeleton className="m-3 h-8" />;
  if (orders.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  const { columns } = texts;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[54rem] border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-2 pl-3 text-left font-normal">
              {columns.symbol}
            </th>
            {(['created', 'limit', 'current', 'margin', 'size', 'reserved', 'triggers'] as const).map((key) => (
              <th key={key} scope="col" className="px-2 py-1.5 text-right font-normal">
                {columns[key]}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} onSelectSymbol={onSelectSymbol} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
