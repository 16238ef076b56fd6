import type { ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { formatDuration, formatExactMoney, formatPrice } from '@/lib/format.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { Money } from '@/ui/index.ts';
import type { ReceiptFigures } from './receipt-figures.ts';
import type { Extremes } from './receipt-path.ts';
import { receiptTexts as texts } from './texts.ts';

interface ReceiptFactsProps {
  trade: Trade;
  figures: ReceiptFigures;
  extremes: Extremes | null;
  priceDecimals: number;
}

type Fact = readonly [name: string, value: ReactNode];

function factsOf({ trade, figures, extremes, priceDecimals }: ReceiptFactsProps, time: MarketTime): Fact[] {
  const price = (value: bigint): string => formatPrice(value, priceDecimals);
  const closingFee = trade.reason === 'liquidation' ? texts.liquidationFee : texts.closingFee;
  const levels = (['takeProfit', 'stopLoss', 'liquidationPrice'] as const).flatMap((key): Fact[] =>
    trade[key] === null ? [] : [[texts.levelNames[key], formatPrice(trade[key], priceDecimals)]],
  );
  return [
    [texts.entry, price(figures.entry)],
    [texts.exit, price(figures.exit)],
    ...(extremes === null
      ? []
      : ([
          [texts.best, price(extremes.best.price)],
          [texts.worst, price(extremes.worst.price)],
        ] as Fact[])),
    ...levels,
    [texts.margin, <Money key="margin" value={figures.margin} />],
    [texts.size, <Money key="size" value={figures.size} />],
    [texts.openingFee, formatExactMoney(figures.openingFee)],
    [closingFee, formatExactMoney(figures.closingFee)],
    ...(figures.insurance > 0n ? ([[texts.insurance, formatExactMoney(figures.insurance)]] as Fact[]) : []),
    [texts.opened, time.full(trade.openTime)],
    [texts.closed, time.full(trade.closeTime)],
    [texts.held, formatDuration(trade.closeTime - trade.openTime)],
  ];
}

/** Everything the trade consisted of. */
export function ReceiptFacts(props: ReceiptFactsProps) {
  const time = useMarketTime();
  return (
    <dl className="flex flex-col gap-1">
      {factsOf(props, time).map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
