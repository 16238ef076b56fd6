import type { Order } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { usePair } from '@/live/index.ts';
import { Badge } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { kindWords, reducesWords } from './order-words.ts';

/** What sets an order apart: its kind, that it closes a position, its pair, and its end. */
export function OrderMarks({ order }: { order: Order }) {
  const time = useMarketTime();
  const decimals = usePair(order.symbol)?.priceDecimals ?? 2;
  const reduces = reducesWords(order);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs text-secondary">
      {kindWords(order, decimals)}
      {reduces === null ? null : <Badge>{reduces}</Badge>}
      {order.pairedWith === null ? null : (
        <span title={texts.pairHint}>
          <Badge>{texts.pair}</Badge>
          <span className="sr-only">{texts.pairHint}</span>
        </span>
      )}
      {order.expiresAt === null ? null : <span className="text-muted">{texts.until(time.short(order.expiresAt))}</span>}
    </span>
  );
}
