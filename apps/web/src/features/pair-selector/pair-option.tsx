import { useEffect, useRef, type ReactElement } from 'react';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import type { SelectablePair } from './filter-pairs.ts';

interface PairOptionProps {
  id: string;
  pair: SelectablePair;
  /** The pair on the screen behind. */
  current: boolean;
  /** Marked by the keyboard: what Enter would take. */
  active: boolean;
  onSelect: (symbol: string) => void;
}

/** One pair of the list, 56 px high. */
export function PairOption({ id, pair, current, active, onSelect }: PairOptionProps): ReactElement {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={current}
      onClick={() => onSelect(pair.symbol)}
      className={`flex h-14 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 ${active ? 'bg-raised' : ''}`}
    >
      <span className="min-w-0 truncate">
        <span className="font-semibold">{pair.baseAsset}</span>
        <span className="text-muted">/{pair.quoteAsset}</span>
        {current && (
          <span className="ml-2 text-accent" aria-hidden="true">
            ●
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end leading-tight tabular-nums">
        <PriceText value={pair.lastPrice} decimals={pair.priceDecimals} />
        <PercentText value={pair.changeBp} />
      </span>
    </li>
  );
}
