import { cx } from '@/lib/class-names.ts';
import { usePair, useStale, useTicker } from '@/live/index.ts';
import { Icon, PercentText, PriceText } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { dashboardTexts as texts } from './texts.ts';

/** The selected pair with its price; opens the list of pairs on a narrow window. */
export function PairButton({ symbol, onOpen }: { symbol: string; onOpen: () => void }) {
  const pair = usePair(symbol);
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="inline-flex h-10 items-center gap-2 rounded-md border border-hairline bg-panel px-3 hover:border-control"
    >
      <span className="font-semibold">{symbol}</span>
      <span className={cx('inline-flex items-center gap-2', stale && STALE)}>
        <PriceText value={ticker?.last} decimals={pair?.priceDecimals ?? 2} flash />
        <PercentText value={ticker?.change24hBp} />
      </span>
      <span className="sr-only">. {texts.choosePair}</span>
      <Icon name="chevronDown" className="text-muted" />
    </button>
  );
}
