import type { Market } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';
import { keepUnits } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { MarkedWords } from '@/ui/marked-words.tsx';

interface MarketLabelProps {
  market: Pick<Market, 'label' | 'parameters'>;
  /** Where there is no room for a second line, it is in the tooltip. */
  brief?: boolean;
  className?: string;
}

/** The name of a market as its prices carry it (charter rule C2). */
export function MarketLabel({ market, brief = false, className }: MarketLabelProps) {
  const words = provenanceWords(market);
  return (
    <MarkedWords className={cx('leading-4 font-medium', className)}>
      <span title={brief && words !== null ? words : undefined} className="line-clamp-2">
        {keepUnits(market.label)}
      </span>
      {!brief && words !== null && <span className="block text-[11px] font-normal text-muted">{words}</span>}
    </MarkedWords>
  );
}
