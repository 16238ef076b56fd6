import type { TradePaths } from '@plecho/contract';
import type { Usdt } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatExactMoney } from '@/lib/format.ts';
import { Term } from '@/ui/index.ts';
import { samePathTexts as texts } from './texts.ts';
import { waterfall, type FallBar } from './waterfall.ts';

/** Every digit: the parts sum to the result, also on the screen. */
const exact = (amount: Usdt): string => (amount > 0n ? '+' : '') + formatExactMoney(amount);

function toneOf({ amount }: FallBar): { text: string; bar: string } {
  if (amount === 0n) return { text: 'text-secondary', bar: 'fill-muted' };
  return amount < 0n ? { text: 'text-down', bar: 'fill-down' } : { text: 'text-up', bar: 'fill-up' };
}

function Bar({ bar }: { bar: FallBar }) {
  const tone = toneOf(bar);
  const isNet = bar.part === 'net';
  const [left, width] = [Math.min(bar.from, bar.to), Math.max(Math.abs(bar.to - bar.from), 0.004)];
  return (
    <div className={cx('contents', isNet && 'font-semibold')}>
      <dt>
        <Term explanation={texts.explain[bar.part]}>{texts.part[bar.part]}</Term>
      </dt>
      <dd className="contents">
        <svg className="h-2.5 w-full" aria-hidden="true">
          <rect width="100%" height="100%" rx={2} className="fill-raised" />
          <rect
            x={`${Math.min(left, 1 - width) * 100}%`}
            width={`${width * 100}%`}
            height="100%"
            rx={2}
            className={tone.bar}
            opacity={isNet ? 1 : 0.75}
          />
        </svg>
        <span className={cx('text-right whitespace-nowrap tabular', tone.text)}>{exact(bar.amount)}</span>
      </dd>
    </div>
  );
}

/** What the real result was made of, part after part. */
export function SplitBars({ paths: { split, funding } }: { paths: Pick<TradePaths, 'split' | 'funding'> }) {
  return (
    <section aria-label={texts.splitTitle} className="flex flex-col gap-2">
      <h3 className="font-semibold">{texts.splitTitle}</h3>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5">
        {waterfall(split).map((bar) => (
          <Bar key={bar.part} bar={bar} />
        ))}
      </dl>
      {funding !== '0' && (
        <p className="flex justify-between gap-3 text-xs text-muted tabular">
          <span>{texts.funding}</span>
          <span>{formatExactMoney(funding)}</span>
        </p>
      )}
    </section>
  );
}
