import type { ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { formatDuration } from '@/lib/duration.ts';
import { formatExactMoney, formatMoney, formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { distanceWords } from '@/lib/trail.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { Money, Term } from '@/ui/index.ts';
import type { ReceiptFigures } from './receipt-figures.ts';
import type { Extremes } from './receipt-path.ts';
import { receiptTexts as texts } from './texts.ts';
import { formatR } from '@/lib/trade-risk.ts';

interface ReceiptFactsProps {
  trade: Trade;
  figures: ReceiptFigures;
  extremes: Extremes | null;
  priceDecimals: number;
}

type Fact = readonly [name: string, value: ReactNode];

/** A trailing stop as it stood at the close: its distance and the best price that it had followed. */
function trailingFacts({ trailing }: Trade, decimals: number): Fact[] {
  if (trailing === null) return [];
  return [
    [texts.trailingDistance, distanceWords(trailing, decimals)],
    [texts.trailingPeak, formatPrice(trailing.peak.price, decimals)],
  ];
}

function riskFacts({ initialStopLoss, stopLoss }: Trade, { risk, r }: ReceiptFigures, decimals: number): Fact[] {
  if (initialStopLoss === null) return [];
  const moved: Fact[] =
    initialStopLoss === stopLoss ? [] : [[texts.initialStopLoss, formatPrice(initialStopLoss, decimals)]];
  if (risk === null || r === null) return moved;
  const inR = (
    <Term key="r" explanation={texts.explainR}>
      {formatR(r)}
    </Term>
  );
  return [...moved, [texts.atRisk, <Money key="risk" value={risk} />], [texts.inR, inR]];
}

/** Every fill of a position that was added to. */
function entryFacts({ entries }: Trade, decimals: number): Fact[] {
  if (entries.length < 2) return [];
  return entries.map(({ amount, price }, n): Fact => [
    texts.entryNumber(n + 1),
    `${formatMoney(amount)} × ${formatPrice(price, decimals)}`,
  ]);
}

function factsOf({ trade, figures, extremes, priceDecimals }: ReceiptFactsProps, time: MarketTime): Fact[] {
  const price = (value: bigint): string => formatPrice(value, priceDecimals);
  const closingFee = trade.reason === 'liquidation' ? texts.liquidationFee : texts.closingFee;
  const feeName = (name: string, isMaker: boolean): string => (isMaker ? texts.maker(name) : name);
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
    ...trailingFacts(trade, priceDecimals),
    ...riskFacts(trade, figures, priceDecimals),
    ...entryFacts(trade, priceDecimals),
    [texts.margin, <Money key="margin" value={figures.margin} />],
    [texts.size, <Money key="size" value={figures.size} />],
    [feeName(texts.openingFee, figures.isMaker.opening), formatExactMoney(figures.openingFee)],
    [feeName(closingFee, figures.isMaker.closing), formatExactMoney(figures.closingFee)],
    ...(figures.funding === 0n ? [] : ([[texts.funding, formatSignedMoney(figures.funding)]] as Fact[])),
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
