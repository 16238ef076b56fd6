import type { Market } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';
import { keepUnits } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';

interface MarketLabelProps {
  market: Pick<Market, 'label' | 'parameters'>;
  /** Where there is no room for a second line, it is in the tooltip. */
  brief?: boolean;
  className?: string;
}

/** The name of a market as its prices carry it (charter rule C2). A square marks the market, never its direction. */
export function MarketLabel({ market, brief = false, className }: MarketLabelProps) {
  const words = provenanceWords(market);
  return (
    <span
      title={brief && words !== null ? words : undefined}
      className={cx('inline-flex min-w-0 items-center gap-1.5 font-medium text-warn', className)}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-warn" />
      <span className="min-w-0 text-left leading-4">
        <span className="line-clamp-2">{keepUnits(market.label)}</span>
        {!brief && words !== null && <span className="block text-[11px] font-normal text-muted">{words}</span>}
      </span>
    </span>
  );
}
