import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { filterPairs, type SelectablePair } from './filter-pairs.ts';
import { PairOption } from './pair-option.tsx';
import { foundCount, texts } from './texts.ts';
import { useDebounced } from '@/lib/use-debounced.ts';
import { useFoundPairs } from './use-found-pairs.ts';

const SEARCH_DELAY_MS = 300;

interface PairSelectorProps {
  pairs: readonly SelectablePair[];
  /** Starred symbols: first in the list. */
  favourites: ReadonlySet<string>;
  onToggleFavourite: (symbol: string) => void;
  selected: string;
  onSelect: (symbol: string) => void;
  /** Beside the words that say how the list is ordered. */
  aside?: ReactNode;
}

/** Where a key takes the mark in a list of `count`; null for a key that means nothing here. */
function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(active + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(active - 1, 0);
  return null;
}

/**
 * Search and list of pairs. The focus stays in the search field, as in any combobox: arrows move
 * the mark through the list, Enter takes the marked pair, and what is marked is announced.
 */
export function PairSelector(props: PairSelectorProps): ReactElement {
  const { pairs, favourites, onToggleFavourite, selected, onSelect, aside } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  // Nothing is marked until a key or a search marks it: on a phone a mark would look like a choice.
  const [active, setActive] = useState(-1);
  const query = useDebounced(typed, SEARCH_DELAY_MS).trim();
  const found = useFoundPairs(pairs, query, favourites);
  const marked = active < 0 ? undefined : found[Math.min(active, found.length - 1)];
  const optionId = (pair: SelectablePair): string => `${id}-${pair.symbol}`;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      // The list may still be that of what was typed before.
      const meant = typed.trim() === query ? marked : filterPairs(pairs, typed, favourites)[0];
      if (meant !== undefined) onSelect(meant.symbol);
    }
    const next = nextActive(event.key, active, found.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };
  const onType = (text: string): void => {
    setTyped(text);
    setActive(text.trim() === '' ? -1 : 0);
  };

  if (pairs.length === 0) return <p className="py-10 text-center text-secondary">{texts.none}</p>;
  return (
    <div className="flex h-[calc(92dvh-7rem)] flex-col gap-3">
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={marked === undefined ? undefined : optionId(marked)}
        aria-label={texts.search}
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-12 w-full shrink-0 rounded-lg border border-hairline bg-page px-3 text-base placeholder:text-muted"
      />
      <p className="sr-only" role="status">
        {foundCount(found.length)}
      </p>
      {found.length === 0 && (
        <p className="py-10 text-center text-secondary">{query === '' ? texts.notFound : texts.notFoundForQuery}</p>
      )}
      {query === '' && found.length > 0 && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-muted">{texts.order}</p>
          {aside}
        </div>
      )}
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.list}
        className="max-h-[600px] min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        {found.map((pair) => (
          <PairOption
            key={pair.symbol}
            id={optionId(pair)}
            pair={pair}
            current={pair.symbol === selected}
            active={pair === marked}
            favourite={favourites.has(pair.symbol)}
            onSelect={onSelect}
            onToggleFavourite={onToggleFavourite}
          />
        ))}
      </ul>
    </div>
  );
}
