import { useEffect, useRef, type MouseEvent, type ReactElement } from 'react';
import { cx } from '@/lib/class-names.ts';
import { useStalest } from '@/live/index.ts';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { STALE } from '@/ui/stale.ts';
import { Star } from '@/ui/star.tsx';
import type { SelectablePair } from './filter-pairs.ts';

interface PairOptionProps {
  id: string;
  pair: SelectablePair;
  /** The pair on the screen behind. */
  current: boolean;
  /** Marked by the keyboard: what Enter would take. */
  active: boolean;
  favourite: boolean;
  onSelect: (symbol: string) => void;
  onToggleFavourite: (symbol: string) => void;
}

/** One pair of the list, 56 px high. */
export function PairOption(props: PairOptionProps): ReactElement {
  const { id, pair, current, active, favourite, onSelect, onToggleFavourite } = props;
  const row = useRef<HTMLLIElement>(null);
  const stale = useStalest([pair.symbol]) !== null;
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    onToggleFavourite(pair.symbol);
  };
  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={current}
      onClick={() => onSelect(pair.symbol)}
      className={`flex h-14 cursor-pointer items-center justify-between gap-3 rounded-lg pr-3 ${active ? 'bg-raised' : ''}`}
    >
      {/* A shortcut for the finger; the button above the list does the same for everybody. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span className="-mr-3 grid h-full w-11 shrink-0 place-items-center" aria-hidden="true" onClick={toggle}>
        <Star filled={favourite} />
      </span>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-semibold">{pair.baseAsset}</span>
        <span className="text-muted">/{pair.quoteAsset}</span>
        {current && (
          <span className="ml-2 text-accent" aria-hidden="true">
            ●
          </span>
        )}
      </span>
      <span className={cx('flex shrink-0 flex-col items-end leading-tight tabular-nums', stale && STALE)}>
        <PriceText value={pair.lastPrice} decimals={pair.priceDecimals} />
        <PercentText value={pair.changeBp} />
      </span>
    </li>
  );
}
