import { memo, useRef, type MouseEvent } from 'react';
import { cx } from '@/lib/class-names.ts';
import { useDrawn } from '@/lib/use-visible.ts';
import { useStale, useTicker } from '@/live/index.ts';
import { PercentText, PriceText } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { Star } from '@/ui/star.tsx';

interface PairRowProps {
  id: string;
  symbol: string;
  baseAsset: string;
  priceDecimals: number;
  selected: boolean;
  /** The row the arrow keys stand on. */
  active: boolean;
  favourite: boolean;
  onSelect: (symbol: string) => void;
  onToggleFavourite: (symbol: string) => void;
}

/** One pair; it alone is drawn again when its price changes, and only while it is in sight. */
export const PairRow = memo(function PairRow(props: PairRowProps) {
  const { id, symbol, baseAsset, priceDecimals, selected, active, favourite, onSelect, onToggleFavourite } = props;
  const row = useRef<HTMLDivElement>(null);
  const isDrawn = useDrawn(row);
  const ticker = useTicker(symbol, isDrawn);
  const { stale } = useStale(symbol, isDrawn);
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    onToggleFavourite(symbol);
  };
  return (
    // The list takes the keys; its options are for the pointer and for assistive technology.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={() => onSelect(symbol)}
      className={cx(
        'grid h-8 cursor-pointer grid-cols-[1.125rem_1fr_auto_4.25rem] items-center gap-1 px-2 [contain-intrinsic-size:2rem] [content-visibility:auto] pointer-coarse:h-11',
        selected ? 'bg-accent-soft' : active ? 'bg-raised' : 'hover:bg-raised/60',
        active && 'outline-1 -outline-offset-1 outline-accent',
      )}
    >
      {/* A shortcut for the pointer; the button above the chart does the same for everybody. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span className="flex h-full items-center" aria-hidden="true" onClick={toggle}>
        <Star filled={favourite} />
      </span>
      <span className="truncate font-medium">
        {baseAsset}
        <span className="text-[11px] font-normal text-muted">USDT</span>
      </span>
      <PriceText value={ticker?.last} decimals={priceDecimals} flash className={cx('text-right', stale && STALE)} />
      <span className={cx('text-right', stale && STALE)}>
        <PercentText value={ticker?.change24hBp} />
      </span>
    </div>
  );
});
