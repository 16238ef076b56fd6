import type { ReactNode } from 'react';
import type { Price, Usdt } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatPrice, formatResult } from '@/lib/format.ts';
import { Icon } from '@/ui/icons.tsx';
import { toneOf } from '@/ui/money.tsx';
import { FigureSkeleton } from '@/ui/figure-skeleton.tsx';
import { STALE } from '@/ui/stale.ts';
import { Term } from '@/ui/term.tsx';
import { Concealed } from '@/ui/concealed.tsx';
import { Amount } from './amount.tsx';
import { btcEquivalent, shareOfTotal } from './day-result.ts';
import { texts } from './texts.ts';

const BTC_DECIMALS = 8;

interface AssetSummaryProps {
  /** null while the account is not known. */
  total: Usdt | null;
  /** Result of the day; null while its trades are not known. */
  day: Usdt | null;
  /** The market's own BTCUSDT; null before its first price, undefined where the market has no such pair. */
  btcPrice: Price | null | undefined;
  hidden: boolean;
  onToggle: () => void;
  /** Whether the PnL of what is open is at prices that are too old. */
  isStale?: boolean;
  /** How old the prices are, behind the name; low enough for its line. */
  age?: ReactNode;
}

function HideButton({ hidden, onToggle }: Pick<AssetSummaryProps, 'hidden' | 'onToggle'>) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={hidden ? texts.show : texts.hide}
      className="-mt-3 -mr-3 grid size-14 shrink-0 place-items-center text-secondary"
    >
      <Icon name={hidden ? 'eyeOff' : 'eye'} className="size-6" />
    </button>
  );
}

type DayResultProps = Pick<AssetSummaryProps, 'day' | 'total' | 'hidden'> & { isStale: boolean };

function DayResult({ day, total, hidden, isStale }: DayResultProps) {
  const tone = isStale ? STALE : toneOf(day);
  return (
    <p className="flex items-center justify-between gap-3">
      <span className="text-secondary">
        <Term explanation={texts.dayTerm}>{texts.day}</Term>
      </span>
      {day === null || total === null ? (
        <FigureSkeleton />
      ) : (
        <span className={cx('whitespace-nowrap tabular', hidden ? 'text-secondary' : tone)}>
          <Concealed hidden={hidden}>{formatResult(day, shareOfTotal(day, total))}</Concealed>
        </span>
      )}
    </p>
  );
}

/** What the account amounts to: total, the same in BTC, and the result of the day. */
export function AssetSummary(props: AssetSummaryProps) {
  const { total, day, btcPrice, hidden, onToggle, isStale = false, age } = props;
  return (
    <section aria-label={texts.total} className="space-y-3">
      {total === null && (
        <span role="status" className="sr-only">
          {texts.loading}
        </span>
      )}
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex items-center gap-2 text-secondary">
            <Term explanation={texts.totalTerm}>{texts.total}</Term>
            {age}
          </p>
          <p className="mt-1 truncate text-xl font-semibold">
            <Amount value={total} unit hidden={hidden} />
          </p>
          {btcPrice !== undefined && (
            <p className="truncate text-muted tabular">
              {total === null ? (
                <FigureSkeleton mixed />
              ) : (
                <Concealed hidden={hidden}>
                  ≈ {formatPrice(btcEquivalent(total, btcPrice), BTC_DECIMALS)} BTC{' '}
                  <span className="text-xs">{texts.bitcoin}</span>
                </Concealed>
              )}
            </p>
          )}
        </div>
        <HideButton hidden={hidden} onToggle={onToggle} />
      </div>
      <DayResult day={day} total={total} hidden={hidden} isStale={isStale} />
    </section>
  );
}
