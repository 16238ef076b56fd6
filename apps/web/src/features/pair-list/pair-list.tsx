import { useEffect, useId, useState, type KeyboardEvent, type Ref } from 'react';
import { usePersistentState } from '@/lib/storage.ts';
import { EmptyState, ErrorState, Icon, Link, SegmentedControl, Skeleton } from '@/ui/index.ts';
import { buttonClass } from '@/ui/button.tsx';
import { WatchlistPicker } from '@/ui/watchlist-picker.tsx';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { PairRow } from './pair-row.tsx';
import { PAIR_SORTS, type PairSort } from './sort-pairs.ts';
import { pairListTexts as texts } from './texts.ts';
import { useArrangedPairs, type ArrangedPair } from './use-arranged-pairs.ts';
import type { Favourites } from '@/lib/watchlists.ts';

const isSort = (value: unknown): value is PairSort => PAIR_SORTS.includes(value as PairSort);

interface PairListProps {
  selected: string;
  favourites: Favourites;
  onSelect: (symbol: string) => void;
  searchRef?: Ref<HTMLInputElement>;
}

/** Moves through the list from the search field: arrows walk, Enter chooses, Esc clears and leaves. */
function useListKeys(pairs: readonly ArrangedPair[], onChoose: (symbol: string) => void, onEscape: () => void) {
  const [activeSymbol, setActiveSymbol] = useState<string | null>(null);
  const index = pairs.findIndex(({ symbol }) => symbol === activeSymbol);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const last = pairs.length - 1;
    const targets: Record<string, number> = { ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0) };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActiveSymbol(pairs[target]?.symbol ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const symbol = pairs[Math.max(index, 0)]?.symbol;
      if (symbol !== undefined) onChoose(symbol);
    } else if (event.key === 'Escape') {
      onEscape();
      setActiveSymbol(null);
      event.currentTarget.blur();
    }
  };
  return { activeSymbol: index < 0 ? null : activeSymbol, setActiveSymbol, onKeyDown };
}

function LoadingRows() {
  return (
    <div role="status" className="flex flex-col gap-2 p-3">
      <p className="text-xs text-muted">{texts.loading}</p>
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
    </div>
  );
}

/** All pairs of the market with live prices: search, order, favourites first. */
export function PairList({ selected, favourites, onSelect, searchRef }: PairListProps) {
  'use memo';
  const id = useId();
  const market = useMarketParam();
  const [query, setQuery] = useState('');
  const [sort, setSort] = usePersistentState<PairSort>('pair-sort', 'change', isSort);
  const [frozen, setFrozen] = useState(false);
  const { pairs, isLoading, isError, retry } = useArrangedPairs({
    query,
    sort,
    favourites: favourites.symbols,
    frozen,
  });
  const choose = (symbol: string): void => {
    onSelect(symbol);
    setQuery('');
  };
  const { activeSymbol, setActiveSymbol, onKeyDown } = useListKeys(pairs, choose, () => setQuery(''));

  useEffect(() => {
    if (activeSymbol !== null) document.getElementById(`${id}-${activeSymbol}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeSymbol]);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 p-2">
        <div className="flex items-center gap-1.5">
          <label className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-control/70 bg-page px-2 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent hover:border-control pointer-coarse:h-11">
            <Icon name="search" className="text-muted" />
            <input
              ref={searchRef}
              type="search"
              role="combobox"
              aria-label={texts.search}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={activeSymbol === null ? undefined : `${id}-${activeSymbol}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={texts.searchHint}
              value={query}
              className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
              onChange={(event) => {
                setQuery(event.target.value);
                setActiveSymbol(null);
              }}
              onKeyDown={onKeyDown}
            />
          </label>
          <Link
            href={paths.watch(market)}
            aria-label={texts.overview}
            title={texts.overview}
            className={buttonClass('ghost', 'sm', 'w-8 px-0 pointer-coarse:w-11 pointer-coarse:px-0')}
          >
            <Icon name="grid" />
          </Link>
        </div>
        <div className="flex items-center gap-1.5">
          <WatchlistPicker favourites={favourites} />
          <SegmentedControl
            stretch
            label={texts.sort}
            value={sort}
            onChange={setSort}
            options={PAIR_SORTS.map((value) => ({
              value,
              label: texts.sorts[value],
              ariaLabel: texts.sortNames[value],
            }))}
          />
        </div>
      </div>
      {isLoading ? <LoadingRows /> : null}
      {isError ? <ErrorState title={texts.failed} onRetry={retry} /> : null}
      {!isLoading && !isError && pairs.length === 0 ? <EmptyState title={texts.nothing} /> : null}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.title}
        tabIndex={-1}
        hidden={isLoading}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        onPointerEnter={() => setFrozen(true)}
        onPointerLeave={() => setFrozen(false)}
      >
        {pairs.map((pair) => (
          <PairRow
            key={pair.symbol}
            id={`${id}-${pair.symbol}`}
            symbol={pair.symbol}
            baseAsset={pair.baseAsset}
            priceDecimals={pair.priceDecimals}
            selected={pair.symbol === selected}
            active={pair.symbol === activeSymbol}
            favourite={favourites.symbols.has(pair.symbol)}
            onSelect={choose}
            onToggleFavourite={favourites.toggle}
          />
        ))}
      </div>
    </div>
  );
}
