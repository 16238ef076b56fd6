import type { Market } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';

/** The name of a market as its prices carry it (charter rule C2). A square marks the market, never its direction. */
export function MarketLabel({ market, className }: { market: Pick<Market, 'label'>; className?: string }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5 font-medium text-warn', className)}>
      <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-warn" />
      <span className="line-clamp-2 text-left leading-4">{market.label}</span>
    </span>
  );
}
