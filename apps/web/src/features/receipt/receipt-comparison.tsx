import { formatPercent, formatSignedMoney } from '@/lib/format.ts';
import { cx } from '@/lib/class-names.ts';
import type { Trade } from '@plecho/contract';
import type { ReceiptFigures } from './receipt-figures.ts';
import { oneTimesSentence } from './receipt-sentence.ts';
import { receiptTexts as texts } from './texts.ts';

const toneOf = (value: bigint): { text: string; bar: string } => {
  if (value === 0n) return { text: 'text-secondary', bar: 'fill-raised' };
  return value < 0n ? { text: 'text-down', bar: 'fill-down' } : { text: 'text-up', bar: 'fill-up' };
};

interface BarProps {
  name: string;
  net: bigint;
  basisPoints: bigint;
  /** Largest share of the two, basis points without sign. */
  largest: bigint;
}

function ResultBar({ name, net, basisPoints, largest }: BarProps) {
  const size = basisPoints < 0n ? -basisPoints : basisPoints;
  const width = largest === 0n ? 0 : Math.max((Number(size) / Number(largest)) * 100, 0.7);
  const tone = toneOf(net);
  return (
    <div className="contents">
      <span className="font-medium tabular">{name}</span>
      <svg className="h-2 w-full" aria-hidden="true">
        <rect width="100%" height="100%" rx={4} className="fill-raised" />
        <rect width={`${width}%`} height="100%" rx={4} className={tone.bar} />
      </svg>
      <span className={cx('text-right whitespace-nowrap tabular', tone.text)}>
        {formatSignedMoney(net)} <span className="text-xs">({formatPercent(basisPoints)})</span>
      </span>
    </div>
  );
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** The trade as it was beside the same trade without leverage. Nothing for a trade that had none. */
export function ReceiptComparison({ trade, figures }: { trade: Trade; figures: ReceiptFigures }) {
  const sentence = oneTimesSentence(trade, figures);
  if (sentence === null) return null;
  const { net, netBp, oneTimes } = figures;
  const largest = abs(netBp) > abs(oneTimes.basisPoints) ? abs(netBp) : abs(oneTimes.basisPoints);
  return (
    <section aria-label={texts.oneTimesTitle} className="flex flex-col gap-2 rounded-lg border border-hairline p-3">
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5">
        <ResultBar name={`${trade.leverage}x`} net={net} basisPoints={netBp} largest={largest} />
        <ResultBar name="1x" net={oneTimes.net} basisPoints={oneTimes.basisPoints} largest={largest} />
      </div>
      <p className="text-xs text-secondary">{sentence}</p>
    </section>
  );
}
