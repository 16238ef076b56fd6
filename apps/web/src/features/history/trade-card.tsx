import type { Note, Trade } from '@plecho/contract';
import { divide, parseUsdt, type Usdt } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { feeRatesOf, formatR, tradeInR } from '@/lib/trade-risk.ts';
import { formatPrice } from '@/lib/format.ts';
import { Badge, SideBadge } from '@/ui/badge.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { NoteMark } from './note-mark.tsx';
import { texts } from './trade-card-texts.ts';

/** What the trade changed in the account, and its share of the margin in hundredths of a percent. */
export function netOf(trade: Pick<Trade, 'pnl' | 'fee' | 'amount'>): { net: Usdt; basisPoints: bigint } {
  const net = (parseUsdt(trade.pnl) ?? 0n) - (parseUsdt(trade.fee) ?? 0n);
  const margin = parseUsdt(trade.amount) ?? 0n;
  return { net, basisPoints: margin > 0n ? divide(net * 10_000n, margin, 'floor') : 0n };
}

const Dots = () => (
  <span className="text-secondary">
    <span aria-hidden="true">{texts.dots}</span>
    <span className="sr-only">{texts.hidden}</span>
  </span>
);

interface TradeCardProps {
  trade: Trade & { note?: Note | null };
  priceDecimals: number;
  /** Dots in place of the result. */
  hidden: boolean;
}

/** A closed trade; all of the card opens its receipt. */
export function TradeCard({ trade, priceDecimals, hidden }: TradeCardProps) {
  const market = useMarketParam();
  const time = useMarketTime();
  const { net, basisPoints } = netOf(trade);
  const r = tradeInR(trade, feeRatesOf(useMarket()));
  return (
    <Link
      href={paths.receipt(trade.id, market)}
      className="flex min-h-14 items-center gap-3 px-3 py-2.5 -outline-offset-2 active:bg-raised"
    >
      <span className="min-w-0 flex-1 space-y-1">
        <span className="flex items-center justify-between gap-2">
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="truncate text-base font-semibold">{trade.symbol}</span>
            <SideBadge side={trade.type} />
            <Badge>{trade.leverage}x</Badge>
          </span>
          {hidden ? <Dots /> : <Money value={net} signed className="text-base" />}
        </span>
        <span className="flex items-baseline justify-between gap-2 text-xs text-muted tabular">
          <span className="min-w-0 truncate">
            {formatPrice(trade.entryPrice, priceDecimals)} → {formatPrice(trade.exitPrice, priceDecimals)}
          </span>
          {!hidden && (
            <span>
              {r !== null && `${formatR(r)} `}
              <PercentText value={basisPoints} bracketed />
            </span>
          )}
        </span>
        <span className="flex items-baseline justify-between gap-2 text-xs text-muted tabular">
          <span className={trade.reason === 'liquidation' ? 'text-warn' : undefined}>
            {trade.seasonEnd ? texts.seasonEnd : texts.reasons[trade.reason]}
          </span>
          <span>{time.short(trade.closeTime)}</span>
        </span>
        {!hidden && <NoteMark note={trade.note} />}
      </span>
      <Icon name="chevronRight" className="text-muted" />
    </Link>
  );
}
