import type { Note, Trade } from '@plecho/contract';
import { usePairs } from '@/api/queries.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './trade-card-texts.ts';
import { TradeCard } from './trade-card.tsx';

const DEFAULT_DECIMALS = 2;

interface TradeCardsProps {
  /** One's own notes are shown with those that have them. */
  trades: readonly (Trade & { note?: Note | null })[];
  /** Dots in place of the results. */
  hidden?: boolean;
}

/** Closed trades as cards, in the order given. */
export function TradeCards({ trades, hidden = false }: TradeCardsProps) {
  const { data } = usePairs();
  const decimals = new Map(data?.items.map((pair) => [pair.symbol, pair.priceDecimals]));
  return (
    <ul className="divide-y divide-hairline/60">
      {trades.map((trade) => (
        <li key={trade.id}>
          <TradeCard trade={trade} priceDecimals={decimals.get(trade.symbol) ?? DEFAULT_DECIMALS} hidden={hidden} />
        </li>
      ))}
    </ul>
  );
}

/** The place of `count` cards that are on their way. */
export function TradeCardSkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label={texts.loading}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-[5.25rem] flex-col justify-center gap-2 px-3">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}
